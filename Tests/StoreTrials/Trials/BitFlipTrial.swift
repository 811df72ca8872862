import Foundation
import Hyperbasis
import StoreSimulation

/// A log in which every bit is flipped in turn.
package struct BitFlipTrial: Trial {
  package let number = 2
  package let title = "every bit flipped"
  package let target =
    "262,144 flips of a log, at most two lines hurt by each, all found in lines with a checksum"

  private static let size = 32_768

  package init() {}

  package func run(_ settings: TrialSettings, _ report: inout TrialReport) throws {
    let sample = try SampleStore(bytes: settings.count(Self.size), seed: settings.seed)
    let all = Set(sample.lines.values)
    var flipped = sample.text.bytes
    for place in flipped.indices {
      for bit in 0..<8 where !settings.isOver(report) {
        flipped[place] ^= 1 << UInt8(bit)
        try check(flipped, all, sample, "bit \(bit) of byte \(place)", &report)
        flipped[place] ^= 1 << UInt8(bit)
      }
    }
  }

  private func check(
    _ log: [UInt8], _ all: Set<UUID>, _ sample: SampleStore, _ place: String,
    _ report: inout TrialReport
  ) throws {
    report.tried += 1
    report.injected += 1
    let store = TrialStore.open(SampleStore.base, try sample.files(log: log))
    let read = Set(try store.loadEvents(spaceId: TrialStore.space).map(\.id))
    let lost = all.subtracting(read).count
    if lost > 2 { report.violations.append("I3: \(place): \(lost) events are not read") }
    let text = LogText(log)
    let hurt = text.lines.filter { sample.lines[$0.bytes] == nil }
    let problems = try store.verifier.verify().problems
    let isReported = problems.contains { $0.kind != .future && $0.offset != nil }
    report.observe("lines that are not read", lost)
    if !isReported {
      // Valid JSON with another value, which only a checksum reveals.
      report.observe("alterations that cannot be detected", 1)
      if hurt.contains(where: \.hasChecksum) {
        report.violations.append("I4: \(place): a line with a checksum is altered unnoticed")
      }
    }
  }
}

extension LogText.Line {
  /// Whether it ends in the member that holds its checksum.
  fileprivate var hasChecksum: Bool {
    let end = Array("\"check\":\"".utf8)
    let start = bytes.count - end.count - 10
    return start >= 0 && Array(bytes[start..<start + end.count]) == end
  }
}
