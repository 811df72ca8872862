import DriftTestSupport
import Foundation
import HyperbasisAnchorLog
import HyperbasisDrift
import HyperbasisModels
import Testing

/// Bringing back exactly the places of an earlier date brings back the frame of that date: it is not
/// another frame that happens to be the same.
struct ReturnTests {
  private func expectPlaces(
    _ moves: [CorrectionPlan.Move], _ count: Int, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(moves.count == count, sourceLocation: sourceLocation)
    for move in moves {
      guard let number = (0..<20).first(where: { DriftLog.anchorId($0) == move.anchorId }) else {
        continue
      }
      #expect(move.kind == .exact, sourceLocation: sourceLocation)
      #expect(
        move.transform == GridCase.places[number].transform, sourceLocation: sourceLocation)
    }
  }

  @Test func anUndoneShiftDoneAgain() throws {
    var story = ShiftStory()
    story.undoShift()
    #expect(try story.groups().map(\.anchors) == [20, 1])
    story.write(0..<20, to: story.shifted, operation: 11, redoing: 1)
    let history = try DriftHistory(story.log.index())
    #expect(history.shifts.map(\.kind) == [.space, .space, .space])
    #expect(try story.groups().map(\.anchors) == [21])
    expectPlaces(try story.moves(takingOut: [0]), 21)
    // Naming the redo means the same.
    expectPlaces(try story.moves(takingOut: [2]), 21)
    #expect(try story.moves(takingOut: [1]).isEmpty)
  }

  /// No anchor is in the frame that an undone shift led into, so that nothing can be brought along into
  /// it.
  @Test(arguments: [12, 20]) func anUndoneShiftLeadsNowhere(followers: Int) throws {
    var story = ShiftStory { $0 < followers }
    if followers < 20 { #expect(try story.moves(takingOut: [0], frame: .new).count == 8) }
    story.undoShift()
    // What was added in that frame is still in it.
    #expect(try story.moves(takingOut: [0]).count == 1)
    #expect(try story.moves(takingOut: [0], frame: .new).count == 20)
    story.log.write(.deleted, 20, at: 90_000, actor: "A")
    for frame in HBCorrection.Frame.allCases {
      #expect(try story.moves(takingOut: [0], frame: frame).isEmpty)
    }
  }

  @Test func aRollBackAcrossAShiftAndItsUndo() throws {
    var story = ShiftStory()
    story.undoShift()
    story.write(0..<20, to: story.shifted, .restored, operation: 11)
    #expect(try story.groups().map(\.anchors) == [21])
    expectPlaces(try story.moves(takingOut: [0]), 21)
    expectPlaces(try story.moves(takingOut: [2]), 21)

    // Its undo takes the shift out once more, and what is added then is in the old frame.
    story.write(0..<20, to: GridCase.places, operation: 12, undoing: 11)
    #expect(try story.groups().map(\.anchors) == [20, 1])
    story.places.append(Place(SIMD3(2, 1, 1)))
    story.log.write(.created, 21, story.places[21].transform, at: 90_000, actor: "A")
    #expect(try story.groups().map(\.anchors) == [21, 1])
    #expect(try story.moves(takingOut: [0]).count == 1)
  }

  /// Even if only a part is rolled back: and it is still B's frame, not that of the user who rolled back.
  @Test func aRollBackOfAPart() throws {
    var story = ShiftStory { $0 < 12 }
    story.undoShift()
    story.write(0..<12, to: story.shifted, .restored, operation: 11)
    #expect(try story.groups().map(\.anchors) == [13, 8])
    #expect(try story.moves(takingOut: [0]).count == 13)
    story.places.append(Place(SIMD3(2, 1, 1)))
    story.log.write(.created, 21, story.places[21].transform, at: 90_000, actor: "ann")
    #expect(try story.groups().map(\.anchors) == [13, 9])
  }

  /// After a rollback across two shifts, the anchors are in neither.
  @Test func aRollBackAcrossTwoShifts() throws {
    var story = ShiftStory()
    let other = GridCase.places.motion(yaw: -8, then: SIMD3(-0.5, 0.1, 0.4))
    story.write(
      0..<21, to: story.places.moved(by: other), operation: 3, actor: "B")
    story.write(0..<20, to: GridCase.places, .restored, operation: 10)
    #expect(try story.groups().map(\.anchors) == [20, 1])
    #expect(try story.moves(takingOut: [0, 1]).count == 1)
    story.places.append(Place(SIMD3(2, 1, 1)))
    story.log.write(.created, 21, story.places[21].transform, at: 90_000, actor: "A")
    #expect(try story.groups().map(\.anchors) == [21, 1])
  }

  /// A rollback from the frame of one shift into that of an earlier one that was undone.
  @Test func aRollBackFromOneFrameIntoAnother() throws {
    var story = ShiftStory()
    story.undoShift()
    let other = GridCase.places.motion(yaw: -8, then: SIMD3(-0.5, 0.1, 0.4))
    story.write(0..<20, to: GridCase.places.moved(by: other), operation: 3, actor: "B")
    story.write(0..<20, to: story.shifted, .restored, operation: 12)
    #expect(try story.groups().map(\.anchors) == [21])
    #expect(try story.moves(takingOut: [2]).isEmpty)
    expectPlaces(try story.moves(takingOut: [0]), 21)
  }

  /// A redo that the others did not follow is its writer's, whichever of the two is named.
  @Test(arguments: [0, 2]) func othersStay(number: Int) throws {
    var story = ShiftStory()
    story.undoShift()
    story.write(0..<20, to: story.shifted, operation: 11, redoing: 1)
    story.places.append(Place(SIMD3(2, 1, 1)))
    story.log.write(.created, 21, story.places[21].transform, at: 90_000, actor: "A")
    let moves = try story.moves(takingOut: [number], others: .stay)
    #expect(!moves.contains { $0.anchorId == DriftLog.anchorId(21) })
    #expect(moves.count == 21)
  }
}

/// Whatever is shifted, undone, redone and rolled back, in whatever order, the frame in which each anchor
/// was written is known.
struct ReturnHistoryTests {
  private static let factor =
    ProcessInfo.processInfo.environment["HYPERBASIS_DRIFT_FULL"] == "1" ? 20 : 1

  @Test func framesAreThoseThatPlacesWereWrittenIn() throws {
    for seed in 0..<60 * UInt64(Self.factor) {
      let history = ReturnHistory(seed: 71_000 &+ seed, steps: 14)
      let index = try history.log.index()
      let frames = SpaceFrames(index, try DriftHistory(index), since: 16)
      for anchor in history.live {
        let slot = try #require(index.slot(of: DriftLog.anchorId(anchor.number)))
        let position = position(anchor.place)
        let truth = anchor.frame.inverse.apply(position)
        let found = frames.motion(ofSlot: slot).inverse.apply(position)
        let rest = ((truth - found) * (truth - found)).sum().squareRoot()
        #expect(rest < 0.01, "seed \(71_000 + seed), anchor \(anchor.number): \(history.steps)")
        if rest >= 0.01 { break }
      }
      // No two groups have the same frame.
      let groups = frames.groups(index, in: index.state(through: index.count))
      #expect(
        groups.count == history.liveFrameCount, "seed \(71_000 + seed): \(history.steps)")
    }
  }

  /// The place of an earlier version today is reported if its frame was that of all writers, and is not
  /// that of today.
  @Test func versionsAreCarriedIntoTheFrameOfToday() throws {
    for seed in 0..<60 * UInt64(Self.factor) {
      let history = ReturnHistory(seed: 72_000 &+ seed, steps: 14)
      let index = try history.log.index()
      let frames = SpaceFrames(index, try DriftHistory(index), since: 16)
      let live = Dictionary(uniqueKeysWithValues: history.live.map { ($0.number, $0.frame) })
      for version in history.versions {
        guard let now = live[version.anchor], !history.hidden.contains(version.anchor) else {
          continue
        }
        let note: Comment = "seed \(72_000 + seed), event \(version.ordinal): \(history.steps)"
        let crossing = FrameCrossing(
          index, frames, version: version.ordinal, since: version.ordinal + 1)
        if let crossing {
          let place = now.after(version.frame.inverse).apply(position(version.place))
          let rest = position(crossing.applied(to: version.place)) - place
          #expect((rest * rest).sum().squareRoot() < 0.01, note)
        } else if version.frame == version.frameOfAll, now == history.frameOfAll {
          #expect(now == version.frame, note)
        }
        if now == version.frame { #expect(crossing == nil, note) }
      }
    }
  }

  private func position(_ transform: [Float]) -> SIMD3<Double> {
    SIMD3(Double(transform[12]), Double(transform[13]), Double(transform[14]))
  }
}
