import DriftTestSupport
import Foundation
import HyperbasisAnchorLog
import HyperbasisDrift
import HyperbasisModels
import Testing

/// What one user writes within seconds for different purposes is not one motion, even if all of it moves
/// anchors alike.
struct PurposeTests {
  private static let gaps = [0.000_001, 0.3, 5, 45, 65]

  /// Half of a space shifts, and a user makes up their mind how to correct that.
  private struct Story {
    var log = DriftLog()
    let places = GridCase.places
    let motion: Motion
    private var second = 20_000.0

    var half: Range<Int> { 0..<10 }
    var rest: Range<Int> { 10..<20 }

    init(yaw: Double) {
      motion = Array(places[0..<10]).motion(yaw: yaw, then: SIMD3(0.4, 0, 0.3))
      for (number, place) in places.enumerated() {
        log.write(.created, number, place.transform, at: 20 * Double(number), actor: "A")
      }
      for number in half {
        log.write(
          .moved, number, places[number].moved(by: motion).transform, at: 7200, actor: "A",
          operation: 1)
      }
    }

    mutating func write(
      _ anchors: Range<Int>, isShifted: Bool, after gap: Double, operation: Int,
      undoing undone: Int? = nil, to frame: HBCorrection.Frame
    ) {
      second += gap
      let tag = CorrectionTag(
        shifts: [DriftLog.operationId(1)], frame: frame, since: HBInstant(microseconds: 0))
      for number in anchors {
        let place = isShifted ? places[number].moved(by: motion) : places[number]
        log.write(
          .moved, number, place.transform, at: second, actor: "ann", operation: operation,
          undoing: undone, correcting: tag)
      }
    }
  }

  /// The correction to the old frame is undone, and the rest is brought along instead.
  @Test(arguments: gaps, [0, 7])
  func anUndoneCorrectionAndTheNextOneAreTwo(gap: Double, yaw: Double) throws {
    var story = Story(yaw: yaw)
    story.write(story.half, isShifted: false, after: 3600, operation: 10, to: .old)
    story.write(story.half, isShifted: true, after: gap, operation: 11, undoing: 10, to: .old)
    story.write(story.rest, isShifted: true, after: gap, operation: 12, to: .new)
    let index = try story.log.index()
    let history = try DriftHistory(index)
    #expect(history.shifts.map(\.id) == [1, 10, 11, 12].map(DriftLog.operationId))
    #expect(history.shifts.map(\.followers.count) == [10, 10, 10, 10])
    #expect(
      history.shifts.map { $0.role(in: index) }
        == [.shift, .correction, .undoneCorrection, .correction])
    let now = try #require(DriftCurve(index, history).points.last)
    #expect(!now.isLost && now.isSignificant && abs(now.yaw - yaw) < 0.01, "\(now)")
  }

  /// Each is too small to be listed, and they do not become one that is.
  @Test(arguments: gaps) func smallCorrectionsStayApart(gap: Double) throws {
    var story = Story(yaw: 0)
    for (number, start) in stride(from: 0, to: 10, by: 2).enumerated() {
      story.write(start..<start + 2, isShifted: false, after: gap, operation: 10 + number, to: .old)
    }
    #expect(try DriftHistory(story.log.index()).shifts.map(\.followers.count) == [10])
  }

  /// What was written one by one without an operation is undone one by one.
  @Test func undosOfSeveralOperationsAreOneMotion() throws {
    var story = Story(yaw: 0)
    for number in story.rest {
      story.log.write(
        .moved, number, story.places[number].moved(by: story.motion).transform,
        at: 9000 + 0.2 * Double(number), actor: "A", operation: 100 + number)
    }
    for number in story.rest.reversed() {
      story.log.write(
        .moved, number, story.places[number].transform, at: 20_000, actor: "ann",
        operation: 200 + number, undoing: 100 + number)
    }
    #expect(try DriftHistory(story.log.index()).shifts.map(\.followers.count) == [10, 10, 10])
  }
}
