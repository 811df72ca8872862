import DriftTestSupport
import Foundation
import HyperbasisAnchorLog
import HyperbasisDrift
import HyperbasisModels
import Testing

/// What undoes or redoes a shift is found, however soon it is written after the shift.
struct RevisionTests {
  private static let gaps = [0.000_001, 0.3, 2, 5, 12, 65]

  /// B shifts the whole grid; then an anchor is moved on its own, and one renamed.
  private struct Story {
    var log = DriftLog()
    /// The latest position at which each anchor was written.
    var places = GridCase.places
    private(set) var second = 20_000.0

    init(shifted: (Int) -> Bool = { _ in true }) {
      for (number, place) in places.enumerated() {
        log.write(.created, number, place.transform, at: 20 * Double(number), actor: "A")
      }
      let seen = places.moved(by: GridCase.motion())
      for number in places.indices where shifted(number) {
        places[number] = seen[number]
        log.write(
          .moved, number, seen[number].transform, at: 7200, actor: "B", operation: 1)
      }
    }

    mutating func liveOn() {
      places[3].position += SIMD3(0, 0, 0.7)
      log.write(.moved, 3, places[3].transform, at: 9000, actor: "B", operation: 2)
      log.write(
        .updated, 4, at: 9100, metadata: ["text": "renamed"], actor: "A", operation: 3)
    }

    /// Writes every anchor whose position differs, some seconds after the latest write.
    mutating func write(
      _ places: [Place], _ type: DriftLog.Kind = .moved, after gap: Double, operation: Int,
      undoing undone: Int? = nil, redoing redone: Int? = nil, tag: CorrectionTag? = nil
    ) {
      second += gap
      for (number, place) in places.enumerated()
      where place.transform != self.places[number].transform {
        log.write(
          type, number, place.transform, at: second, actor: "ann", operation: operation,
          undoing: undone, redoing: redone, correcting: tag)
      }
      self.places = places
    }

    mutating func add(_ place: Place, by actor: String) {
      second += 3600
      places.append(place)
      log.write(
        .created, places.count - 1, place.transform, at: second, actor: actor,
        operation: 100 + places.count)
    }

    mutating func wait() { second += 3600 }
  }

  private func plan(_ log: DriftLog, _ frame: HBCorrection.Frame) throws -> CorrectionPlan {
    let index = try log.index()
    let history = try DriftHistory(index)
    return try CorrectionPlan(
      HBCorrection(shifts: history.shifts.filter(\.kind.isShift).map(\.id), frame: frame), index,
      history, corrections: index.corrections)
  }

  private func expectNow(
    _ log: DriftLog, yaw: Double, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let index = try log.index()
    let history = try DriftHistory(index)
    let point = try #require(
      DriftCurve(index, history, since: 20).points.last, sourceLocation: sourceLocation)
    #expect(abs(point.yaw - yaw) < 0.1, sourceLocation: sourceLocation)
    let offset = (point.offset * point.offset).sum().squareRoot()
    #expect(yaw == 0 ? offset < 0.01 : offset > 0.3, sourceLocation: sourceLocation)
    let frames = SpaceFrames(index, history, options: .init(corrections: index.corrections))
    let groups = frames.groups(index, in: index.state(through: index.count))
    #expect(groups.count == 1, sourceLocation: sourceLocation)
    #expect(
      abs((groups.first?.motion.yaw ?? .nan) - yaw) < 0.001, sourceLocation: sourceLocation)
  }

  @Test(arguments: gaps) func anUndoneRollBack(gap: Double) throws {
    var story = Story()
    story.liveOn()
    let shifted = story.places
    story.write(GridCase.places, .restored, after: 3600, operation: 10)
    try expectNow(story.log, yaw: 0)
    story.write(shifted, after: gap, operation: 11, undoing: 10)
    try expectNow(story.log, yaw: 5)
    let history = try DriftHistory(story.log.index())
    #expect(history.shifts.map(\.kind) == [.space, .space, .space])
    #expect(history.shifts.map(\.inverseOf) == [nil, DriftLog.operationId(1), nil])
    #expect(try plan(story.log, .new).moves.isEmpty)

    story.add(Place(GridCase.motion().apply(SIMD3(1, 1, 1)), heading: 5), by: "A")
    try expectNow(story.log, yaw: 5)
    #expect(try plan(story.log, .new).moves.isEmpty)
    let old = try plan(story.log, .old)
    #expect(old.moves.count == 21)
    #expect(old.moves.count { $0.kind == .exact } == 19)
    #expect(old.moves.count { $0.kind == .added } == 1)
    for move in old.moves where move.kind == .exact {
      let number = try #require(
        GridCase.places.indices.first { DriftLog.anchorId($0) == move.anchorId })
      #expect(move.transform == GridCase.places[number].transform)
    }
  }

  /// Undo, redo, undo … of a rollback, as fast as keys are pressed.
  @Test(arguments: gaps) func aRollBackToAndFro(gap: Double) throws {
    var story = Story()
    story.liveOn()
    let shifted = story.places
    story.write(GridCase.places, .restored, after: 3600, operation: 10)
    for round in 0..<3 {
      story.write(shifted, after: gap, operation: 20 + round, undoing: 10)
      try expectNow(story.log, yaw: 5)
      #expect(try plan(story.log, .new).moves.isEmpty)
      #expect(try plan(story.log, .old).moves.count == 20)
      story.write(GridCase.places, after: gap, operation: 30 + round, redoing: 10)
      try expectNow(story.log, yaw: 0)
      #expect(try plan(story.log, .old).moves.isEmpty)
    }
    story.add(Place(SIMD3(1, 1, 1)), by: "A")
    try expectNow(story.log, yaw: 0)
    #expect(try plan(story.log, .old).moves.isEmpty)
  }

  @Test(arguments: gaps) func aCorrectionToAndFro(gap: Double) throws {
    var story = Story()
    story.liveOn()
    let shifted = story.places
    var corrected = GridCase.places
    corrected[3] = shifted[3].moved(by: GridCase.motion().inverse)
    let tag = try plan(story.log, .old).tag
    story.write(corrected, after: 3600, operation: 10, tag: tag)
    try expectNow(story.log, yaw: 0)
    for round in 0..<3 {
      story.write(shifted, after: gap, operation: 20 + round, undoing: 10, tag: tag)
      try expectNow(story.log, yaw: 5)
      #expect(try plan(story.log, .old).moves.count == 20)
      story.write(corrected, after: gap, operation: 30 + round, redoing: 10, tag: tag)
      try expectNow(story.log, yaw: 0)
      #expect(try plan(story.log, .old).moves.isEmpty)
    }
    story.add(Place(SIMD3(1, 1, 1)), by: "A")
    try expectNow(story.log, yaw: 0)
    #expect(try plan(story.log, .old).moves.isEmpty)
  }

  /// Another correction right after the first was undone.
  @Test(arguments: gaps) func aCorrectionOnceMore(gap: Double) throws {
    var story = Story()
    let shifted = story.places
    let tag = try plan(story.log, .old).tag
    story.write(GridCase.places, after: 3600, operation: 10, tag: tag)
    story.write(shifted, after: gap, operation: 11, undoing: 10, tag: tag)
    story.write(GridCase.places, after: gap, operation: 12, tag: tag)
    try expectNow(story.log, yaw: 0)
    #expect(try plan(story.log, .old).moves.isEmpty)
  }

  /// The shift itself is undone by its operation, and redone.
  @Test(arguments: gaps) func aShiftToAndFro(gap: Double) throws {
    var story = Story()
    let shifted = story.places
    story.wait()
    for round in 0..<3 {
      story.write(GridCase.places, after: gap, operation: 20 + round, undoing: 1)
      try expectNow(story.log, yaw: 0)
      var undone = story
      undone.add(Place(SIMD3(1, 1, 1)), by: "A")
      undone.add(Place(SIMD3(2, 1, 1)), by: "B")
      try expectNow(undone.log, yaw: 0)
      #expect(try plan(undone.log, .old).moves.isEmpty)
      #expect(try plan(undone.log, .new).moves.isEmpty)

      story.write(shifted, after: gap, operation: 30 + round, redoing: 1)
      try expectNow(story.log, yaw: 5)
      var redone = story
      redone.add(Place(GridCase.motion().apply(SIMD3(1, 1, 1)), heading: 5), by: "A")
      try expectNow(redone.log, yaw: 5)
      #expect(try plan(redone.log, .old).moves.count == 21)
      #expect(try plan(redone.log, .new).moves.isEmpty)
    }
  }

  /// A user who undoes or redoes the shift of a part is not in its frame: the writer of the shift is.
  @Test(arguments: gaps) func aPartToAndFro(gap: Double) throws {
    var story = Story { $0 % 2 == 0 }
    let shifted = story.places
    story.wait()
    func frames(_ log: DriftLog) throws -> [Int] {
      let index = try log.index()
      let frames = SpaceFrames(index, try DriftHistory(index))
      return frames.groups(index, in: index.state(through: index.count)).map(\.anchors)
    }
    for round in 0..<2 {
      story.write(GridCase.places, after: gap, operation: 20 + round, undoing: 1)
      var undone = story
      for actor in ["A", "B", "ann"] { undone.add(Place(SIMD3(1, 1, 1)), by: actor) }
      #expect(try frames(undone.log) == [23])
      #expect(try plan(undone.log, .old).moves.isEmpty)

      story.write(shifted, after: gap, operation: 30 + round, redoing: 1)
      var redone = story
      redone.add(Place(SIMD3(1, 1, 1)), by: "A")
      redone.add(Place(SIMD3(1, 1, 2)), by: "ann")
      redone.add(Place(GridCase.motion().apply(SIMD3(1, 1, 1)), heading: 5), by: "B")
      #expect(try frames(redone.log) == [12, 11])
      #expect(try plan(redone.log, .old).moves.count == 11)
    }
    story.write(GridCase.places, .restored, after: gap, operation: 40)
    story.write(shifted, after: gap, operation: 41, undoing: 40)
    story.add(Place(SIMD3(1, 1, 1)), by: "ann")
    #expect(try frames(story.log) == [11, 10])
  }

  /// If the others stayed, a redo leaves them where they were, too.
  @Test func aRedoneShiftOfOneWriter() throws {
    var story = Story()
    let shifted = story.places
    story.write(GridCase.places, after: 3600, operation: 20, undoing: 1)
    story.write(shifted, after: 1, operation: 30, redoing: 1)
    story.add(Place(SIMD3(1, 1, 1)), by: "A")
    story.add(Place(GridCase.motion().apply(SIMD3(1, 1, 1)), heading: 5), by: "B")
    let index = try story.log.index()
    let history = try DriftHistory(index)
    let plan = try CorrectionPlan(
      HBCorrection(shifts: history.shifts.map(\.id), frame: .old, others: .stay), index, history)
    #expect(plan.moves.count == 21)
    #expect(!plan.moves.contains { $0.anchorId == DriftLog.anchorId(20) })
  }

  /// Two similar shifts are undone one after the other: the second undo is not part of the first.
  @Test(arguments: gaps) func twoUndosAlike(gap: Double) throws {
    var log = DriftLog()
    let places = Array(GridCase.places[..<4])
    let steps = (0..<3).map { step in
      places.map { Place($0.position + SIMD3(0.1 * Double(step), 0, 0)) }
    }
    let order = [(0, nil), (1, nil), (2, nil), (1, 2), (0, 1)] as [(Int, Int?)]
    var second = 0.0
    for (number, (step, undone)) in order.enumerated() {
      second += undone == nil ? 3600 : gap
      for anchor in places.indices {
        log.write(
          number == 0 ? .created : .moved, anchor, steps[step][anchor].transform, at: second,
          operation: number, undoing: undone)
      }
    }
    let history = try DriftHistory(log.index())
    #expect(history.shifts.map(\.kind) == [.space, .space, .space, .space])
    #expect(
      history.shifts.map(\.inverseOf)
        == [nil, nil, DriftLog.operationId(2), DriftLog.operationId(1)])
  }

  /// A device that shifts right after the space was rolled back finds anchors at rest.
  @Test func aShiftRightAfterARollBack() throws {
    var story = Story()
    let other = GridCase.places.motion(yaw: -8, then: SIMD3(-0.5, 0.1, 0.4))
    story.write(GridCase.places, .restored, after: 3600, operation: 10)
    story.write(GridCase.places.moved(by: other), after: 3, operation: 11)
    let history = try DriftHistory(story.log.index())
    #expect(history.shifts.map(\.kind) == [.space, .space, .space])
    try expectNow(story.log, yaw: -8)
  }

  /// Anchors that keep moving still count as moving if one of their steps is taken back.
  @Test func walkersStayWalkers() throws {
    var log = DriftLog()
    func place(_ person: Int, _ step: Int) -> [Float] {
      Place(SIMD3(Double(person), 0, 0.52 * Double(step))).transform
    }
    for person in 0..<4 { log.write(.created, person, place(person, 0), at: 0) }
    for step in 1...20 {
      for person in 0..<4 { log.write(.moved, person, place(person, step), at: 0.4 * Double(step)) }
      if step == 10 {
        log.write(.moved, 0, place(0, 9), at: 4.1, operation: 1, undoing: 2)
        log.write(.restored, 1, place(1, 3), at: 4.2, metadata: [:], operation: 3)
      }
    }
    #expect(try DriftHistory(log.index()).shifts.isEmpty)
  }
}
