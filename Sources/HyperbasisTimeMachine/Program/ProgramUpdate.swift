import HyperbasisCanvas
import HyperbasisHistory

// What is about the program itself: opening and leaving what is open, and ending.

extension State {
  mutating func perform(_ intent: ProgramIntent) -> [Effect] {
    switch intent {
    case .help: layers.append(.help(scroll: 0))
    case .commandLine: layers.append(.prompt(Prompt(.command)))
    case .leave: return leave()
    case .close: return layers.isEmpty ? leaving([.quit]) : removeTopLayer()
    case .backToSpaces: return view == nil || !layers.isEmpty ? nothing() : backToSpaces()
    case .toggleMouse:
      settings.usesMouse.toggle()
      message = .note(
        settings.usesMouse
          ? "mouse: click selects, drag scrubs and pans, wheel zooms"
          : "no mouse: the terminal's own selection works")
      return [.setMouse(settings.usesMouse)]
    case .sync: return startSync()
    case .quit: return leaving([.quit])
    case .redraw: return [.redraw]
    case .suspend: return [.suspend]
    }
    return []
  }

  /// Warns once where a draft would be lost.
  private mutating func leaving(_ effects: [Effect]) -> [Effect] {
    guard let view, view.editing.hasDraft, !view.editing.isWarnedOfDraft else {
      return viewEffects() + inSpace(DraftUpdate.self) { $0.forgetResumed() } + effects
    }
    self.view?.editing.isWarnedOfDraft = true
    message = .warning(
      "the draft is not written: \(keymap.label(of: .draft(.write))) writes it, the same key "
        + "again leaves it")
    return []
  }

  /// The warning counts for the very next key alone.
  mutating func forgetWarning(before key: Key) {
    switch keymap.intent(for: key, in: scopes) {
    case .program(.quit), .program(.close), .program(.backToSpaces): break
    default: view?.editing.isWarnedOfDraft = false
    }
  }

  private mutating func backToSpaces() -> [Effect] {
    let effects = leaving([.loadSpaces])
    if !effects.isEmpty { view = nil }
    return effects
  }
}

// MARK: - Leaving

extension State {
  /// Leaves the innermost thing that is open or switched on.
  private mutating func leave() -> [Effect] {
    if !layers.isEmpty { return removeTopLayer() }
    if view == nil, !picker.typedAhead.isEmpty {
      picker.typedAhead = []
      message = .note("what was typed is discarded")
    } else {
      let left = view?.leave() ?? "nothing is open; \(keymap.label(of: .program(.close))) quits"
      message = .note(left)
    }
    return []
  }

  /// Closes what is on top; a plan that waits for a reply is cancelled.
  mutating func removeTopLayer() -> [Effect] {
    switch layers.last {
    case .savedDraft: return inSpace(OfferUpdate.self) { $0.leave() }
    case .move:
      layers.removeLast()
      return inSpace(MoveUpdate.self) { $0.stop() }
    case .plan:
      layers.removeLast()
      return inSpace(WriteUpdate.self) { $0.cancel() }
    case .help, .prompt, nil:
      _ = layers.popLast()
      return []
    }
  }
}

extension SpaceView {
  /// Leaves the innermost thing that is switched on; nil where nothing is.
  fileprivate mutating func leave() -> TerminalText? {
    if time.play.isRunning {
      time.play.isRunning = false
      return "stopped"
    }
    if compare.isSideBySide {
      compare.isSideBySide = false
      return "one plan"
    }
    if lists.isNarrowed {
      lists.isNarrowed = false
      return "the events of all anchors again"
    }
    if lists.filter != nil {
      lists.filter = nil
      return "no filter"
    }
    if compare.mode != .off {
      compare.mode = .off
      return "comparison off"
    }
    guard lists.selection != nil else { return nil }
    lists.selection = nil
    lists.historyRow = nil
    return "nothing selected"
  }
}
