import DriftTestSupport
import Foundation
import Hyperbasis
import HyperbasisAnchorLog
import HyperbasisDrift
import Testing

@testable import HyperbasisHistory

/// What comes back across a shift comes back as it was then, or to where its position is today.
struct CrossedShiftTests {
  private typealias Anchor = WorkedTable.Anchor

  private static let shift = DriftLog.operationId(WorkedTable.shift)
  /// A picture frame that was deleted before the shift, by an operation of its own.
  private static let frame = 50
  private static let deletion = 20

  /// Returns the worked table, with a picture frame that was there for an hour.
  private func worked() throws -> PlanBench {
    var log = WorkedTable.log()
    let place = Place(SIMD3(-2, 1, -1)).transform
    log.write(.created, Self.frame, place, at: 150, actor: "B")
    log.write(.deleted, Self.frame, at: 3600, actor: "B", operation: Self.deletion)
    return PlanBench(try log.index())
  }

  private func id(_ anchor: Anchor) -> UUID { DriftLog.anchorId(anchor.rawValue) }

  private func rollBack(_ anchor: Anchor, _ version: Int) -> HBPlanRequest {
    .rollback(anchorId: id(anchor), toVersion: version)
  }

  // MARK: - One anchor

  @Test func aMugAsItWasThen() throws {
    let bench = try worked()
    let plan = try bench.plan(rollBack(.mug, 1))
    #expect(plan.changes.first?.after?.transform == Place(SIMD3(2, 1, 0)).transform)
    let crossed = try #require(plan.crossed)
    #expect(crossed.shifts.map(\.id) == [Self.shift] && crossed.frame == .then)
    #expect(crossed.anchorIds == [id(.mug)] && plan.corrects == nil)
    #expect(try bench.plan(rollBack(.mug, 2)).crossed == nil)
  }

  /// It was not moved between its first version and the shift: its position today is exactly what the
  /// shift wrote.
  @Test func aMugWhereItIsToday() throws {
    let plan = try worked().plan(.placing(.now, rollBack(.mug, 1)))
    #expect(plan.changes.first?.after?.transform == Place(SIMD3(2.30, 1, 0)).transform)
    #expect(plan.crossed?.frame == .now && plan.corrects == nil)
    let tag = try #require(plan.changes.first?.carried)
    #expect(tag.shifts == [Self.shift] && tag.frame == nil)
    #expect(CorrectionTag(tag.value) == tag)
    #expect(try worked().plan(.placing(.now, rollBack(.lamp, 1))).isEmpty)
  }

  @Test func whatMovedByItselfInTheShift() throws {
    var bench = try worked()
    try bench.perform(.placing(.now, rollBack(.chair, 1)))
    #expect(bench.distance(.chair, SIMD3(3.30, 0, 0)) < 0.001)
    // The shift is the only one, and taking it out brings the chair to where it stood first.
    #expect(try bench.shifts().count == 1)
    try bench.perform(
      .correct(HBCorrection(shifts: [Self.shift], frame: .old, others: .stay)))
    #expect(bench.distance(.chair, SIMD3(3, 0, 0)) < 0.001)
  }

  // MARK: - Anchors that were deleted

  @Test func aDeletedAnchorComesBackAsItWas() throws {
    var bench = try worked()
    let plan = try bench.perform(.restore([DriftLog.anchorId(Self.frame)]))
    #expect(plan.crossed?.shifts.map(\.id) == [Self.shift])
    #expect(bench.distance(Self.frame, SIMD3(-2, 1, -1)) == 0)
    // It is in the frame from before the shift: with the others moved into the new frame, it is carried.
    try bench.perform(.correct(HBCorrection(shifts: [Self.shift], frame: .new)))
    #expect(bench.distance(Self.frame, SIMD3(-1.7, 1, -1)) < 0.001)
  }

  @Test(arguments: [
    HBPlanRequest.restore([DriftLog.anchorId(frame)]),
    .undoOperation(DriftLog.operationId(deletion)),
    .rollback(anchorId: DriftLog.anchorId(frame), toVersion: 1),
  ])
  func aDeletedAnchorComesBackWhereItIsToday(request: HBPlanRequest) throws {
    #expect(try worked().plan(request).crossed?.frame == .then)
    var bench = try worked()
    let plan = try bench.perform(.placing(.now, request))
    #expect(plan.events.map(\.type) == [.restored])
    #expect(bench.distance(Self.frame, SIMD3(-1.7, 1, -1)) < 0.001)
    try bench.perform(.correct(HBCorrection(shifts: [Self.shift], frame: .new, others: .stay)))
    #expect(bench.distance(Self.frame, SIMD3(-1.7, 1, -1)) < 0.001)
    try bench.perform(.correct(HBCorrection(shifts: [Self.shift], frame: .old, others: .stay)))
    #expect(bench.distance(Self.frame, SIMD3(-2, 1, -1)) < 0.001)
  }

  /// Bringing it back as it was, and undoing that, has no lasting effect.
  @Test(arguments: [
    HBPlanRequest.restore([DriftLog.anchorId(frame)]), .redo,
    .rollback(anchorId: DriftLog.anchorId(frame), toVersion: 1),
  ])
  func aDeletedAnchorComesBackAfterAnUndo(request: HBPlanRequest) throws {
    let restore = HBPlanRequest.restore([DriftLog.anchorId(Self.frame)])
    for first in [restore, .placing(.now, restore)] {
      var bench = try worked()
      try bench.perform(first)
      try bench.perform(.undo)
      try bench.perform(.redo)
      try bench.perform(.undo)
      if case .restore = request { #expect(try bench.plan(request).crossed != nil) }
      try bench.perform(.placing(.now, request))
      #expect(bench.distance(Self.frame, SIMD3(-1.7, 1, -1)) < 0.001)
    }
  }

  /// It stands where it was then; a rollback can still put it where that position is today.
  @Test func whatCameBackAsItWasIsCarriedLater() throws {
    var bench = try worked()
    try bench.perform(.restore([DriftLog.anchorId(Self.frame)]))
    let request = HBPlanRequest.rollback(anchorId: DriftLog.anchorId(Self.frame), toVersion: 1)
    #expect(try bench.plan(request).isEmpty)
    try bench.perform(.placing(.now, request))
    #expect(bench.distance(Self.frame, SIMD3(-1.7, 1, -1)) < 0.001)
    #expect(try bench.plan(.placing(.now, request)).isEmpty)
  }

  /// It followed the shift, was deleted, and was brought back and deleted again after the shift had been
  /// taken out of the others.
  @Test func whatWasHiddenWhenAShiftWasTakenOut() throws {
    var log = WorkedTable.log()
    log.write(.deleted, Anchor.lamp.rawValue, at: 90_000, actor: "B", operation: Self.deletion)
    var bench = PlanBench(try log.index())
    try bench.perform(
      .correct(HBCorrection(shifts: [Self.shift], frame: .old, others: .stay)))
    try bench.perform(.placing(.now, .restore([id(.lamp)])))
    #expect(bench.distance(.lamp, SIMD3(1, 0, 2)) < 0.001)
    try bench.perform(.undo)
    #expect(try bench.plan(rollBack(.lamp, 1)).crossed == nil)
    try bench.perform(.placing(.now, rollBack(.lamp, 1)))
    #expect(bench.distance(.lamp, SIMD3(1, 0, 2)) == 0)
  }

  /// Of the anchors in a rollback, only those that come back count.
  @Test func onlyWhatChangesIsCounted() throws {
    var bench = try worked()
    try bench.perform(.rollbackSpace(bench.instant(7000)))
    try bench.perform(.undo)
    let plan = try bench.plan(.placing(.now, .rollbackSpace(bench.instant(7000))))
    let changed = Set(plan.changes.map(\.anchorId))
    #expect(plan.crossed.map { Set($0.anchorIds).isSubset(of: changed) } ?? true)
  }

  // MARK: - The whole space

  @Test func aSpaceAsItWasThen() throws {
    var bench = try worked()
    let plan = try bench.perform(.rollbackSpace(bench.instant(7000)))
    #expect(plan.crossed?.anchorIds.count == 7)
    #expect(bench.distance(.mug, SIMD3(2, 1, 0)) == 0)
    // Everything went back as one.
    #expect(try bench.shifts().map(\.inverseOf) == [nil, Self.shift])
  }

  @Test func aSpaceWhereItIsToday() throws {
    var bench = try worked()
    let plan = try bench.perform(.placing(.now, .rollbackSpace(bench.instant(7000))))
    let changed = Set(plan.changes.map(\.anchorId))
    #expect(changed == Set([Anchor.mug, .chair, .poster, .note, .plant].map(id)))
    #expect(bench.distance(.mug, SIMD3(2.30, 1, 0)) == 0)
    #expect(bench.distance(.chair, SIMD3(3.30, 0, 0)) < 0.001)
    #expect(bench.distance(.poster, SIMD3(0, 1.5, -2)) == 0)
    #expect(try bench.shifts().count == 1)
    try bench.perform(
      .correct(HBCorrection(shifts: [Self.shift], frame: .old, others: .stay)))
    for (anchor, place) in [
      (Anchor.lamp, SIMD3(1.0, 0, 2)), (.mug, SIMD3(2.0, 1, 0)), (.chair, SIMD3(3.0, 0, 0)),
      (.exit, SIMD3(-3.0, 0, 3)), (.poster, SIMD3(0.0, 1.5, -2)),
    ] {
      #expect(bench.distance(anchor, place) < 0.001, "\(anchor)")
    }
  }

  /// A roll-back across a shift is a shift itself, and its undo another one: what the operation hid or
  /// brought back comes and goes with everything else.
  @Test(arguments: [HBPlaceFrame.then, .now], [true, false])
  func aRollBackAcrossAShiftIsUndoneAndRedone(_ frame: HBPlaceFrame, _ wasThere: Bool) throws {
    var log = WorkedTable.log()
    let place = Place(SIMD3(-2, 1, -1)).transform
    let shifted = Place(SIMD3(-1.7, 1, -1)).transform
    log.write(.created, Self.frame, place, at: 150, actor: "B")
    if wasThere {
      log.write(.moved, Self.frame, shifted, at: 7200.75, actor: "A", operation: WorkedTable.shift)
      log.write(.deleted, Self.frame, at: 8400, actor: "B", operation: Self.deletion)
    } else {
      log.write(.deleted, Self.frame, at: 3600, actor: "B", operation: Self.deletion)
      log.write(.restored, Self.frame, shifted, at: 8400, actor: "A", operation: 22)
    }
    var bench = PlanBench(try log.index())
    func places() -> [[Float]] {
      (WorkedTable.Anchor.allCases.map(\.rawValue) + [Self.frame]).map(bench.visibleTransform)
    }
    let before = places()
    try bench.perform(.rollbackSpace(bench.instant(7000)))
    let rolledBack = places()
    #expect(before.last?.isEmpty == wasThere && rolledBack.last?.isEmpty == !wasThere)
    #expect(try bench.perform(.placing(frame, .undo)).crossed == nil)
    #expect(places() == before)
    #expect(try bench.perform(.placing(frame, .redo)).crossed == nil)
    #expect(places() == rolledBack)
    #expect(try bench.perform(.placing(frame, .undo)).crossed == nil)
    #expect(places() == before)
  }

  @Test func anUndoneRollBackLeavesTheFramesAlone() throws {
    var bench = try worked()
    try bench.perform(.placing(.now, rollBack(.chair, 1)))
    #expect(try bench.perform(.undo).crossed == nil)
    #expect(bench.distance(.chair, SIMD3(3.80, 0, 0)) == 0)
    #expect(try bench.perform(.redo).crossed == nil)
    #expect(bench.distance(.chair, SIMD3(3.30, 0, 0)) < 0.001)
    try bench.perform(
      .correct(HBCorrection(shifts: [Self.shift], frame: .old, others: .stay)))
    #expect(bench.distance(.chair, SIMD3(3, 0, 0)) < 0.001)
  }

  // MARK: - Undoing a shift

  @Test func undoingAShiftIsWhatItSays() throws {
    let bench = try worked()
    for operation in [WorkedTable.shift, 2, 5] {
      let plan = try bench.plan(.undoOperation(DriftLog.operationId(operation)))
      #expect(plan.crossed == nil, "operation \(operation)")
    }
  }

  /// Returns a space in which a globe was moved before a shift, and not touched since.
  private func movedBeforeTheShift() throws -> PlanBench {
    var log = WorkedTable.log()
    func place(_ x: Double) -> [Float] { Place(SIMD3(x, 1, -2)).transform }
    log.write(.created, Self.globe, place(-2), at: 160, actor: "B")
    log.write(.moved, Self.globe, place(-2.5), at: 3000, actor: "B", operation: Self.move)
    log.write(
      .moved, Self.globe, place(-2.2), at: 7200.75, actor: "A", operation: WorkedTable.shift)
    return PlanBench(try log.index())
  }

  private static let globe = 51
  private static let move = 21

  @Test func aMoveBeforeAShiftIsUndoneWhereItIsToday() throws {
    var bench = try movedBeforeTheShift()
    let undo = HBPlanRequest.undoOperation(DriftLog.operationId(Self.move))
    let then = try bench.plan(undo)
    #expect(then.isEmpty && then.conflicts.map(\.parts) == [[.place]])
    #expect(then.conflicts.map(\.isOnlyShifted) == [true])

    let now = try bench.perform(.placing(.now, undo))
    #expect(now.conflicts.isEmpty && now.crossed?.frame == .now)
    #expect(now.changes.map(\.anchorId) == [DriftLog.anchorId(Self.globe)])
    let place = try #require(now.changes.first?.after?.transform)
    #expect(abs(place[12] - -1.7) < 0.001 && place[13] == 1 && abs(place[14] - -2) < 0.001)
    // It is undone now, and can be redone.
    #expect(try bench.perform(.redo).changes.first?.after?.transform[12] == -2.2)
  }

  /// The first of two shifts is taken out: no event says where the globe is without that one.
  @Test func aMoveIsUndoneBehindACorrection() throws {
    var bench = try movedBeforeTheShift()
    let index = bench.index
    let anchors = try (0..<index.slotCount).compactMap { slot -> HBAnchor? in
      let newest = index.newestOrdinal(ofSlot: slot)
      guard index.isVisible(newest), var anchor = try index.anchor(after: newest) else {
        return nil
      }
      anchor.transform[14] += 1
      return anchor
    }
    try bench.perform(.save(anchors))
    #expect(try bench.shifts().count == 2)
    try bench.perform(
      .correct(HBCorrection(shifts: [Self.shift], frame: .old, others: .stay)))
    let undo = HBPlanRequest.undoOperation(DriftLog.operationId(Self.move))
    #expect(try bench.plan(undo).conflicts.map(\.isOnlyShifted) == [true])
    let now = try bench.perform(.placing(.now, undo))
    #expect(now.conflicts.isEmpty && now.crossed?.frame == .now)
    // It had not seen the first shift, which is out again.
    #expect(now.crossed?.corrected.isEmpty == true && now.crossed?.come.count == 1)
    let place = try #require(now.changes.first?.after?.transform)
    #expect(abs(place[12] - -2) < 0.001 && place[13] == 1, "\(place)")
    #expect(abs(place[14] - -1) < 0.001, "\(place)")
  }

  @Test func aMoveThatSomebodyWentOnWithStaysThoughTheSpaceShifted() throws {
    var bench = try movedBeforeTheShift()
    try bench.perform(
      .save([
        HBAnchor(
          id: DriftLog.anchorId(Self.globe), spaceId: bench.index.spaceId,
          transform: Place(SIMD3(-2.2, 1, -3)).transform)
      ]))
    let undo = HBPlanRequest.undoOperation(DriftLog.operationId(Self.move))
    for request in [undo, .placing(.now, undo)] {
      let plan = try bench.plan(request)
      #expect(plan.isEmpty && plan.conflicts.map(\.isOnlyShifted) == [false])
    }
  }

  @Test func aCorrectionIsCrossedToo() throws {
    var bench = try worked()
    try bench.perform(
      .correct(HBCorrection(shifts: [Self.shift], frame: .old, others: .stay)))
    #expect(try bench.plan(.undo).crossed == nil)
    // The second version of the lamp comes from the shift, which was taken out.
    let then = try bench.plan(rollBack(.lamp, 2))
    #expect(then.crossed?.shifts.map(\.id) == [Self.shift])
    #expect(then.changes.first?.after?.transform == Place(SIMD3(1.30, 0, 2)).transform)
    #expect(try bench.plan(.placing(.now, rollBack(.lamp, 2))).isEmpty)
    try bench.perform(.placing(.now, rollBack(.mug, 3)))
    #expect(bench.distance(.mug, SIMD3(2, 1, -1)) < 0.001)
  }

  // MARK: - Several shifts, and parts

  @Test func twoShifts() throws {
    let grid = GridCase.places
    let (first, second) = (GridCase.motion(), grid.motion(yaw: -8, then: SIMD3(-0.5, 0.1, 0.4)))
    var log = GridCase.log(grid, grid.moved(by: first))
    var places = grid.moved(by: first)
    places[3].position += SIMD3(0, 0, 0.7)
    log.write(.moved, 3, places[3].transform, at: 20_000, actor: "A")
    for (number, place) in places.moved(by: second).enumerated() {
      log.write(.moved, number, place.transform, at: 93_600, operation: 2)
    }
    var bench = PlanBench(try log.index())
    let request = HBPlanRequest.rollback(anchorId: DriftLog.anchorId(3), toVersion: 1)
    #expect(try bench.plan(request).crossed?.shifts.count == 2)
    try bench.perform(.placing(.now, request))
    let wanted = grid[3].moved(by: first).moved(by: second)
    #expect(bench.distance(3, wanted.position) < 0.001)
    #expect(abs(HBTransform.angle(bench.transform(3), wanted.transform)) < 0.01)
    let between = HBPlanRequest.rollback(anchorId: DriftLog.anchorId(5), toVersion: 2)
    #expect(try bench.plan(between).crossed?.shifts.map(\.id) == [DriftLog.operationId(2)])
    #expect(try bench.plan(.placing(.now, between)).isEmpty)
  }

  /// A's device shifts half of the grid; C, whose device did not shift, rolls one of those anchors back.
  @Test func aPartByOneWriter() throws {
    let grid = GridCase.places
    let motion = GridCase.motion()
    var log = DriftLog()
    for (number, place) in grid.enumerated() {
      log.write(.created, number, place.transform, at: 20 * Double(number), actor: "B")
    }
    for number in grid.indices where number % 2 == 0 {
      let place = grid[number].moved(by: motion)
      log.write(.moved, number, place.transform, at: 7200, actor: "A", operation: 1)
    }
    var moved = grid[4].moved(by: motion)
    moved.position += SIMD3(0, 0, 0.7)
    log.write(.moved, 4, moved.transform, at: 12_000, actor: "A", operation: 3)
    log.write(.moved, 5, Place(SIMD3(9, 0, 9)).transform, at: 12_100, actor: "B", operation: 4)
    var bench = PlanBench(try log.index())
    let request = HBPlanRequest.rollback(anchorId: DriftLog.anchorId(4), toVersion: 1)
    #expect(try bench.plan(request).crossed?.shifts.map(\.extent) == [.part])
    let unshifted = HBPlanRequest.rollback(anchorId: DriftLog.anchorId(5), toVersion: 1)
    #expect(try bench.plan(unshifted).crossed == nil)
    try bench.perform(.placing(.now, request))
    #expect(bench.distance(4, grid[4].moved(by: motion).position) < 0.001)
    let plan = try bench.perform(
      .correct(HBCorrection(shifts: [DriftLog.operationId(1)], frame: .old)))
    #expect(plan.changes.count == 10)
    #expect(bench.distance(4, grid[4].position) < 0.001)
  }

  // MARK: - Cost

  @Test func whatWasDoneJustNowNeedsNoSearch() throws {
    var bench = try worked()
    let start = bench.index.count
    for step in 0..<5 {
      var anchor = try #require(bench.anchor(.clock))
      anchor.transform = Place(SIMD3(1, 2, Double(step))).transform
      try bench.perform(.save([anchor]))
    }
    #expect(!FrameActivity(bench.index, since: start).mayChangeFrames)
    for _ in 0..<5 { try bench.perform(.undo) }
    #expect(!FrameActivity(bench.index, since: start).mayChangeFrames)
    #expect(FrameActivity(bench.index, since: bench.eventCount(7000)).mayChangeFrames)
    try bench.perform(.correct(HBCorrection(shifts: [Self.shift], frame: .old)))
    #expect(FrameActivity(bench.index, since: start).mayChangeFrames)
    try bench.perform(.undo)
    #expect(!FrameActivity(bench.index, since: start).mayChangeFrames)
  }
}

/// Plans on a log in memory; each is written to the log as a store would.
private struct PlanBench {
  private(set) var index: EventIndex
  private let cache = ShiftCache()

  init(_ index: EventIndex) { self.index = index }

  func plan(_ request: HBPlanRequest) throws -> HBPlan {
    let start = index.end ?? HBInstant(microseconds: 0)
    return try Planner(
      index: index, head: HBLogHead(bytes: 0, events: index.count, lastEventId: nil), actor: "C",
      now: start.advanced(byMicroseconds: 60_000_000), makeUUID: { UUID() }, shifts: cache
    ).plan(request)
  }

  @discardableResult
  mutating func perform(_ request: HBPlanRequest) throws -> HBPlan {
    let plan = try plan(request)
    try index.append(
      planned: plan.events, operation: plan.operation, undone: plan.tag, corrects: plan.corrects,
      carried: plan.carried)
    return plan
  }

  func shifts() throws -> [HBShift] {
    try cache.history(of: index).shifts.compactMap { HBShift($0, index) }
  }

  func instant(_ second: Int64) -> HBInstant {
    HBInstant(microseconds: (1_704_067_200 + second) * 1_000_000)
  }

  func eventCount(_ second: Int64) -> Int { index.eventCount(through: instant(second)) }

  func anchor(_ anchor: WorkedTable.Anchor) -> HBAnchor? {
    index.slot(of: DriftLog.anchorId(anchor.rawValue))
      .flatMap { try? index.anchor(after: index.newestOrdinal(ofSlot: $0)) }
  }

  func transform(_ number: Int) -> [Float] {
    index.slot(of: DriftLog.anchorId(number))
      .flatMap { try? index.transform(index.newestOrdinal(ofSlot: $0)) } ?? []
  }

  /// Returns an anchor's transform; empty if it is not visible.
  func visibleTransform(_ number: Int) -> [Float] {
    guard let slot = index.slot(of: DriftLog.anchorId(number)),
      index.isVisible(index.newestOrdinal(ofSlot: slot))
    else { return [] }
    return transform(number)
  }

  func distance(_ anchor: WorkedTable.Anchor, _ place: SIMD3<Double>) -> Double {
    distance(anchor.rawValue, place)
  }

  /// Returns the distance of an anchor from a place, in metres; infinite if it is not visible.
  func distance(_ number: Int, _ place: SIMD3<Double>) -> Double {
    guard let slot = index.slot(of: DriftLog.anchorId(number)),
      case let newest = index.newestOrdinal(ofSlot: slot), index.isVisible(newest)
    else { return .infinity }
    let rest = SIMD3<Double>(index.position(newest) - SIMD3<Float>(place))
    return (rest * rest).sum().squareRoot()
  }
}
