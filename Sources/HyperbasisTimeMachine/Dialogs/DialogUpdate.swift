import HyperbasisCanvas
import HyperbasisHistory

// Replies to questions, and scrolling in what lies over the screen.

extension State {
  mutating func perform(_ intent: DialogIntent) -> [Effect] {
    switch (intent, layers.last) {
    case (.confirm, .plan(let dialog)): return inSpace(WriteUpdate.self) { $0.confirm(dialog) }
    case (.decline, .plan), (.decline, .savedDraft): return removeTopLayer()
    case (.resumeDraft, .savedDraft(let offer)):
      return inSpace(OfferUpdate.self) { $0.resume(offer.draft) }
    case (.discardDraft, .savedDraft(let offer)):
      return inSpace(OfferUpdate.self) { $0.discard(offer.draft) }
    case (.confirm, _), (.decline, _), (.resumeDraft, _), (.discardDraft, _): return nothing()
    }
  }

  /// Digits are typed where the number of anchors is asked for.
  mutating func handle(_ key: Key, in dialog: PlanDialog) -> [Effect]? {
    guard dialog.needsCount else { return nil }
    var dialog = dialog
    if let scalar = key.typed, ("0"..."9").contains(scalar) {
      dialog.typed.unicodeScalars.append(scalar)
      if dialog.typed == "\(dialog.anchorCount)" {
        return inSpace(WriteUpdate.self) { $0.confirm(dialog) }
      }
      if dialog.typed.count >= "\(dialog.anchorCount)".count {
        message = .note("that is not the number of anchors; nothing was written yet")
        dialog.typed = ""
      }
    } else if key == .backspace {
      dialog.typed = String(dialog.typed.dropLast())
    } else {
      return nil
    }
    layers[layers.count - 1] = .plan(dialog)
    return []
  }

  mutating func scroll(_ dialog: PlanDialog, _ intent: RowIntent) -> [Effect] {
    var dialog = dialog
    let page = dialog.page(layout, settings)
    switch intent {
    case .step(let direction): dialog.scroll += direction.sign
    case .page(let direction): dialog.scroll += direction.sign * page
    case .first, .last, .activate: return nothing()
    }
    dialog.scroll = max(0, min(dialog.scroll, dialog.anchorCount - page))
    layers[layers.count - 1] = .plan(dialog)
    return []
  }

  mutating func scrollHelp(_ intent: RowIntent, from scroll: Int) -> [Effect] {
    let page = max(1, layout.helpArea.rows)
    let last = max(0, HelpLines.broken(for: self).count - page)
    let target: Int
    switch intent {
    case .step(let direction): target = scroll + direction.sign
    case .page(let direction): target = scroll + direction.sign * page
    case .first: target = 0
    case .last: target = last
    case .activate: return nothing()
    }
    layers[layers.count - 1] = .help(scroll: max(0, min(target, last)))
    return []
  }
}
