import Foundation
import HyperbasisCanvas
import HyperbasisDrift
import HyperbasisHistory
import HyperbasisWording

extension SpaceView {
  /// The rows of the list, the newest first; none while they are unknown.
  var listedShifts: [ListedShift] {
    guard let drift = data.drift else { return [] }
    return lists.showsAllMotions ? drift.all : drift.shifts
  }

  /// The selected row: the chosen one, or else the latest one at the date on screen.
  var currentShiftRow: Int? {
    let listed = listedShifts
    guard !listed.isEmpty else { return nil }
    if let id = lists.shift, let row = listed.firstIndex(where: { $0.id == id }) { return row }
    guard let instant else { return 0 }
    return min(listed.partitioningIndex { $0.instant <= instant }, listed.count - 1)
  }

  var selectedShift: ListedShift? {
    currentShiftRow.map { listedShifts[$0] }
  }

  /// The shift that the plan shows: a chosen one at its own date, or else one that is in view.
  var shownShift: ListedShift? {
    guard lists.movesInShifts, compare.mode == .off, !showsDraft, let listed = selectedShift,
      lists.shift == listed.id || isAtEnd || instant == listed.instant
    else { return nil }
    return listed
  }

  /// `4 shifts`, `no shifts; 3 groups moved alike`.
  var shiftCountText: TerminalText { shiftCountTexts.first ?? .empty }

  /// The same, then with ever fewer of its parts.
  var shiftCountTexts: [TerminalText] {
    guard let drift = data.drift, drift.history != nil else { return [textForNoShifts] }
    if lists.showsAllMotions, !drift.all.isEmpty {
      return drift.countTexts.map { "\($0) of \(drift.all.count) that moved alike" }
        + drift.countTexts.suffix(1)
    }
    return drift.shifts.isEmpty ? [textForNoShifts] : drift.countTexts
  }

  private var textForNoShifts: TerminalText {
    guard let drift = data.drift else { return "looking for shifts" }
    guard drift.history != nil else { return "the log cannot be read" }
    if isCreeping { return "no shifts; the space creeps" }
    if drift.creeps.count > 1 { return "no shifts; \(drift.creeps.count) groups crept" }
    if let creep = drift.creeps.first {
      return "no shifts; \(creep.followers) of \(CountText.text(creep.live, "anchor")) crept"
    }
    return drift.otherCount == 0
      ? "no shifts" : "no shifts; \(CountText.text(drift.otherCount, "group")) moved alike"
  }

  /// Whether the space has moved since the start in steps that are too small for a shift.
  var isCreeping: Bool {
    guard let curve = data.driftCurve?.curve, let drift = data.drift else { return false }
    return curve.isCreeping(drift.all.map(\.shift), drift.creeps)
  }
}
