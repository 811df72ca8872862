import DriftTestSupport
import Foundation
import Hyperbasis
import HyperbasisAnchorLog
import HyperbasisDrift
import HyperbasisReports
import HyperbasisTimeMachine
import TestSupport
import Testing

@testable import HyperbasisCommands

/// The time machine's comparison by columns and the command's by values agree.
struct TwoDiffsTests {
  private static let stores: Comment = "HYPERBASIS_TEST_STORES names no folder with stores"

  @Test(.enabled(if: !FoldTests.realLogs.isEmpty, stores), arguments: FoldTests.realLogs)
  func onARealLog(_ log: URL) throws {
    let folder = log.deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let space = try #require(UUID(uuidString: log.deletingLastPathComponent().lastPathComponent))
    try check(HBLocalStore(baseDirectory: folder).snapshot(of: space), pairs: 12, seed: 3)
  }

  @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 8] as [UInt64])
  func onAGeneratedLog(_ seed: UInt64) throws {
    var history = RandomHistory(seed: seed, anchors: 8)
    let log = (0..<200).map { _ in history.line(.usual) + "\n" }.joined()
    let bench = try Workbench()
    try bench.write(Data(log.utf8), to: "events/\(history.space.uuidString)/events.jsonl")
    let store = HBLocalStore(baseDirectory: bench.directory)
    try check(store.snapshot(of: history.space), pairs: 20, seed: seed)
  }

  /// In a comparison the distance is that between the two positions, not that of any single event.
  @Test func `how far an anchor moved is asked of the comparison`() throws {
    var log = DriftLog()
    for anchor in 0..<3 { log.write(.created, anchor, Self.place(0), at: 0) }
    // Twice 1 m is 2 m; there and back is no move; the last one stays.
    for (anchor, x, second) in [(0, 1, 10), (0, 2, 20), (1, 3, 10), (1, 0, 20)] {
      log.write(.moved, anchor, Self.place(Double(x)), at: Double(second))
    }
    let bench = try Workbench(log)
    for (filter, moved) in [("moved>1.5m", 1), ("moved>2.5m", 0), ("moved<3m actor:ann", 0)] {
      let json = try bench.object("diff", "--where", filter)
      #expect((json["moved"] as? [Any])?.count == moved, "\(filter)")
      #expect(json["changeCount"] as? Int == moved, "\(filter)")
      let store = HBLocalStore(baseDirectory: bench.directory)
      let data = SpaceData(try store.snapshot(of: log.space))
      data.prepare()
      let key = Comparison.Key(
        from: 3, to: data.index.count, filter: try EventFilter(filter))
      #expect(data.comparison(key).rows.count == moved, "\(filter)")
    }
    let none = bench.run("diff", "--where", "moved>2.5m").output
    #expect(none.contains("No changes match the filter"), "\(none)")
    #expect(bench.run("diff", "--where", "moved>2.5m", "--exit-code").status == 0)
  }

  /// In a comparison the actors are those of the differences, not all who ever changed the anchor.
  @Test func `who did it is asked of the comparison`() throws {
    var log = DriftLog()
    for anchor in 0..<4 { log.write(.created, anchor, Self.place(0), at: 0, actor: "ines") }
    log.write(.moved, 0, Self.place(1), at: 10, actor: "ipad-1")
    log.write(.moved, 0, Self.place(2), at: 20, actor: "ipad-2")
    log.write(.updated, 0, at: 30, metadata: ["text": .string("cup")], actor: "Ines")
    log.write(.updated, 1, at: 10, metadata: ["text": .string("jar")], actor: "ines")
    log.write(.moved, 2, Self.place(1), at: 10, actor: "ipad-2")
    log.write(.deleted, 2, at: 20, actor: "ines")
    // There and back: nothing differs.
    log.write(.moved, 3, Self.place(1), at: 10, actor: "ipad-1")
    log.write(.moved, 3, Self.place(0), at: 20, actor: "ipad-1")
    let bench = try Workbench(log)
    let cases: [(filter: String, counts: [Int])] = [
      ("actor:ines", [1, 1, 2]), ("actor:ipad", [0, 1, 1]), ("actor:ipad-1", [0, 1, 1]),
      ("actor:ines kind:moved", [0, 0, 0]), ("actor:ines kind:updated", [0, 1, 2]),
      ("actor:ines moved>1m", [0, 0, 0]), ("actor:ipad-2 moved>1m", [0, 1, 1]),
      ("actor:ines kind:removed", [1, 0, 0]), ("actor:ipad kind:removed", [0, 0, 0]),
      ("actor:ines actor:ipad-2", [0, 1, 1]), ("actor:omar", [0, 0, 0]),
    ]
    for (filter, counts) in cases {
      let words = ["diff", "--from", "2024-01-01T00:00:05Z", "--where", filter]
      let json = try bench.object(words)
      let lists = ["removed", "moved", "updated"].map { (json[$0] as? [Any])?.count ?? -1 }
      #expect(lists == counts, "\(filter)")
      #expect((json["unchanged"] as? [Any])?.isEmpty == true, "\(filter)")
      let data = SpaceData(try HBLocalStore(baseDirectory: bench.directory).snapshot(of: log.space))
      data.prepare()
      let key = Comparison.Key(from: 4, to: data.index.count, filter: try EventFilter(filter))
      let shown = data.comparison(key).counts
      #expect([.removed, .moved, .updated].map { shown[$0] ?? 0 } == counts, "\(filter)")
    }
  }

  /// A kind only matches events that made a difference; the type of an event is selected by its name.
  @Test func `what changed nothing is of no kind`() throws {
    var log = DriftLog()
    log.write(.created, 0, Self.place(0), at: 0)
    log.write(.restored, 0, at: 10)
    log.write(.deleted, 0, at: 20)
    log.write(.deleted, 0, at: 30)
    log.write(.restored, 0, at: 40)
    // An anchor that never had a position cannot be removed.
    log.write(.deleted, 1, at: 50)
    let bench = try Workbench(log)
    for (type, times) in [("deleted", ["00:00:20Z"]), ("restored", ["00:00:40Z"])] {
      let events = try #require(
        try bench.json("log", "--where", "kind:\(type)") as? [[String: Any]])
      #expect(events.compactMap { $0["timestamp"] as? String } == times.map { "2024-01-01T\($0)" })
    }
    let deletions = try #require(try bench.json("log", "--type", "deleted") as? [Any])
    #expect(deletions.count == 3)
  }

  private static func place(_ x: Double) -> [Float] {
    HBTransform.make(position: SIMD3(Float(x), 0, 0))
  }

  private func check(_ snapshot: LogSnapshot, pairs: Int, seed: UInt64) throws {
    let data = SpaceData(snapshot)
    data.prepare()
    let history = try DriftHistory(data.index)
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<pairs {
      let from = Int.random(in: 0...data.index.count, using: &generator)
      let to = Int.random(in: 0...data.index.count, using: &generator)
      for threshold in MoveThreshold.allCases {
        for isAligned in [false, true] {
          try compare(data, history, from: from, to: to, threshold, isAligned: isAligned, seed)
        }
      }
    }
  }

  private func compare(
    _ data: SpaceData, _ history: DriftHistory, from: Int, to: Int, _ threshold: MoveThreshold,
    isAligned: Bool, _ seed: UInt64
  ) throws {
    let comparison = data.comparison(
      Comparison.Key(from: from, to: to, rule: threshold.rule, takesShiftOut: isAligned))
    let states = try StateComparison(
      data.index, from: data.index.rows(of: data.state(at: from)),
      to: data.index.rows(of: data.state(at: to)),
      rule: MoveRule(distance: threshold.distance, angle: threshold.angle),
      shift: isAligned ? .takenOut(history) : .ignored)
    let report = try DiffReport(
      data.index, states, fromDate: HBInstant(.distantPast), toDate: HBInstant(.distantFuture))
    let place: Comment = "\(from) to \(to), \(threshold), aligned \(isAligned), seed \(seed)"
    func ids(_ difference: Difference) -> [String] {
      comparison.rows.filter {
        $0.difference == difference || difference == .updated && $0.isUpdated
      }
      .map { data.index.anchorId(ofSlot: $0.slot).uuidString }.sorted()
    }
    #expect(ids(.added) == report.diff.added.map(\.id.uuidString).sorted(), place)
    #expect(ids(.removed) == report.diff.removed.map(\.id.uuidString).sorted(), place)
    #expect(ids(.moved) == report.moved.map(\.anchor.id.uuidString).sorted(), place)
    #expect(ids(.updated) == report.diff.updated.map(\.anchor.id.uuidString).sorted(), place)
    let updated = Set(report.diff.updated.map(\.anchor.id))
    let below = report.belowThreshold.filter { !updated.contains($0) }
    #expect(comparison.belowThreshold == below.count, place)
    #expect(comparison.shiftTakenOut == report.shift, place)
    let farthest = comparison.rows.map(\.distance).max() ?? 0
    #expect(abs(farthest - (report.moved.map(\.distance).max() ?? 0)) < 1e-9, place)
  }
}
