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

/// The time machine's comparison by columns and the command's by values say the same.
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

  /// Of a comparison it is how far apart the two places are, not how far any event moved the anchor.
  @Test func `how far an anchor moved is asked of the comparison`() throws {
    var log = DriftLog()
    for anchor in 0..<3 { log.write(.created, anchor, Self.place(0), at: 0) }
    // Twice 1 m is 2 m; there and back is nowhere; the last stays.
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
