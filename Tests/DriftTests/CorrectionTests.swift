import DriftTestSupport
import Foundation
import HyperbasisAnchorLog
import HyperbasisDrift
import HyperbasisModels
import Testing

/// The worked table, and what follows a correction.
struct CorrectionTests {
  private typealias Anchor = WorkedTable.Anchor

  private func plan(
    _ log: DriftLog, _ frame: HBCorrection.Frame, others: HBCorrection.Others? = .stay,
    added: HBCorrection.Added = .move, corrections: [UUID: CorrectionTag] = [:]
  ) throws -> CorrectionPlan {
    let index = try log.index()
    let request = HBCorrection(
      shifts: [DriftLog.operationId(WorkedTable.shift)], frame: frame, added: added,
      others: others)
    return try CorrectionPlan(
      request, index, DriftHistory(index), corrections: corrections)
  }

  private func places(_ plan: CorrectionPlan) -> [UUID: SIMD3<Float>] {
    Dictionary(
      uniqueKeysWithValues: plan.moves.map {
        ($0.anchorId, HBTransform.position($0.transform))
      })
  }

  private func expect(
    _ plan: CorrectionPlan, _ expected: [(Anchor, SIMD3<Float>)],
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let places = places(plan)
    for (anchor, position) in expected {
      guard let place = places[DriftLog.anchorId(anchor.rawValue)] else {
        Issue.record("\(anchor) stays", sourceLocation: sourceLocation)
        continue
      }
      let delta = place - position
      #expect(
        (delta * delta).sum().squareRoot() < 0.002, "\(anchor)", sourceLocation: sourceLocation)
    }
  }

  @Test func theShift() throws {
    let history = try DriftHistory(WorkedTable.log().index())
    #expect(history.shifts.map(\.kind) == [.space])
    #expect(history.shifts.first?.followers.count == 7)
  }

  /// If another shift lies between a shift and the one that took it back, both are still in the frame of
  /// the anchors; taking them out leaves nothing but rounding, which is no reason to write.
  @Test func aShiftAndWhatTookItBack() throws {
    let ways = [SIMD3(0.3, 0.02, -0.1), SIMD3(-0.5, 0.1, 0.4), SIMD3(-0.3, -0.02, 0.1)]
    var log = DriftLog()
    var places = GridCase.noisy(GridCase.places, 0.1)
    for (number, place) in places.enumerated() {
      log.write(.created, number, place.transform, at: 20 * Double(number))
    }
    for (round, way) in ways.enumerated() {
      places = places.moved(by: Motion(yaw: 0, translation: way))
      for (number, place) in places.enumerated() {
        log.write(
          .moved, number, place.transform, at: 7200 * Double(round + 1), operation: round + 1)
      }
    }
    let index = try log.index()
    let history = try DriftHistory(index)
    let ids = history.shifts.map(\.id)
    #expect(ids.count == 3)
    let none = try CorrectionPlan(
      HBCorrection(shifts: [ids[0], ids[2]], frame: .old), index, history)
    #expect(none.moves.isEmpty)
    #expect(none.stays[.sameFrame]?.count == 20)
    let between = try CorrectionPlan(HBCorrection(shifts: [ids[1]], frame: .old), index, history)
    #expect(between.moves.count == 20)
  }

  @Test func toTheOldFrame() throws {
    let plan = try plan(WorkedTable.log(), .old)
    #expect(plan.moves.count == 8)
    expect(
      plan,
      [
        (.lamp, SIMD3(1, 0, 2)), (.mug, SIMD3(2, 1, -1)), (.chair, SIMD3(3.5, 0, 0)),
        (.note, SIMD3(5, 1, 1)), (.shelf, SIMD3(-1, 1, 1)),
      ])
    let lamp = plan.moves.first { $0.anchorId == DriftLog.anchorId(Anchor.lamp.rawValue) }
    #expect(lamp?.kind == .exact)
    #expect(lamp?.transform == Place(SIMD3(1, 0, 2)).transform)
    #expect(plan.stays[.putBack]?.count == 1)
    #expect(plan.stays[.added]?.count == 1)
    #expect(plan.stays[.sameFrame]?.count == 1)
  }

  /// What the anchor was before the shift is then not what it would be without it.
  @Test(arguments: [HBTransform.make(position: .zero, yaw: 90), [2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2]])
  func aTurnOrAScalingInPlaceIsKept(axes: [Float]) throws {
    var log = WorkedTable.log()
    let turned = Array(axes.prefix(11) + Place(SIMD3(1.3, 0, 2)).transform.suffix(5))
    log.write(.moved, Anchor.lamp.rawValue, turned, at: 80_000, actor: "A")
    let plan = try plan(log, .old)
    #expect(plan.moves.count == 8)
    expect(plan, [(.lamp, SIMD3(1, 0, 2))])
    let move = try #require(
      plan.moves.first { $0.anchorId == DriftLog.anchorId(Anchor.lamp.rawValue) })
    #expect(move.kind == .moved)
    for (old, new) in zip(turned.prefix(11), move.transform) { #expect(abs(old - new) < 1e-5) }
  }

  @Test func whatWasTurnedCanStillBePutBackByHand() throws {
    var log = WorkedTable.log()
    let turned = HBTransform.make(position: SIMD3(1.3, 0, 2), yaw: 90)
    log.write(.moved, Anchor.lamp.rawValue, turned, at: 80_000, actor: "B")
    let back = HBTransform.make(position: SIMD3(1.01, 0, 2), yaw: 90)
    log.write(.moved, Anchor.lamp.rawValue, back, at: 80_100, actor: "B")
    #expect(try plan(log, .old).stays[.putBack]?.count == 2)
  }

  /// Whoever shifted would have written other coordinates for the same place.
  @Test func whatIsWrittenAnewWhereItStandsStaysInItsFrame() throws {
    var log = WorkedTable.log()
    let exit = Place(SIMD3(-3.0001, 0, 3.005)).transform
    log.write(.moved, Anchor.exit.rawValue, exit, at: 80_000, actor: "A")
    let lamp = Place(SIMD3(1.305, 0, 2)).transform
    log.write(.moved, Anchor.lamp.rawValue, lamp, at: 80_100, actor: "B")
    let old = try plan(log, .old)
    #expect(old.moves.count == 8)
    #expect(old.stays[.sameFrame]?.count == 1)
    expect(old, [(.lamp, SIMD3(1.005, 0, 2))])
    let new = try plan(log, .new)
    #expect(new.moves.count == 3)
    expect(new, [(.exit, SIMD3(-2.7, 0, 3.005))])
  }

  @Test func toTheNewFrame() throws {
    let plan = try plan(WorkedTable.log(), .new)
    #expect(plan.moves.count == 3)
    expect(
      plan,
      [
        (.exit, SIMD3(-2.7, 0, 3)), (.poster, SIMD3(0.31, 1.5, -2)), (.plant, SIMD3(4.3, 0, 4)),
      ])
  }

  @Test func othersThatFollow() throws {
    let plan = try plan(WorkedTable.log(), .old, others: .follow)
    expect(plan, [(.plant, SIMD3(3.7, 0, 4))])
    #expect(plan.moves.count == 9)
  }

  @Test func addedAnchorsThatAreKept() throws {
    let plan = try plan(WorkedTable.log(), .old, added: .keep)
    #expect(plan.moves.count == 7)
  }

  @Test(arguments: HBCorrection.Frame.allCases)
  func aSecondPlanIsEmpty(frame: HBCorrection.Frame) throws {
    var log = WorkedTable.log()
    let first = try plan(log, frame)
    for move in first.moves {
      let anchor = try #require(
        Anchor.allCases.first { DriftLog.anchorId($0.rawValue) == move.anchorId })
      log.write(.moved, anchor.rawValue, move.transform, at: 90_000, actor: "B", operation: 9)
    }
    let corrections = [DriftLog.operationId(9): first.tag]
    let second = try plan(log, frame, corrections: corrections)
    #expect(second.moves.isEmpty)
  }

  @Test func anUndoneCorrectionIsPlannedAgain() throws {
    var log = WorkedTable.log()
    let first = try plan(log, .old)
    let before = try log.index()
    for move in first.moves {
      log.write(
        .moved, number(move.anchorId), move.transform, at: 90_000, actor: "B", operation: 9)
    }
    for move in first.moves {
      let slot = try #require(before.slot(of: move.anchorId))
      log.write(
        .moved, number(move.anchorId), try before.transform(before.newestOrdinal(ofSlot: slot)),
        at: 91_000, actor: "B", operation: 10, undoing: 9)
    }
    let corrections = [DriftLog.operationId(9): first.tag]
    let again = try plan(log, .old, corrections: corrections)
    #expect(places(again) == places(first))
  }

  private func number(_ id: UUID) -> Int {
    Anchor.allCases.first { DriftLog.anchorId($0.rawValue) == id }?.rawValue ?? -1
  }

  /// x' = M₂·M₁⁻¹·M₂⁻¹·x if only the first of two shifts is taken out.
  @Test func theFirstOfTwoShifts() throws {
    let grid = GridCase.places
    let first = GridCase.motion()
    let second = grid.motion(yaw: -8, then: SIMD3(-0.5, 0.1, 0.4))
    var log = GridCase.log(grid, grid.moved(by: first))
    let both = grid.moved(by: first).moved(by: second)
    for (number, place) in both.enumerated() {
      log.write(.moved, number, place.transform, at: 93_600, operation: 2)
    }
    let index = try log.index()
    let history = try DriftHistory(index)
    #expect(history.shifts.map(\.kind) == [.space, .space])
    let one = try CorrectionPlan(
      HBCorrection(shifts: [DriftLog.operationId(1)], frame: .old), index, history)
    #expect(one.moves.count == 20 && one.moves.allSatisfy { $0.kind == .shifted })
    for (move, place) in zip(one.moves, grid.moved(by: second)) {
      let delta = SIMD3<Double>(HBTransform.position(move.transform)) - place.position
      #expect((delta * delta).sum().squareRoot() < 0.001)
      #expect(abs(HBTransform.angle(move.transform, place.transform)) < 0.01)
    }
    let all = try CorrectionPlan(
      HBCorrection(
        shifts: [DriftLog.operationId(1), DriftLog.operationId(2)], frame: .old), index, history)
    #expect(all.moves.map(\.transform) == grid.map(\.transform))
    #expect(all.moves.allSatisfy { $0.kind == .exact })
  }

  /// Returns a log in which B shifts half of the grid, and A then all but one anchor of each half.
  private func partThenSpace() -> (log: DriftLog, places: [Place], second: Motion) {
    let grid = GridCase.places
    var log = DriftLog()
    for (number, place) in grid.enumerated() {
      log.write(.created, number, place.transform, at: 20 * Double(number), actor: "A")
    }
    var places = grid
    let first = Array(grid[..<10]).motion(yaw: -7, then: SIMD3(-0.4, 0, 0.3))
    for number in 0..<10 {
      places[number] = grid[number].moved(by: first)
      log.write(.moved, number, places[number].transform, at: 7200, actor: "B", operation: 1)
    }
    let second = places.motion(yaw: 30, then: SIMD3(0.05, 0, 0.02))
    for number in grid.indices where ![3, 17].contains(number) {
      places[number] = places[number].moved(by: second)
      log.write(.moved, number, places[number].transform, at: 93_600, actor: "A", operation: 2)
    }
    return (log, places, second)
  }

  /// An anchor that followed both of two shifts is in the frame of the later one; one that followed only
  /// the first is moved to where the second would have taken it from there.
  @Test func onlyTheRestIsBroughtAlong() throws {
    let (log, places, second) = partThenSpace()
    let index = try log.index()
    let history = try DriftHistory(index)
    #expect(history.shifts.map(\.kind) == [.part, .space])
    let plan = try CorrectionPlan(
      HBCorrection(shifts: [DriftLog.operationId(2)], frame: .new), index, history)
    #expect(Set(plan.moves.map(\.anchorId)) == Set([3, 17].map(DriftLog.anchorId)))
    for number in [3, 17] {
      let move = plan.moves.first { $0.anchorId == DriftLog.anchorId(number) }
      let position = HBTransform.position(try #require(move).transform)
      let rest = SIMD3<Double>(position) - places[number].moved(by: second).position
      #expect((rest * rest).sum().squareRoot() < 0.001, "\(number)")
    }
    #expect(plan.stays[.sameFrame]?.count == 18)
  }

  /// An anchor that followed only the later shift is moved to where both would have taken it.
  @Test func theFirstOfTwoShiftsIsBroughtAlong() throws {
    let grid = GridCase.places
    let first = Array(grid[..<10]).motion(yaw: -7, then: SIMD3(-0.4, 0, 0.3))
    let (log, _, second) = partThenSpace()
    let index = try log.index()
    let plan = try CorrectionPlan(
      HBCorrection(shifts: [DriftLog.operationId(1)], frame: .new), index, DriftHistory(index))
    #expect(plan.moves.count == 10)
    for move in plan.moves where move.anchorId != DriftLog.anchorId(17) {
      let number = try #require(grid.indices.first { DriftLog.anchorId($0) == move.anchorId })
      let goal = grid[number].moved(by: first).moved(by: second)
      let rest = SIMD3<Double>(HBTransform.position(move.transform)) - goal.position
      #expect((rest * rest).sum().squareRoot() < 0.001, "\(number)")
    }
  }

  @Test func nothingIsLeftToCorrectWhereAShiftWasTakenBack() throws {
    let grid = GridCase.places
    var log = GridCase.log(grid, grid.moved(by: GridCase.motion()))
    for (number, place) in grid.enumerated() {
      log.write(.moved, number, place.transform, at: 93_600, operation: 2)
    }
    let index = try log.index()
    let history = try DriftHistory(index)
    let ids = history.shifts.map(\.id)
    let plan = try CorrectionPlan(
      HBCorrection(shifts: ids, frame: .old), index, history)
    #expect(plan.moves.isEmpty)
  }

  @Test func headingsThatStayedAreLeftAlone() throws {
    let grid = GridCase.places
    var log = GridCase.log(grid, grid.moved(by: GridCase.motion(), turns: false))
    let moved = Place(GridCase.motion().apply(SIMD3(0, 0, 1)), heading: 0)
    log.write(.moved, 0, moved.transform, at: 9000, actor: "A", operation: 2)
    let index = try log.index()
    let plan = try CorrectionPlan(
      HBCorrection(shifts: [DriftLog.operationId(1)], frame: .old), index,
      DriftHistory(index))
    #expect(plan.moves.count == 20)
    let own = try #require(plan.moves.first { $0.kind == .moved })
    #expect(Array(own.transform[..<12]) == Array(moved.transform[..<12]))
    #expect(abs(own.transform[14] - 1) < 0.001)
  }

  @Test func aTagIsReadAsItIsWritten() throws {
    let tag = CorrectionTag(
      shifts: [DriftLog.operationId(1)], frame: .new, since: HBInstant(microseconds: 1_500_000))
    #expect(CorrectionTag(tag.value) == tag)
    #expect(CorrectionTag("old") == nil)
  }

  /// The scanner and the reader of the lines that it refuses read the key of a line alike.
  @Test(arguments: [#""corrects":{"#, #""corrects" : { "#])
  func aLogTellsWhatItCorrects(spelling: String) throws {
    let log = WorkedTable.log()
    let tag = CorrectionTag(
      shifts: [DriftLog.operationId(1)], frame: .old, since: HBInstant(microseconds: 1_500_000))
    func line(_ number: Int, _ operation: Int, undoing: Int? = nil) throws -> String {
      let event = HBAnchorEvent(
        id: DriftLog.operationId(900 + number), anchorId: DriftLog.anchorId(0), spaceId: log.space,
        type: .moved, timestamp: Date(timeIntervalSince1970: 1_710_000_000 + Double(number)),
        version: 9 + number, transform: Place(.zero).transform)
      var extras = LogExtras(
        operation: DriftLog.operationId(operation),
        undone: undoing.map { .undoes(DriftLog.operationId($0)) })
      extras.corrects = tag
      let text = String(decoding: try LogLine.encode(event, extras: extras), as: UTF8.self)
      return text.replacing(#""corrects":{"#, with: spelling) + "\n"
    }
    let text = try log.text + line(0, 7) + line(1, 8, undoing: 5)
    let reader = try LogReader.load(
      spaceId: log.space, source: MemoryByteSource(Array(text.utf8)))
    #expect(reader.problems.isEmpty)
    #expect(
      reader.index.corrections == [DriftLog.operationId(7): tag, DriftLog.operationId(5): tag])
  }
}
