import Foundation
import Hyperbasis
import HyperbasisAnchorLog
import HyperbasisJSONText
package import HyperbasisModels
package import TestSupport

/// Compares the index with a fold of one event after the other, at every event of random histories.
package struct OracleTrial: Trial {
  package let number = 12
  package let title = "differential oracle"
  package let target = "100,000 random histories, 10,000,000 states and anchors, 0 differences"

  private static let histories = 100_000
  private static let events = 24

  package init() {}

  package func run(_ settings: TrialSettings, _ report: inout TrialReport) throws {
    for round in 0..<UInt64(settings.count(Self.histories)) where !settings.isOver(report) {
      let seed = settings.seed &+ round
      try compare(seed, &report)
      report.tried += 1
    }
  }

  private func compare(_ seed: UInt64, _ report: inout TrialReport) throws {
    var history = RandomHistory(seed: seed, anchors: Int(seed % 8) + 1)
    let lines = HostileLog.lines(&history, events: Self.events)
    report.injected += lines.count - Self.events
    let naive = NaiveFold(lines: lines, spaceId: history.space)
    let bytes = Array(lines.joined(separator: [0x0a])) + [0x0a]
    let index = try LogReader.load(
      spaceId: history.space, source: MemoryByteSource(bytes)
    ).index
    guard (0..<index.count).map(index.id) == naive.events.map(\.id) else {
      report.violations.append("seed \(seed): another order")
      return
    }
    for position in 0...naive.events.count {
      let found = try index.anchors(in: index.state(through: position), includeDeleted: true)
      let expected = naive.anchors(through: position)
      report.observe("states", 1)
      report.observe("anchors", expected.count)
      if try !FoldComparison.areSame(found, expected) {
        report.violations.append("seed \(seed), after \(position) events: another state")
      }
    }
  }
}

/// Random logs with ties, late arrivals, duplicate lines, and rubbish.
package enum HostileLog {
  package static func lines(_ history: inout RandomHistory, events: Int) -> [[UInt8]] {
    var lines: [[UInt8]] = []
    for round in 0..<events {
      let line = Array(history.line(round.isMultiple(of: 3) ? .odd : .usual).utf8)
      lines.append(line)
      switch Int.random(in: 0..<12, using: &history.random) {
      case 0: lines.append(line)
      case 1: lines.append(Array(line.dropLast(30)))
      case 2: lines.append(line + [UInt8(ascii: " ")])
      default: break
      }
    }
    lines.shuffle(using: &history.random)
    return lines
  }
}

/// Checks that an index and a naive fold give the same anchors.
package enum FoldComparison {
  package static func areSame(
    _ anchors: [HBAnchor], _ expected: [NaiveFold.Anchor]
  ) throws -> Bool {
    guard anchors.map(\.id) == expected.map(\.id) else { return false }
    return try zip(anchors, expected).allSatisfy(isSame)
  }

  private static func isSame(_ anchor: HBAnchor, _ expected: NaiveFold.Anchor) throws -> Bool {
    let data = try JSONSerialization.data(withJSONObject: expected.metadata)
    let instants = [anchor.createdAt, anchor.updatedAt, anchor.deletedAt].map { date in
      date.map { HBInstant($0).microseconds }
    }
    return try anchor.transform == expected.transform
      && .dictionary(anchor.metadata) == JSONParser.parse([UInt8](data))
      && instants == [expected.createdAt, expected.updatedAt, expected.deletedAt]
  }
}
