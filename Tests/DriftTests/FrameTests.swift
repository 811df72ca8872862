import DriftTestSupport
import Foundation
import HyperbasisAnchorLog
import HyperbasisDrift
import HyperbasisModels
import Testing

/// The frames that anchors are written in, and their effect on a diff.
struct FrameTests {
  private let grid = GridCase.places
  private let first = GridCase.motion()
  private let second = GridCase.places.motion(yaw: -8, then: SIMD3(-0.5, 0.1, 0.4))

  /// Returns a log with two shifts, between which anchor 3 is moved on its own.
  private func log() -> DriftLog {
    var log = GridCase.log(grid, grid.moved(by: first))
    var places = grid.moved(by: first)
    places[3].position += SIMD3(0, 0, 0.7)
    log.write(.moved, 3, places[3].transform, at: 20_000, actor: "A")
    for (number, place) in places.moved(by: second).enumerated() {
      log.write(.moved, number, place.transform, at: 93_600, operation: 2)
    }
    return log
  }

  /// A shifts half of the grid, and B undoes that operation; then A moves an anchor.
  @Test func whatIsUndoneByItsOperationIsNoFrame() throws {
    var log = DriftLog()
    for (number, place) in grid.enumerated() {
      log.write(.created, number, place.transform, at: 20 * Double(number), actor: "B")
    }
    let half = grid.indices.filter { $0 % 2 == 0 }
    let seen = grid.moved(by: first)
    for number in half {
      log.write(.moved, number, seen[number].transform, at: 7200, actor: "A", operation: 1)
    }
    for number in half {
      log.write(
        .moved, number, grid[number].transform, at: 9000, actor: "B", operation: 2, undoing: 1)
    }
    var moved = grid[4]
    moved.position += SIMD3(0, 0, 0.7)
    log.write(.moved, 4, moved.transform, at: 12_000, actor: "A", operation: 3)
    let index = try log.index()
    let history = try DriftHistory(index)
    #expect(history.shifts.map(\.kind) == [.part, .part])
    let frames = SpaceFrames(index, history)
    #expect(frames.groups(index, in: index.state(through: index.count)).map(\.anchors) == [20])
    let plan = try CorrectionPlan(
      HBCorrection(shifts: history.shifts.map(\.id), frame: .old), index, history)
    #expect(plan.moves.isEmpty)
  }

  @Test func aDiffAcrossTwoShifts() throws {
    let index = try log().index()
    let history = try DriftHistory(index)
    let before = SpaceFrames(index, history, through: 20)
    let after = SpaceFrames(index, history)
    for (number, place) in grid.enumerated() {
      let slot = try #require(index.slot(of: DriftLog.anchorId(number)))
      let change = after.change(from: before, slot: slot)
      let now = index.position(index.newestOrdinal(ofSlot: slot))
      let rest = SIMD3<Double>(now) - change.motion.apply(place.position)
      let distance = (rest * rest).sum().squareRoot()
      #expect(number == 3 ? abs(distance - 0.7) < 0.001 : distance <= change.tolerance)
      #expect(abs(change.headingYaw + 3) < 0.001)
    }
    #expect(after.groups(index, in: index.state(through: index.count)).map(\.anchors) == [20])
  }

  @Test func aRollBackBringsItsFrameBack() throws {
    var log = log()
    log.write(.moved, 5, grid[5].moved(by: first).transform, at: 100_000, actor: "A")
    let index = try log.index()
    let frames = SpaceFrames(index, try DriftHistory(index))
    let slot = try #require(index.slot(of: DriftLog.anchorId(5)))
    #expect(abs(frames.motion(ofSlot: slot).yaw - 5) < 0.001)
    #expect(abs(frames.motion(ofActor: 0).yaw + 3) < 0.001)
  }

  @Test func aKeyOfTheMetadataMakesAPart() throws {
    func kind(_ key: String) throws -> ShiftClass? {
      var log = DriftLog()
      for (number, place) in grid.enumerated() {
        let room = number < 4 ? "kitchen" : "hall"
        log.write(
          .created, number, place.transform, at: Double(number), metadata: [key: .string(room)])
      }
      for number in 0..<4 {
        let place = grid[number].moved(by: first)
        log.write(.moved, number, place.transform, at: 7200, operation: 1)
      }
      return try DriftHistory(log.index()).shifts.first?.kind
    }
    #expect(try kind("room") == .part)
    #expect(try kind("type") == .together)
  }

  /// However a log grows, the result is the same as for the whole log.
  @Test(arguments: SpaceStory.Plot.allCases)
  func growth(plot: SpaceStory.Plot) throws {
    var random = RandomSource(seed: 3)
    let story = SpaceStory(plot, seed: 61, noise: 0.01, furniture: true)
    let whole = try DriftHistory(story.log.index())
    let ends = story.log.lineEnds
    var reader = LogReader(spaceId: story.log.space, source: story.log.source)
    var history = try DriftHistory(reader.index)
    var line = 0
    while line < ends.count {
      line = min(ends.count, line + 1 + random.below(12))
      try reader.append(from: story.log.source, through: ends[line - 1])
      try history.update(reader.index)
    }
    #expect(history.shifts == whole.shifts)
    #expect(history.streamCount == whole.streamCount)
    #expect(try DriftHistory(reader.index).shifts == whole.shifts)
  }
}
