import HyperbasisCanvas

extension State {
  mutating func handle(_ key: Key) -> [Effect] {
    message = nil
    if case .prompt = layers.last {} else { forgetWarning(before: key) }
    switch layers.last {
    case .prompt(let prompt):
      if let effects = handle(key, in: prompt) { return effects }
    case .plan(let dialog):
      if let effects = handle(key, in: dialog) { return effects }
    case .help, .move, .savedDraft, nil: break
    }
    guard let intent = keymap.intent(for: key, in: scopes) else {
      message = .note("\(unboundText(key)); \(keymap.label(of: .help)) lists the keys")
      return []
    }
    return perform(intent)
  }

  /// Does what was asked for, or says why not.
  mutating func perform(_ intent: Intent) -> [Effect] {
    if let reason = refusal(of: intent) {
      message = .note(reason)
      return []
    }
    if layers.isEmpty, view != nil { return performInSpace(intent) ?? performAnywhere(intent) }
    if layers.isEmpty { return performInPicker(intent) ?? performAnywhere(intent) }
    return performInLayer(intent) ?? performAnywhere(intent)
  }

  private func unboundText(_ key: Key) -> TerminalText {
    let label = KeyLabel.text(key, charset: settings.charset)
    let other = keymap.bindings.first { $0.keys.contains(key) && $0.scope != .dialog }
    guard let other, layers.isEmpty else { return "\(label) does nothing here" }
    switch other.scope {
    case .plan: return "\(label) works on the plan (\(keymap.label(of: .focusPlan)))"
    case .list: return "\(label) works in a list (\(keymap.label(of: .showTab(.anchors))))"
    case .space: return "\(label) works in an open space"
    default: return "\(label) does nothing here"
    }
  }

  private mutating func performAnywhere(_ intent: Intent) -> [Effect] {
    switch intent {
    case .help: layers.append(.help(scroll: 0))
    case .commandLine: layers.append(.prompt(Prompt(.command)))
    case .leave: leave()
    case .close: return close()
    case .backToSpaces: return backToSpaces()
    case .toggleMouse:
      settings.usesMouse.toggle()
      message = .note(
        settings.usesMouse
          ? "mouse: click selects, drag scrubs and pans, wheel zooms"
          : "no mouse: the terminal's own selection works")
      return [.setMouse(settings.usesMouse)]
    case .sync: return sync()
    case .quit: return leaving([.quit])
    case .redraw: return [.redraw]
    case .suspend: return [.suspend]
    default: message = .note("this does nothing here")
    }
    return []
  }

  private mutating func close() -> [Effect] {
    guard !layers.isEmpty else { return leaving([.quit]) }
    removeTopLayer()
    return []
  }

  /// Warns once where a draft would be lost.
  private mutating func leaving(_ effects: [Effect]) -> [Effect] {
    guard view?.draft?.isEmpty == false, !isWarnedOfDraft else {
      return viewEffects() + forgetTakenUp() + effects
    }
    isWarnedOfDraft = true
    message = .warning(
      "the draft is not written: \(keymap.label(of: .writeDraft)) writes it, the same key again "
        + "leaves it")
    return []
  }

  /// The warning counts for the very next key alone.
  private mutating func forgetWarning(before key: Key) {
    switch keymap.intent(for: key, in: scopes) {
    case .quit, .close, .backToSpaces: break
    default: isWarnedOfDraft = false
    }
  }

  private mutating func backToSpaces() -> [Effect] {
    let effects = leaving([.loadSpaces])
    guard !effects.isEmpty else { return [] }
    isWarnedOfDraft = false
    view = nil
    write = nil
    choice = nil
    return effects
  }

  /// Leaves the innermost thing that is open or switched on.
  private mutating func leave() {
    if !layers.isEmpty { return removeTopLayer() }
    guard var view else {
      if !typedAhead.isEmpty {
        typedAhead = []
        message = .note("what was typed is let go of")
        return
      }
      message = .note("nothing is open; \(keymap.label(of: .close)) quits")
      return
    }
    let left: TerminalText
    if view.play.isRunning {
      view.play.isRunning = false
      left = "stopped"
    } else if view.isSideBySide {
      view.isSideBySide = false
      left = "one plan"
    } else if view.isNarrowed {
      view.isNarrowed = false
      left = "all anchors' events again"
    } else if view.filter != nil {
      view.filter = nil
      left = "no filter"
    } else if view.diffMode != .off {
      view.diffMode = .off
      left = "comparison off"
    } else if view.selection != nil {
      view.selection = nil
      view.historyRow = nil
      left = "nothing selected"
    } else {
      left = "nothing is open; \(keymap.label(of: .close)) quits"
    }
    self.view = view
    message = .note(left)
  }

  /// Closes what is on top; a plan that waits for an answer is cancelled.
  mutating func removeTopLayer() {
    switch layers.last {
    case .savedDraft: leaveOffer()
    case .move:
      layers.removeLast()
      stopMoving()
    case .plan:
      layers.removeLast()
      cancelWrite()
    default: _ = layers.popLast()
    }
  }
}
