import DriftTestSupport
import Foundation
import HyperbasisAnchorLog
import HyperbasisDrift
import HyperbasisModels
import Testing

/// Anchors at the edges of a burst: those that others write while it is under way, those that make moves
/// of their own in it, and those that had shifted before.
struct BurstEdgeTests {
  private let grid = GridCase.places
  private let motion = GridCase.motion()
  private let ownMove = SIMD3(0, 0, 0.5)

  private func created(by actor: String?) -> DriftLog {
    var log = DriftLog()
    for (number, place) in grid.enumerated() {
      log.write(.created, number, place.transform, at: 20 * Double(number), actor: actor)
    }
    return log
  }

  private func movedByItself(_ place: Place) -> Place {
    Place(place.position + ownMove, heading: place.heading)
  }

  private func expect(
    _ places: [Place], after plan: CorrectionPlan, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(plan.moves.count == places.count, sourceLocation: sourceLocation)
    for move in plan.moves {
      let number = places.indices.first { DriftLog.anchorId($0) == move.anchorId }
      guard let number else { continue }
      let expected = places[number].transform
      #expect(
        HBTransform.distance(move.transform, expected) < 0.001
          && HBTransform.angle(move.transform, expected) < 0.01,
        "anchor \(number)", sourceLocation: sourceLocation)
    }
  }

  /// A's device rewrites the anchors one by one; before it gets to one of them, B moves that one.
  @Test(arguments: [nil, 1] as [Int?], [0.3, 20])
  func whatIsMovedWhileABurstIsUnderWayShiftsOnce(operation: Int?, gap: Double) throws {
    var log = created(by: "B")
    var places = grid
    for number in grid.indices {
      let time = 7200 + gap * Double(number)
      if number == 15 {
        places[number] = movedByItself(grid[number])
        log.write(.moved, number, places[number].transform, at: time - gap / 2, actor: "B")
        log.write(
          .updated, number, at: time - gap / 4, metadata: ["text": "seen"], actor: "B")
      }
      log.write(
        .moved, number, places[number].moved(by: motion).transform, at: time, actor: "A",
        operation: operation)
    }
    let index = try log.index()
    let history = try DriftHistory(index)
    #expect(history.shifts.filter(\.kind.isShift).count == 1)
    let frames = SpaceFrames(index, history)
    #expect(frames.groups(index, in: index.state(through: index.count)).map(\.anchors) == [20])
    let shift = try #require(history.shifts.first)
    let plan = try CorrectionPlan(HBCorrection(shifts: [shift.id], frame: .old), index, history)
    expect(places, after: plan)
  }

  /// The first and the last anchor of an operation made moves of their own, too.
  @Test func whatMovesByItselfAtTheEndsOfAnOperationIsPartOfIt() throws {
    var log = created(by: nil)
    var places = grid
    for number in [0, 19] { places[number] = movedByItself(grid[number]) }
    for number in grid.indices {
      log.write(
        .moved, number, places[number].moved(by: motion).transform,
        at: 7200 + 0.1 * Double(number), operation: 1)
    }
    let index = try log.index()
    let history = try DriftHistory(index)
    let shift = try #require(history.shifts.first)
    #expect(history.shifts.count == 1)
    #expect(shift.written == 20 && shift.followers.count == 18)
    #expect(shift.from == index.instant(20))
    let plan = try CorrectionPlan(HBCorrection(shifts: [shift.id], frame: .old), index, history)
    expect(places, after: plan)
  }

  /// Without an operation, what moved by itself and is written first or last is part of the burst if it
  /// keeps the pace of it. In one instant, ids alone decide what is first.
  @Test(arguments: [0, 7, 19], [nil, "A"] as [String?])
  func whatMovesByItselfIsPartOfABurstWhoseVeryPaceItKeeps(own: Int, actor: String?) throws {
    for pace in [0, 0.4, 1] {
      var log = created(by: actor)
      var places = grid
      places[own] = movedByItself(grid[own])
      for (number, place) in places.enumerated() {
        log.write(
          .moved, number, place.moved(by: motion).transform, at: 7200 + pace * Double(number),
          actor: actor)
      }
      let index = try log.index()
      let history = try DriftHistory(index)
      let shift = try #require(history.shifts.first)
      #expect(history.shifts.count == 1 && shift.written == 20 && shift.followers.count == 19)
      #expect(shift.id == shift.firstEvent)
      let plan = try CorrectionPlan(HBCorrection(shifts: [shift.id], frame: .old), index, history)
      expect(places, after: plan)
    }
  }

  /// A user may well have moved something seconds before the device found its place again.
  @Test(arguments: [(pace: 0.0, before: 0.1), (0.1, 1.5), (12, 12)])
  func whatIsMovedBeforeABurstIsNotPartOfIt(pace: Double, before: Double) throws {
    var log = created(by: "A")
    log.write(.moved, 0, movedByItself(grid[0]).transform, at: 7200 - before, actor: "A")
    for number in grid.indices.dropFirst() {
      log.write(
        .moved, number, grid[number].moved(by: motion).transform,
        at: 7200 + pace * Double(number - 1), actor: "A")
    }
    let shift = try #require(DriftHistory(log.index()).shifts.first)
    #expect(shift.written == 19)
  }

  /// A user moves something right before its device rewrites all anchors, that one among them: although it
  /// then begins a burst of its own, the device shifted once.
  @Test(arguments: [0.1, 1]) func whatABurstWritesAgainWasMovedBeforeIt(before: Double) throws {
    var log = created(by: "A")
    var places = grid
    places[8] = movedByItself(grid[8])
    log.write(.moved, 8, places[8].transform, at: 7200 - before, actor: "A")
    for (number, place) in places.enumerated() {
      log.write(
        .moved, number, place.moved(by: motion).transform, at: 7200 + 0.1 * Double(number),
        actor: "A")
    }
    let index = try log.index()
    let history = try DriftHistory(index)
    #expect(history.shifts.map(\.followers.count) == [20])
    let shift = try #require(history.shifts.first)
    let plan = try CorrectionPlan(HBCorrection(shifts: [shift.id], frame: .old), index, history)
    expect(places, after: plan)
  }

  /// Devices write at an uneven pace, in any order; some anchors move by themselves meanwhile, and a user
  /// moved one seconds before.
  @Test(arguments: [nil, "A"] as [String?]) func ownMovesInRandomBurstsAreKept(actor: String?)
    throws
  {
    var (wrong, all) = (0, 0)
    for seed in 0..<150 {
      var random = RandomSource(seed: UInt64(seed))
      var log = created(by: actor)
      var places = grid
      places[0].position += random.direction(random.uniform(0.2...1))
      log.write(
        .moved, 0, places[0].transform, at: 7200 - random.uniform(3...30), actor: actor)
      var second = 7200.0
      for number in (1..<20).shuffled(using: &random.generator) {
        if random.chance(0.15) {
          places[number].position += random.direction(random.uniform(0.2...1))
        }
        second += random.uniform(0.1...0.4)
        log.write(
          .moved, number, places[number].moved(by: motion).transform, at: second, actor: actor)
      }
      let index = try log.index()
      let history = try DriftHistory(index)
      let shift = try #require(history.shifts.first)
      let plan = try CorrectionPlan(HBCorrection(shifts: [shift.id], frame: .old), index, history)
      for number in grid.indices {
        let move = plan.moves.first { $0.anchorId == DriftLog.anchorId(number) }
        let stays = number == 0 ? places[0] : places[number].moved(by: motion)
        all += 1
        let place = move?.transform ?? stays.transform
        if HBTransform.distance(place, places[number].transform) > 0.001 { wrong += 1 }
      }
    }
    #expect(wrong * 500 <= all, "\(wrong) of \(all)")
  }

  /// Half of the anchors had shifted before all of them did.
  @Test func oneShiftOfAnchorsFromTwoFramesIsOneMotion() throws {
    var log = created(by: "B")
    let second = grid.motion(yaw: -8, then: SIMD3(-0.5, 0.1, 0.4))
    var places = grid
    for number in grid.indices where number % 2 == 0 {
      places[number] = grid[number].moved(by: motion)
      log.write(.moved, number, places[number].transform, at: 7200, actor: "A", operation: 1)
    }
    let middle = try log.index().count
    for number in grid.indices {
      log.write(
        .moved, number, places[number].moved(by: second).transform, at: 93_600, actor: "A",
        operation: 2)
    }
    let index = try log.index()
    let changes = FrameChanges(index, try DriftHistory(index), from: middle, to: index.count)
    #expect(changes.groups.count == 1)
    #expect(changes.groups.first.map { abs($0.change.motion.yaw + 8) < 0.01 } == true)
  }
}
