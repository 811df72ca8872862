import Foundation
import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisDrift
import HyperbasisHistory
import HyperbasisWording

// Takes the selected shift out of the anchors permanently, by new events.

extension WriteUpdate {
  /// Brings all anchors into one frame: the one before or the one after the selected shift.
  mutating func correctShift(to frame: HBCorrection.Frame) {
    guard let shift = view.selectedShift?.shift else { return }
    let correction = HBCorrection(shifts: [shift.id], frame: frame)
    let name = CorrectionText.name(
      shift, among: view.data.drift?.history?.shifts ?? [], date: settings.text(shift.from))
    let beginning: TerminalText
    let outcome: TerminalText
    switch frame {
    case .old:
      beginning = "Take out the \(name)"
      outcome = "the \(name) is taken out"
    case .new:
      beginning = "Bring the rest along with the \(name)"
      outcome = "the rest is brought along with the \(name)"
    }
    plan(
      PlannedWrite(
        request: .correct(correction), heading: PlanTitle(beginning), outcome: outcome))
  }

  /// Returns what a plan does in numbers, if it corrects a shift and was made from the log in view; nil
  /// to show only what the plan says.
  func remark(on plan: HBPlan, for write: PlannedWrite) -> TerminalText? {
    guard case .correct(let correction) = write.request, plan.head == view.data.head else {
      return nil
    }
    return view.data.counts(of: correction)
  }
}

extension SpaceData {
  /// Returns why a correction of a shift is known to move no anchor; nil if it is not: in a long log that is
  /// found out only on request.
  fileprivate func reasonForNothing(of shift: FoundShift, _ frame: HBCorrection.Frame)
    -> TerminalText?
  {
    guard !isLongLog else { return nil }
    return memo.vainCorrections.find(ShiftFrame(shift: shift.id, frame: frame)) {
      let correction = HBCorrection(shifts: [shift.id], frame: frame)
      guard let history = findDrift().history,
        let plan = try? CorrectionPlan(
          correction, index, history, corrections: index.corrections)
      else { return nil }
      return .some(plan.moves.isEmpty ? CorrectionText(plan).reasonForNothing([shift]) : nil)
    } ?? nil
  }

  /// Returns what a correction does to the anchors that exist; nil if finding out takes too long for
  /// drawing, or the log cannot be read.
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

// MARK: - Corrections, and what undoes or redoes them

extension DraftUpdate {
  /// Returns why the selected motion cannot be taken out if it is not a shift but a correction or the like,
  /// and which key reverses it; nil for a shift.
  ///
  /// - Parameter isFree: whether undo and redo concern the space, and may be used.
  func revisionRefusal(isFree: Bool) -> TerminalText? {
    guard let listed = view.selectedShift, !listed.role.isShift else { return nil }
    let reversal = isFree ? view.data.reversal(of: listed).map(key) : nil
    return listed.text.refusal(of: "this", reversal: reversal)
  }

  private func key(_ reversal: OperationReversal) -> TerminalText {
    switch reversal {
    case .undo(_, isNext: true): label(of: .draft(.undo))
    case .undo(_, isNext: false):
      "\(label(of: .list(.showTab(.operations)))) lists it, and "
        + "\(label(of: .draft(.rollBackAnchor))) there"
    case .redo: label(of: .draft(.redo))
    }
  }
}

extension SpaceData {
  /// Returns what reverses a correction or the like; nil for a shift, if nothing does, and in a long log,
  /// where finding out takes too long for drawing.
  func reversal(of listed: ListedShift) -> OperationReversal? {
    guard !isLongLog else { return nil }
    return memo.shiftReversals.value(for: listed.id) {
      read { try listed.shift.reversal(in: index, findDrift().history) } ?? nil
    }
  }
}

/// A shift, and the frame before or after it.
struct ShiftFrame: Hashable, Sendable {
  let shift: UUID
  let frame: HBCorrection.Frame
}

extension SpaceView {
  /// Returns why the anchors cannot be brought into a frame of the selected shift, if it is one; nil if they
  /// can.
  func correctionRefusal(_ frame: HBCorrection.Frame) -> TerminalText? {
    guard let listed = selectedShift else { return "no shift is listed here" }
    let shift = listed.shift
    guard shift.kind.isShift else {
      return "\(ShiftText(shift).verdict): there is nothing to take out"
    }
    guard let reason = data.reasonForNothing(of: shift, frame) else { return nil }
    return frame == .old ? "\(reason): there is nothing to take out" : reason
  }
}
