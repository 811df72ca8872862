import HyperbasisCanvas
import HyperbasisHistory

/// Handles replies to questions about the open space, and scrolls in the layers above it.
struct DialogUpdate: SpaceUpdate {
  var transition: Transition

  mutating func perform(_ intent: DialogIntent) {
    switch (intent, transition.layers.last) {
    case (.confirm, .plan(let dialog)): hand(to: WriteUpdate.self) { $0.confirm(dialog) }
    case (.switchFrame, .plan(let dialog)): hand(to: WriteUpdate.self) { $0.switchFrame(dialog) }
    case (.decline, .plan), (.decline, .savedDraft): close()
    case (.resumeDraft, .savedDraft(let offer)):
      hand(to: OfferUpdate.self) { $0.resume(offer) }
    case (.discardDraft, .savedDraft(let offer)):
      hand(to: OfferUpdate.self) { $0.discard(offer) }
    case (.confirm, _), (.decline, _), (.switchFrame, _), (.resumeDraft, _), (.discardDraft, _):
      transition.message = .nothing
    }
  }

  /// Leaves a question; a plan that awaits a reply is cancelled.
  mutating func close() {
    switch transition.layers.last {
    case .savedDraft(let offer): hand(to: OfferUpdate.self) { $0.leave(offer) }
    case .plan: hand(to: WriteUpdate.self) { $0.cancel() }
    case .move, .help, .prompt, .bookmarks, .importing, nil: break
    }
  }

  /// Types into the number of anchors, if that is asked for; returns false for a key that means nothing
  /// here.
  mutating func type(_ key: Key) -> Bool {
    guard case .plan(var dialog) = transition.layers.last, dialog.needsCount else { return false }
    if let scalar = key.typed, ("0"..."9").contains(scalar) {
      // No number has more digits.
      if dialog.typed.count < 19 { dialog.typed.unicodeScalars.append(scalar) }
    } else if key == .backspace {
      dialog.typed = String(dialog.typed.dropLast())
    } else if key == .enter, !dialog.typed.isEmpty {
      if dialog.typed == "\(dialog.anchorCount)" {
        hand(to: WriteUpdate.self) { $0.confirm(dialog) }
        return true
      }
      note("\(TerminalText(dialog.typed)) is not the number of anchors; nothing was written yet")
      dialog.typed = ""
    } else {
      return false
    }
    transition.layers.replaceTop(.plan(dialog))
    return true
  }

  /// Scrolls; a question has no first or last row to go to, and nothing to open.
  mutating func scroll(_ intent: RowIntent) {
    switch transition.layers.last {
    case .plan(var dialog) where intent.isStep:
      dialog.scroll =
        settings.isReadAloud
        ? PlanReading(dialog: dialog).first(after: intent)
        : PlanRows(dialog, layout, settings).first(after: intent)
      transition.layers.replaceTop(.plan(dialog))
    case .savedDraft(var offer) where intent.isStep:
      let page = OfferContent(offer, view, settings).page(layout)
      offer.scroll =
        intent.scrolled(from: offer.scroll, rows: offer.draft.edits.count, page: page) ?? 0
      transition.layers.replaceTop(.savedDraft(offer))
    case .plan, .savedDraft, .move, .help, .prompt, .bookmarks, .importing, nil:
      transition.message = .nothing
    }
  }
}

// MARK: - Refusals

extension DialogUpdate {
  /// Returns why a reply is unavailable now; nil if it is available.
  func refusal(of intent: DialogIntent) -> TerminalText? {
    guard case .plan(let dialog) = transition.layers.last else { return nil }
    if intent == .switchFrame {
      return dialog.plan.crossed == nil
        ? "no shift lies between what comes back and today" : settings.writeRefusal
    }
    guard intent == .confirm else { return nil }
    if let reason = settings.writeRefusal { return reason }
    if dialog.needsCount {
      return "type \(dialog.anchorCount), the number of anchors, and Enter, to do it"
    }
    return view.loss == nil ? nil : writeRefusal
  }

  func refusal(of intent: RowIntent) -> TerminalText? {
    guard case .plan(let dialog) = transition.layers.last, intent.isStep else { return nil }
    if settings.isReadAloud { return PlanReading(dialog: dialog).refusal(of: intent) }
    return PlanRows(dialog, layout, settings).canScroll ? nil : "everything is already on screen"
  }
}

// MARK: - Scrolling

extension RowIntent {
  /// Whether it moves by rows or pages.
  fileprivate var isStep: Bool {
    switch self {
    case .step, .page: true
    case .first, .last, .activate: false
    }
  }

  /// The first row on screen after this intent, given the one before it; nil if it does not scroll.
  func scrolled(from first: Int, rows: Int, page: Int) -> Int? {
    let target: Int
    switch self {
    case .step(let direction): target = first + direction.sign
    case .page(let direction): target = first + direction.sign * page
    case .first: target = 0
    case .last: target = rows
    case .activate: return nil
    }
    return max(0, min(target, rows - page))
  }
}
