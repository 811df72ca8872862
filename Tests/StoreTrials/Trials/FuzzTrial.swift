import Foundation
import Hyperbasis
import HyperbasisAnchorLog
import HyperbasisCompression
import HyperbasisModels
import SeededRandom
import TestSupport

/// Lines and packed maps with bytes changed: compares the fast reader with the slow one, and checks that
/// the unpacker refuses what is too large.
package struct FuzzTrial: Trial {
  package let number = 14
  package let title = "fuzzing"
  package let target =
    "10,000,000 lines, on which the fast and the slow reader agree; 1,000,000 maps"

  private static let lines = 10_000_000
  private static let maps = 1_000_000
  /// The most bytes that a packed map may unpack to.
  private static let limit = 1 << 20

  package init() {}

  package func run(_ settings: TrialSettings, _ report: inout TrialReport) throws {
    try readLines(settings, &report)
    try unpack(settings, &report)
  }

  private func readLines(_ settings: TrialSettings, _ report: inout TrialReport) throws {
    var history = RandomHistory(seed: settings.seed, anchors: 20)
    for _ in 0..<settings.count(Self.lines) where !settings.isOver(report) {
      let line = Array(history.line(.odd).utf8)
      let changed = history.mutate(line)
      report.tried += 1
      if changed != line { report.injected += 1 }
      let difference = try difference(changed, history.space)
      if let difference {
        let text = String(decoding: changed, as: UTF8.self)
        report.violations.append("seed \(settings.seed): \(difference): \(text)")
      }
    }
  }

  /// Returns nil if both readers agree.
  private func difference(_ line: [UInt8], _ space: UUID) throws -> String? {
    // A line that is not an event of the space must be none for either.
    let slow = try? LogLine.decode(line, spaceId: space).event
    let index = try LogReader.load(
      spaceId: space, source: MemoryByteSource(line + [0x0a])
    ).index
    guard let slow else { return index.count == 0 ? nil : "only the fast reader takes it" }
    guard index.count == 1 else { return "only the slow reader takes it" }
    let fast = try index.event(0)
    return fast == slow ? nil : "the readers disagree"
  }

  private func unpack(_ settings: TrialSettings, _ report: inout TrialReport) throws {
    var random = SeededGenerator(seed: settings.seed)
    let map = Data((0..<3_000).map { UInt8($0 / 7 % 251) })
    let packed = [UInt8](try HBCompression.compress(map))
    for _ in 0..<settings.count(Self.maps) where !settings.isOver(report) {
      var bytes = packed
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        bytes[Int.random(in: bytes.indices, using: &random)] = .random(in: 0...255, using: &random)
      }
      if Bool.random(using: &random) {
        bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random))
      }
      report.tried += 1
      report.injected += 1
      // Refusing the map is as good as unpacking it.
      guard let result = try? HBCompression.decompress(Data(bytes), limit: Self.limit) else {
        report.observe("maps refused", 1)
        continue
      }
      report.expect(result.count <= Self.limit, "more than the limit")
    }
  }
}
