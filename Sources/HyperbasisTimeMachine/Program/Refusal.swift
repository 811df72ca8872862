import Hyperbasis
package import HyperbasisCanvas

extension State {
  /// Why an intent can do nothing now; nil where it can.
  ///
  /// Messages and the footer both go by it, so that the footer shows only keys that work.
  package func refusal(of intent: Intent) -> TerminalText? {
    if case .plan(let dialog) = layers.last, dialog.needsCount, intent == .confirm {
      return "type \(dialog.anchorCount), the number of anchors, to do it"
    }
    if intent == .sync { return syncRefusal }
    guard layers.isEmpty else { return refusalInLayer(intent) }
    guard let view else { return refusalInPicker(intent) }
    if view.index.count == 0, let reason = refusalWithoutEvents(intent) { return reason }
    return refusal(of: intent, in: view)
  }

  private func refusalInLayer(_ intent: Intent) -> TerminalText? {
    switch (layers.last, intent) {
    case (.plan(let dialog), .moveRow), (.plan(let dialog), .movePage):
      let page = DialogView(state: self, dialog: dialog).page(layout)
      return dialog.anchorCount <= page ? "all of it is on screen" : nil
    case (.plan, .confirm) where view?.isDeleted == true: return writeRefusal
    default: return nil
    }
  }

  private func refusalInPicker(_ intent: Intent) -> TerminalText? {
    switch intent {
    case .moveRow, .movePage, .firstRow, .lastRow:
      picker.spaces?.isEmpty ?? true ? "there are no spaces" : nil
    case .activate: picker.selected == nil ? "there is no space to open" : nil
    case .help, .commandLine, .leave, .close, .quit, .redraw, .suspend: nil
    default: "open a space first: \(keymap.label(of: .activate))"
    }
  }

  private func refusalWithoutEvents(_ intent: Intent) -> TerminalText? {
    switch intent {
    case .stepPosition, .stepTenPositions, .stepInstant, .stepSignificantDate, .goToStart,
      .goToEnd, .togglePlay, .zoomBar, .markA, .markB, .cycleDiff, .rollBackAnchor,
      .rollBackSpace, .undo, .redo, .moveSelection, .moveRow, .movePage, .firstRow, .lastRow,
      .activate, .find, .askDate:
      "this space has no events yet"
    default: nil
    }
  }

  private func refusal(of intent: Intent, in view: SpaceView) -> TerminalText? {
    switch intent {
    case .swapMarks, .toggleLoop: marksRefusal(view)
    case .toggleSideBySide: marksRefusal(view)
    case .moveSelection, .moveRow, .movePage, .firstRow, .lastRow:
      rowCount == 0 && !(view.focus == .tab && view.tab == .inspect)
        ? "nothing is listed here" : nil
    case .nextChange:
      view.diffMode == .off && view.search == nil
        ? "\(keymap.label(of: .cycleDiff)) compares, \(keymap.label(of: .find)) finds" : nil
    case .compensateShift: shiftRefusal(view)
    case .toggleNarrow:
      view.selection == nil && !view.isNarrowed ? selectFirst : nil
    case .copyId, .copyPosition: view.selection == nil ? selectFirst : nil
    case .rollBackAnchor: rollBackRefusal(view)
    case .rollBackSpace:
      rollbackObstacle(view)
        ?? (view.isAtEnd ? "this is the end: go to the date to roll back to" : nil)
    case .undo, .redo: writeRefusal
    case .deleteAnchor, .editMetadata, .moveAnchor, .addAnchor, .writeDraft, .dropDraft:
      draftRefusal(intent, in: view)
    case .goToEnd: view.isAtEnd && !view.play.isRunning ? "this is the end already" : nil
    case .goToStart:
      view.instant == view.index.start && !view.play.isRunning ? "this is the start already" : nil
    case .stepInstant, .stepSignificantDate:
      view.steppedEvents.isEmpty ? "no event passes the filter" : nil
    case .fitPlan: view.camera == nil ? "the whole space is on the plan" : nil
    default: nil
    }
  }

  private var selectFirst: TerminalText {
    "select an anchor first: \(keymap.label(of: .moveSelection(.forward)))"
  }

  private func marksRefusal(_ view: SpaceView) -> TerminalText? {
    guard view.marks.a == nil || view.marks.b == nil else { return nil }
    return "set A and B first: \(keymap.label(of: .markA)), \(keymap.label(of: .markB))"
  }

  private func shiftRefusal(_ view: SpaceView) -> TerminalText? {
    if view.takesShiftOut { return nil }
    guard let comparison = view.comparison(settings.threshold) else {
      return "compare first: \(keymap.label(of: .cycleDiff))"
    }
    return comparison.shift == nil ? "the space did not shift between the two" : nil
  }

  private var writeRefusal: TerminalText? {
    if view?.isDeleted == true { return "this space was deleted; it cannot be changed any more" }
    return write == nil ? nil : "a change is being written; wait for it"
  }

  private func rollbackObstacle(_ view: SpaceView) -> TerminalText? {
    guard view.draft?.isEmpty == false else { return writeRefusal }
    return "write or drop the draft first: \(keymap.label(of: .writeDraft)), "
      + "\(keymap.label(of: .dropDraft))"
  }

  private func rollBackRefusal(_ view: SpaceView) -> TerminalText? {
    if let reason = rollbackObstacle(view) { return reason }
    if view.rollbackTarget(movesInHistory: movesInHistory) != nil { return nil }
    guard view.selection != nil else { return selectFirst }
    return "it is as it is now: go to a date, or to a row of its history"
  }

  /// Drafts lie over the live space, and over anchors that are there.
  private func draftRefusal(_ intent: Intent, in view: SpaceView) -> TerminalText? {
    let isLettingGo = intent == .dropDraft && view.isDeleted
    if let writeRefusal, !isLettingGo { return writeRefusal }
    switch intent {
    case .writeDraft, .dropDraft:
      return view.draft?.isEmpty ?? true ? "there is no draft" : nil
    default: break
    }
    guard view.isAtEnd else {
      return "edits are made now: \(keymap.label(of: .goToEnd)) goes there"
    }
    guard intent != .addAnchor else { return nil }
    guard let id = view.selection, let anchor = view.draftedAnchor(id) else { return selectFirst }
    guard anchor.isDeleted else { return nil }
    return "it is deleted; \(keymap.label(of: .rollBackAnchor)) brings it back"
  }
}
