import Foundation
import SeededRandom

extension SeededGenerator {
  mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &self) }

  mutating func chance(_ oneIn: Int) -> Bool { below(oneIn) == 0 }
}

/// Settings for the random tests, from the environment.
enum RandomTests {
  /// The number of scripts to run; `REVERTIBLE_SCRIPTS=100000` for the long run.
  static let scriptCount = number("REVERTIBLE_SCRIPTS") ?? 400
  /// The seed of the first script; a failure prints the seed of its script.
  static let firstSeed = UInt64(number("REVERTIBLE_SEED") ?? 1)

  private static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
  }
}
