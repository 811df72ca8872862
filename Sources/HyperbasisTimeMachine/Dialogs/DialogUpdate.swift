import Hyperbasis
import HyperbasisCanvas

extension State {
  /// Does what was asked for in the help or in a dialog; nil where it is about neither.
  mutating func performInLayer(_ intent: Intent) -> [Effect]? {
    switch layers.last {
    case .help(let scroll): return performInHelp(intent, scroll: scroll)
    case .plan(let dialog): return perform(intent, in: dialog)
    case .move(let layer): return perform(intent, moving: layer)
    case .savedDraft(let offer): return perform(intent, offered: offer)
    case .prompt, nil: return nil
    }
  }

  private mutating func performInHelp(_ intent: Intent, scroll: Int) -> [Effect]? {
    let page = HelpView.page(size)
    let last = max(0, HelpView.lines(self).count - page)
    let target: Int
    switch intent {
    case .moveRow(let direction): target = scroll + direction.sign
    case .movePage(let direction): target = scroll + direction.sign * page
    case .firstRow: target = 0
    case .lastRow: target = last
    default: return nil
    }
    layers[layers.count - 1] = .help(scroll: max(0, min(target, last)))
    return []
  }
}

// MARK: - Plan dialog

extension State {
  /// Digits are typed where the number of anchors is asked for.
  mutating func handle(_ key: Key, in dialog: PlanDialog) -> [Effect]? {
    guard dialog.needsCount else { return nil }
    var dialog = dialog
    if let scalar = key.typed, ("0"..."9").contains(scalar) {
      dialog.typed.unicodeScalars.append(scalar)
      if dialog.typed == "\(dialog.anchorCount)" { return confirm(dialog) }
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

  private mutating func perform(_ intent: Intent, in dialog: PlanDialog) -> [Effect]? {
    switch intent {
    case .confirm: return confirm(dialog)
    case .decline: removeTopLayer()
    case .moveRow(let direction): scroll(dialog, by: direction.sign)
    case .movePage(let direction):
      scroll(dialog, by: direction.sign * DialogView(state: self, dialog: dialog).page(layout))
    default: return nil
    }
    return []
  }

  private mutating func scroll(_ dialog: PlanDialog, by count: Int) {
    var dialog = dialog
    let last = max(0, dialog.anchorCount - DialogView(state: self, dialog: dialog).page(layout))
    dialog.scroll = max(0, min(dialog.scroll + count, last))
    layers[layers.count - 1] = .plan(dialog)
  }

  private mutating func confirm(_ dialog: PlanDialog) -> [Effect] {
    layers.removeLast()
    write?.step = .writing(dialog.plan)
    message = .note("writing: \(dialog.request.title)")
    return [.execute(dialog.plan)]
  }
}
