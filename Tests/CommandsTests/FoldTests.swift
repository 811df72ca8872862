import Foundation
import Hyperbasis
import TestSupport
import Testing

@testable import HyperbasisCommands

/// Compares the program with an independent fold that reads the log with Foundation.
struct FoldTests {
  static let realLogs: [URL] = {
    guard let folder = ProcessInfo.processInfo.environment["HYPERBASIS_TEST_STORES"] else {
      return []
    }
    let root = URL(filePath: folder, directoryHint: .isDirectory)
    let paths = (try? FileManager.default.subpathsOfDirectory(atPath: root.path)) ?? []
    // A store whose anchor files say more than its log is left to other tests.
    return paths.filter { $0.hasSuffix("/events.jsonl") && !$0.hasPrefix("legacy/") }
      .map { root.appending(path: $0) }
  }()

  @Test(
    .enabled(if: !realLogs.isEmpty, "HYPERBASIS_TEST_STORES names no folder with stores"),
    arguments: realLogs)
  func onARealLog(_ log: URL) throws {
    let name = log.deletingLastPathComponent().lastPathComponent
    let space = try #require(UUID(uuidString: name))
    try check(Data(contentsOf: log), space, seed: 1)
  }

  @Test(arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
  func onAGeneratedLog(_ seed: UInt64) throws {
    var history = RandomHistory(seed: seed, anchors: 5)
    let lines = (0..<120).map { number in history.line(number % 2 == 0 ? .usual : .odd) }
    var generator = SeededGenerator(seed: seed)
    let shuffled = (lines + lines.prefix(10)).shuffled(using: &generator)
    let log = shuffled.map { $0 + "\n" }.joined()
    try check(Data(log.utf8), history.space, seed: seed)
  }

  private func check(_ log: Data, _ space: UUID, seed: UInt64) throws {
    let bench = try Workbench()
    try bench.write(log, to: "events/\(space.uuidString)/events.jsonl")
    let fold = NaiveFold(log: log, spaceId: space)
    let events = try bench.json("log") as? [NSDictionary] ?? []
    #expect(events.compactMap { $0["id"] as? String } == fold.events.map(\.id.uuidString))
    #expect(
      events.compactMap { $0["timestamp"] as? String }
        == fold.events.map { HBInstant(microseconds: $0.instant).rfc3339Text })
    try #require(!fold.events.isEmpty)
    var generator = SeededGenerator(seed: seed)
    var instants = [fold.events[0].instant - 1, fold.events[fold.events.count - 1].instant]
    for _ in 0..<4 {
      let event = fold.events[Int.random(in: 0..<fold.events.count, using: &generator)]
      instants += [event.instant, event.instant - 1]
    }
    for instant in instants { try checkState(bench, fold, instant) }
    for (from, to) in zip(instants, instants.dropFirst()) {
      try checkDiff(bench, fold, from, to)
    }
  }

  private func checkState(_ bench: Workbench, _ fold: NaiveFold, _ instant: Int64) throws {
    let date = HBInstant(microseconds: instant).rfc3339Text
    let shown = try bench.object("show", "--at", date)
    #expect(shown["at"] as? String == date)
    let anchors = shown["anchors"] as? [[String: Any]] ?? []
    let expected = fold.state(at: instant)
    #expect(anchors.compactMap { $0["id"] as? String } == expected.map(\.id.uuidString))
    for (anchor, other) in zip(anchors, expected) {
      let transform = (anchor["transform"] as? [NSNumber] ?? []).map(\.floatValue)
      #expect(transform == other.transform)
      #expect(anchor["metadata"] as? NSDictionary == other.metadata)
      #expect(anchor["createdAt"] as? String == text(other.createdAt))
      #expect(anchor["updatedAt"] as? String == text(other.updatedAt))
      #expect(anchor["deletedAt"] is NSNull)
    }
  }

  private func checkDiff(
    _ bench: Workbench, _ fold: NaiveFold, _ from: Int64, _ to: Int64
  ) throws {
    let shown = try bench.object("diff", "--from", text(from), "--to", text(to))
    let before = Dictionary(uniqueKeysWithValues: fold.state(at: from).map { ($0.id, $0) })
    let after = fold.state(at: to)
    let kept = Set(after.map(\.id))
    func ids(_ anchors: some Sequence<NaiveFold.Anchor>) -> [String] {
      anchors.map(\.id.uuidString)
    }
    func listed(_ key: String) -> [String] {
      (shown[key] as? [[String: Any]] ?? []).compactMap { entry in
        (entry["anchor"] as? [String: Any] ?? entry)["id"] as? String
      }
    }
    let moved = after.filter { before[$0.id].map { $0.transform } ?? $0.transform != $0.transform }
    let updated = after.filter { before[$0.id]?.metadata ?? $0.metadata != $0.metadata }
    let changed = Set((moved + updated).map(\.id))
    #expect(listed("added") == ids(after.filter { before[$0.id] == nil }))
    #expect(listed("removed") == ids(fold.state(at: from).filter { !kept.contains($0.id) }))
    #expect(listed("moved") == ids(moved))
    #expect(listed("updated") == ids(updated))
    #expect(
      shown["unchanged"] as? [String]
        == ids(after.filter { before[$0.id] != nil && !changed.contains($0.id) }))
  }

  private func text(_ instant: Int64) -> String {
    HBInstant(microseconds: instant).rfc3339Text
  }
}
