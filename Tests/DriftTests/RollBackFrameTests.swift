import DriftTestSupport
import Foundation
import HyperbasisAnchorLog
import HyperbasisDrift
import HyperbasisModels
import Testing

/// The frames that are left by a rollback, its undo and a shift back: those in which places were
/// written, and no others.
struct RollBackFrameTests {
  /// Returns a story in which twelve of twenty follow a shift of B's, and another user moves two of the
  /// rest.
  private static func story() -> ShiftStory {
    var story = ShiftStory { $0 < 12 }
    var moved = story.places
    for number in [12, 13] {
      moved[number] = Place(moved[number].position + SIMD3(0.3, 0, -0.7))
      story.write([number], to: moved, operation: 20 + number, actor: "lena")
    }
    return story
  }

  @Test func anUndoneRollBackOfWhatNeverShifted() throws {
    var story = Self.story()
    let before = story.places
    #expect(try story.groups().map(\.anchors) == [13, 8])
    story.write(0..<20, to: GridCase.places, .restored, operation: 30)
    #expect(try story.groups().map(\.anchors) == [20, 1])
    story.write(0..<20, to: before, operation: 31, undoing: 30)
    #expect(try story.groups().map(\.anchors) == [13, 8])
    #expect(try story.moves(takingOut: [0]).count == 13)
    #expect(try story.moves(takingOut: [0], frame: .new).count == 8)
  }

  /// Small steps are not a shift, so taking all of them back at once leads into no other frame.
  @Test func aRollBackAcrossACreep() throws {
    var log = DriftLog()
    for (number, place) in GridCase.places.enumerated() {
      log.write(.created, number, place.transform, at: 20 * Double(number), actor: "A")
    }
    for step in 1...10 {
      for number in 0..<8 {
        let place = Place(GridCase.places[number].position + SIMD3(0.005 * Double(step), 0, 0))
        log.write(
          .moved, number, place.transform, at: 86_400 * Double(step), actor: "cam",
          operation: step)
      }
    }
    for number in 0..<8 {
      log.write(
        .restored, number, GridCase.places[number].transform, at: 1_000_000, actor: "ann",
        operation: 20)
    }
    let index = try log.index()
    let history = try DriftHistory(index)
    let frames = SpaceFrames(index, history)
    #expect(frames.groups(index, in: index.state(through: index.count)).map(\.anchors) == [20])
    let plan = try CorrectionPlan(
      HBCorrection(shifts: history.shifts.filter(\.kind.isShift).map(\.id), frame: .old), index,
      history)
    #expect(plan.moves.isEmpty)
  }

  /// Taking a shift back by hand moves its anchors out of its frame: they are in the previous one, and
  /// the rest is brought along into that.
  @Test(arguments: [8, 12]) func aShiftThatTakesAnEarlierOneBack(count: Int) throws {
    var story = ShiftStory { $0 < 12 }
    story.write(0..<count, to: GridCase.places, operation: 3, actor: "B")
    #expect(try story.groups().map(\.anchors) == [8 + count, 13 - count])
    // Anchor 20 was added by B in the frame that was left.
    let rest = Set((Array(count..<12) + [20]).map(DriftLog.anchorId))
    #expect(Set(try story.moves(takingOut: [1], frame: .new).map(\.anchorId)) == rest)
    #expect(Set(try story.moves(takingOut: [0, 1], frame: .new).map(\.anchorId)) == rest)
    #expect(try story.moves(takingOut: [1]).isEmpty)
    #expect(Set(try story.moves(takingOut: [0, 1]).map(\.anchorId)) == rest)
  }

  /// A correction that brings the rest along is empty if it is repeated.
  @Test func aCorrectionOfIt() throws {
    var story = ShiftStory { $0 < 12 }
    story.write(0..<8, to: GridCase.places, operation: 3, actor: "B")
    let history = try DriftHistory(story.log.index())
    let tag = CorrectionTag(
      shifts: [history.shifts[1].id], frame: .new, since: history.shifts[1].from)
    for move in try story.moves(takingOut: [1], frame: .new) {
      let number = try #require((0...20).first { DriftLog.anchorId($0) == move.anchorId })
      story.log.write(
        .moved, number, move.transform, at: 90_000, actor: "ann", operation: 40, correcting: tag)
    }
    #expect(try story.moves(takingOut: [1], frame: .new).isEmpty)
    #expect(try story.groups().map(\.anchors) == [21])
  }
}
