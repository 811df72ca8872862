import DriftTestSupport
import Foundation
import HyperbasisAnchorLog
import HyperbasisDrift
import HyperbasisModels
import Testing

/// Who brings back the very places of an earlier date brings the frame of that date back: it is not
/// another frame that happens to be the same.
struct ReturnTests {
  /// The grid shifts by B's hand, who adds an anchor and moves one in the new frame; then the shift
  /// is undone.
  private struct Story {
    var log = DriftLog()
    var places = GridCase.places
    var second = 20_000.0
    /// Where all were after B's work.
    let shifted: [Place]

    init(shifted isShifted: (Int) -> Bool = { _ in true }) {
      for (number, place) in places.enumerated() {
        log.write(.created, number, place.transform, at: 20 * Double(number), actor: "A")
      }
      for (number, place) in GridCase.places.moved(by: GridCase.motion()).enumerated()
      where isShifted(number) {
        places[number] = place
        log.write(.moved, number, place.transform, at: 7200, actor: "B", operation: 1)
      }
      places.append(Place(GridCase.motion().apply(SIMD3(1, 1, 1)), heading: 5))
      log.write(.created, 20, places[20].transform, at: 9000, actor: "B", operation: 2)
      self.shifted = places
    }

    mutating func write(
      _ numbers: some Sequence<Int>, to places: [Place], _ type: DriftLog.Kind = .moved,
      operation: Int, undoing undone: Int? = nil, redoing redone: Int? = nil, actor: String = "ann"
    ) {
      second += 3600
      for number in numbers where places[number].transform != self.places[number].transform {
        log.write(
          type, number, places[number].transform, at: second, actor: actor, operation: operation,
          undoing: undone, redoing: redone)
        self.places[number] = places[number]
      }
    }

    mutating func undoShift() {
      write(0..<20, to: GridCase.places, operation: 10, undoing: 1)
    }
  }

  private func groups(_ log: DriftLog) throws -> [SpaceFrames.Group] {
    let index = try log.index()
    let frames = SpaceFrames(index, try DriftHistory(index))
    return frames.groups(index, in: index.state(through: index.count))
  }

  private func moves(
    _ log: DriftLog, takingOut numbers: [Int], others: HBCorrection.Others? = nil
  ) throws -> [CorrectionPlan.Move] {
    let index = try log.index()
    let history = try DriftHistory(index)
    let plan = try CorrectionPlan(
      HBCorrection(shifts: numbers.map { history.shifts[$0].id }, frame: .old, others: others),
      index, history, corrections: index.corrections)
    return plan.moves
  }

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
    var story = Story()
    story.undoShift()
    #expect(try groups(story.log).map(\.anchors) == [20, 1])
    story.write(0..<20, to: story.shifted, operation: 11, redoing: 1)
    let history = try DriftHistory(story.log.index())
    #expect(history.shifts.map(\.kind) == [.space, .space, .space])
    #expect(try groups(story.log).map(\.anchors) == [21])
    expectPlaces(try moves(story.log, takingOut: [0]), 21)
    // Who names the redo means the same.
    expectPlaces(try moves(story.log, takingOut: [2]), 21)
    #expect(try moves(story.log, takingOut: [1]).isEmpty)
  }

  @Test func aRollBackAcrossAShiftAndItsUndo() throws {
    var story = Story()
    story.undoShift()
    story.write(0..<20, to: story.shifted, .restored, operation: 11)
    #expect(try groups(story.log).map(\.anchors) == [21])
    expectPlaces(try moves(story.log, takingOut: [0]), 21)
    expectPlaces(try moves(story.log, takingOut: [2]), 21)

    // Its undo takes the shift out once more, and what is added then is in the old frame.
    story.write(0..<20, to: GridCase.places, operation: 12, undoing: 11)
    #expect(try groups(story.log).map(\.anchors) == [20, 1])
    story.places.append(Place(SIMD3(2, 1, 1)))
    story.log.write(.created, 21, story.places[21].transform, at: 90_000, actor: "A")
    #expect(try groups(story.log).map(\.anchors) == [21, 1])
    #expect(try moves(story.log, takingOut: [0]).count == 1)
  }

  /// Of a part, too: and it is still B's frame, not that of who rolled back.
  @Test func aRollBackOfAPart() throws {
    var story = Story { $0 < 12 }
    story.undoShift()
    story.write(0..<12, to: story.shifted, .restored, operation: 11)
    #expect(try groups(story.log).map(\.anchors) == [13, 8])
    #expect(try moves(story.log, takingOut: [0]).count == 13)
    story.places.append(Place(SIMD3(2, 1, 1)))
    story.log.write(.created, 21, story.places[21].transform, at: 90_000, actor: "ann")
    #expect(try groups(story.log).map(\.anchors) == [13, 9])
  }

  /// A roll-back across two shifts is in neither.
  @Test func aRollBackAcrossTwoShifts() throws {
    var story = Story()
    let other = GridCase.places.motion(yaw: -8, then: SIMD3(-0.5, 0.1, 0.4))
    story.write(
      0..<21, to: story.places.moved(by: other), operation: 3, actor: "B")
    story.write(0..<20, to: GridCase.places, .restored, operation: 10)
    #expect(try groups(story.log).map(\.anchors) == [20, 1])
    #expect(try moves(story.log, takingOut: [0, 1]).count == 1)
    story.places.append(Place(SIMD3(2, 1, 1)))
    story.log.write(.created, 21, story.places[21].transform, at: 90_000, actor: "A")
    #expect(try groups(story.log).map(\.anchors) == [21, 1])
  }

  /// From one shift's frame into that of an earlier one that was undone.
  @Test func aRollBackFromOneFrameIntoAnother() throws {
    var story = Story()
    story.undoShift()
    let other = GridCase.places.motion(yaw: -8, then: SIMD3(-0.5, 0.1, 0.4))
    story.write(0..<20, to: GridCase.places.moved(by: other), operation: 3, actor: "B")
    story.write(0..<20, to: story.shifted, .restored, operation: 12)
    #expect(try groups(story.log).map(\.anchors) == [21])
    #expect(try moves(story.log, takingOut: [2]).isEmpty)
    expectPlaces(try moves(story.log, takingOut: [0]), 21)
  }

  /// A redo that the others did not follow is one of its writer, whichever of the two is named.
  @Test(arguments: [0, 2]) func othersStay(number: Int) throws {
    var story = Story()
    story.undoShift()
    story.write(0..<20, to: story.shifted, operation: 11, redoing: 1)
    story.places.append(Place(SIMD3(2, 1, 1)))
    story.log.write(.created, 21, story.places[21].transform, at: 90_000, actor: "A")
    let moves = try moves(story.log, takingOut: [number], others: .stay)
    #expect(!moves.contains { $0.anchorId == DriftLog.anchorId(21) })
    #expect(moves.count == 21)
  }
}

/// Whatever is shifted, undone, done again and rolled back in whatever order: each anchor is known to be
/// in the frame that it was written in.
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
      // No two frames that are the same.
      let groups = frames.groups(index, in: index.state(through: index.count))
      #expect(
        groups.count == history.liveFrameCount, "seed \(71_000 + seed): \(history.steps)")
    }
  }

  /// Where a version of earlier would be today is told where its frame was that of all, and is not that
  /// of today.
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
