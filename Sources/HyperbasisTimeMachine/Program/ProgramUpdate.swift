import HyperbasisCanvas
import HyperbasisHistory

// What concerns the program itself: opening and leaving layers, and quitting.

extension State {
  mutating func perform(_ intent: ProgramIntent) -> [Effect] {
    switch intent {
    case .help: layers.append(.help(HelpLayer()))
    case .searchHelp: layers.append(.prompt(Prompt(.help)))
    case .commandLine: layers.append(.prompt(Prompt(.command)))
    case .leave: return leave()
    case .close: return layers.isEmpty ? leaveSpace(by: intent, for: .quit) : removeTopLayer()
    case .backToSpaces:
      guard view != nil, layers.isEmpty else { return nothing() }
      let effects = leaveSpace(by: intent, for: .loadSpaces)
      if !effects.isEmpty {
        // A space that was opened by name comes before any list has been read.
        picker.cameFrom = view?.data.id
        view = nil
        picker.hasAskedCloud = false
      }
      return effects
    case .toggleMouse:
      settings.usesMouse.toggle()
      message = .note(
        settings.usesMouse
          ? "mouse: click selects, drag scrubs and pans, wheel zooms"
          : "no mouse: the terminal's own selection works")
      return [.setMouse(settings.usesMouse)]
    case .sync: return [sync.start()]
    case .quit: return leaveSpace(by: intent, for: .quit)
    case .redraw: return [.redraw]
    case .suspend: return [.suspend]
    }
    return []
  }

  /// Ends the program without asking; what was not written is saved.
  mutating func end() -> [Effect] {
    inSpace(MemoryUpdate.self) { $0.end() } + [.quit]
  }

  /// Whether the screen is too small to show anything but that fact.
  var isUnseen: Bool { layout.step == .none }

  /// Handles a key on such a screen: it does nothing that must be seen, so no unreadable question is
  /// answered.
  mutating func handleUnseen(_ key: Key) -> [Effect] {
    switch keymap.intent(for: key, in: [.everywhere]) {
    case .program(.close), .program(.quit): end()
    case .program(.redraw): [.redraw]
    case .program(.suspend): [.suspend]
    default: []
    }
  }

  private mutating func leaveSpace(by command: ProgramIntent, for effect: Effect) -> [Effect] {
    view == nil ? [effect] : inSpace(LeaveUpdate.self) { $0.leaveSpace(by: command, for: effect) }
  }

  /// Forgets the warning that a command would lose the draft, unless that command comes next, typed or
  /// not.
  mutating func forgetWarning(before intent: Intent?) {
    guard let warned = view?.editing.warnedCommand, intent != .program(warned),
      intent != .program(.commandLine)
    else { return }
    view?.editing.warnedCommand = nil
  }

  /// Leaves the innermost thing that is open or switched on.
  private mutating func leave() -> [Effect] {
    if case .help(let help) = layers.last, !help.search.isEmpty { return searchHelp(.init()) }
    if !layers.isEmpty { return removeTopLayer() }
    if let left = view == nil
      ? picker.forgetTyping() ?? picker.leaveFilter() : view?.leaveInnermost()
    {
      message = .note(left)
    } else {
      message = .note("nothing is open; \(quitLabel) quits")
    }
    return []
  }

  /// The key that quits if nothing is open: one of two keys, or the command.
  var quitLabel: TerminalText {
    keymap.keyLabel(of: .program(.close), charset: settings.charset)
      ?? keymap.label(of: .program(.quit), charset: settings.charset)
  }

  /// Shows the help lines that contain a text, or all of them if it is empty.
  mutating func searchHelp(_ text: String) -> [Effect] {
    guard case .help(var help) = layers.last else { return nothing() }
    (help.search, help.scroll) = (text, 0)
    if HelpLines.broken(for: self, help).isEmpty {
      message = .note("no key matches \(TerminalText(text, limit: 40))")
    } else {
      layers.replaceTop(.help(help))
    }
    return []
  }

  private mutating func removeTopLayer() -> [Effect] {
    switch layers.last {
    // Directly, so that the draft is not copied.
    case .move(let layer): return inSpace(MoveUpdate.self) { $0.stop(layer) }
    case .plan, .savedDraft: return inSpace(DialogUpdate.self) { $0.close() }
    case .help, .prompt, .bookmarks, .importing, nil:
      _ = layers.popLast()
      return []
    }
  }
}

/// Leaves the open space, unless that would silently lose a draft.
struct LeaveUpdate: SpaceUpdate {
  var transition: Transition

  /// Leaves the space and requests the next effect; if a draft would be lost, only the same command once
  /// more does so.
  mutating func leaveSpace(by command: ProgramIntent, for effect: Effect) {
    guard !view.editing.hasDraft || view.editing.warnedCommand == command else {
      view.editing.warnedCommand = command
      // On a narrow screen, this just fits in two lines.
      let again = label(of: .program(command))
      transition.message = .warning(
        "the draft is not written\(wayOut) \(again) again leaves without writing")
      return
    }
    hand(to: MemoryUpdate.self) { $0.rememberView() }
    hand(to: DraftUpdate.self) { $0.forgetResumed() }
    request(effect)
  }

  /// `: W writes it,`, or what else can be done with the draft: some can no longer be written.
  private var wayOut: TerminalText {
    let draft = DraftUpdate(transition: transition)
    if draft.refusal(of: .write) == nil { return ": \(label(of: .draft(.write))) writes it," }
    return draft.refusal(of: .drop) == nil ? ": \(label(of: .draft(.drop))) drops it," : ";"
  }
}

extension SpaceView {
  /// Switches off the innermost thing that is on; returns nil if there is none.
  fileprivate mutating func leaveInnermost() -> TerminalText? {
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
