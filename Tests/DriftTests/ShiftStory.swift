import DriftTestSupport
import Foundation
import HyperbasisAnchorLog
import HyperbasisDrift
import HyperbasisModels

/// B shifts the grid, adds an anchor and moves one in the new frame; then the shift is undone.
struct ShiftStory {
  var log = DriftLog()
  var places = GridCase.places
  var second = 20_000.0
  /// Where all anchors were after B's work.
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

extension ShiftStory {
  /// Returns the frames of the live anchors, the one with the most anchors first.
  func groups() throws -> [SpaceFrames.Group] {
    let index = try log.index()
    let frames = SpaceFrames(
      index, try DriftHistory(index), options: .init(corrections: index.corrections))
    return frames.groups(index, in: index.state(through: index.count))
  }

  /// Returns the moves of a correction that takes some shifts out.
  func moves(
    takingOut numbers: [Int], frame: HBCorrection.Frame = .old,
    others: HBCorrection.Others? = nil
  ) throws -> [CorrectionPlan.Move] {
    let index = try log.index()
    let history = try DriftHistory(index)
    let plan = try CorrectionPlan(
      HBCorrection(shifts: numbers.map { history.shifts[$0].id }, frame: frame, others: others),
      index, history, corrections: index.corrections)
    return plan.moves
  }
}
