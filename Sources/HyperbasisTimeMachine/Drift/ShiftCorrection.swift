import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisDrift
import HyperbasisHistory
import HyperbasisWording

// Taking the selected shift out of the anchors for good, as new events.

extension WriteUpdate {
  /// Brings all anchors into one frame: that of before the selected shift, or that of after it.
  mutating func correctShift(to frame: HBCorrection.Frame) {
    guard let shift = view.selectedShift?.shift else { return }
    let correction = HBCorrection(shifts: [shift.id], frame: frame)
    let date = settings.text(shift.from)
    let beginning: TerminalText
    let outcome: TerminalText
    switch frame {
    case .old:
      beginning = "Take out the shift of \(date)"
      outcome = "the shift of \(date) is taken out"
    case .new:
      beginning = "Bring the rest along with the shift of \(date)"
      outcome = "the rest is brought along with the shift of \(date)"
    }
    plan(
      PlannedWrite(
        request: .correct(correction), heading: PlanTitle(beginning),
        remark: view.data.counts(of: correction), outcome: outcome))
  }
}

extension SpaceData {
  /// What a correction does to the anchors that are there; nil where finding that out takes longer
  /// than a picture may, or the log cannot be read.
  fileprivate func counts(of correction: HBCorrection) -> TerminalText? {
    guard index.count <= Self.quickCorrection else { return nil }
    return read {
      let plan = try CorrectionPlan(
        correction, index, try shiftHistory(), corrections: index.corrections)
      return CorrectionText(plan).counts
    }
  }

  private static let quickCorrection = 50_000
}

extension SpaceView {
  /// Why the selected shift cannot be taken out; nil where it can.
  var correctionRefusal: TerminalText? {
    guard let shift = selectedShift?.shift else { return "no shift is listed here" }
    if shift.correction(in: index) != nil {
      return "this is a correction, or its undo; undo takes it back"
    }
    return shift.kind.isShift ? nil : "\(ShiftText(shift).verdict): there is nothing to take out"
  }
}
