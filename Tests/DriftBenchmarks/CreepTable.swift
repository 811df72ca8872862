import DriftTestSupport
import Foundation

/// How well the curve follows a space that creeps.
enum CreepTable {
  static func print(runs: Int) throws {
    Swift.print(
      "\nCreep, seeds 300 on: error median (greatest), stated error, offset in stated errors")
    for creep in Creep.regimes {
      let results = try (0..<runs).compactMap { try creep.run(seed: 300 + UInt64($0)) }
      let errors = results.map(\.error).sorted()
      let ratios = results.map(\.ratio)
      guard let greatest = errors.last, let least = ratios.min(), let most = ratios.max() else {
        continue
      }
      let stated = results.map(\.standardError).reduce(0, +) / Double(results.count)
      Swift.print(
        creep.name.padding(toLength: 30, withPad: " ", startingAt: 0),
        String(
          format: "%5.2f mm (%5.2f)  %5.2f mm  %6.1f to %6.1f", errors[errors.count / 2] * 1000,
          greatest * 1000, stated * 1000, least, most))
    }
  }
}
