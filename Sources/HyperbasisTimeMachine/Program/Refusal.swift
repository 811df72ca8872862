package import HyperbasisCanvas
import HyperbasisHistory

extension State {
  /// Returns why an intent is unavailable now; nil if it is available.
  ///
  /// Both messages and the footer use it, so the footer shows only keys that work.
  package func refusal(of intent: Intent) -> TerminalText? {
    switch intent {
    case .time(let intent): inSpace(TimeUpdate.self) { $0.refusal(of: intent) }
    case .compare(let intent): inSpace(CompareUpdate.self) { $0.refusal(of: intent) }
    case .list(let intent): inSpace(ListUpdate.self) { $0.refusal(of: intent) }
    case .picker: view == nil ? nil : "this works in the list of spaces"
    case .map(let intent): inSpace(MapUpdate.self) { $0.refusal(of: intent) }
    case .bookmark(let intent): refusal(of: intent)
    case .draft(let intent): inSpace(DraftUpdate.self) { $0.refusal(of: intent) }
    case .move: inSpace(MoveUpdate.self) { _ in nil }
    case .rows(let intent): refusal(of: intent)
    case .dialog(let intent): refusal(of: intent)
    case .program(let intent): refusal(of: intent)
    }
  }

  /// Asks an area; while a layer covers the space, keys do not apply to the space.
  private func inSpace<Area: SpaceUpdate>(
    _ area: Area.Type, _ reason: (Area) -> TerminalText?
  ) -> TerminalText? {
    guard layers.isEmpty else { return nil }
    return Area(self).map(reason) ?? openFirst
  }

  private func refusal(of intent: DialogIntent) -> TerminalText? {
    if case .importing(let dialog) = layers.last { return refusal(of: intent, dialog) }
    return DialogUpdate(self).map { $0.refusal(of: intent) } ?? (layers.isEmpty ? openFirst : nil)
  }

  private func refusal(of intent: BookmarkIntent) -> TerminalText? {
    BookmarkUpdate(self).map { $0.refusal(of: intent) } ?? openFirst
  }

  private var openFirst: TerminalText {
    "open a space first: \(keymap.label(of: .rows(.activate)))"
  }

  private func refusal(of intent: RowIntent) -> TerminalText? {
    if case .bookmarks = layers.last { return BookmarkUpdate(self)?.lackOfBookmarks }
    guard layers.isEmpty else { return DialogUpdate(self)?.refusal(of: intent) }
    if let list = ListUpdate(self) { return list.refusal(of: intent) }
    // Fetching a space writes it to the store.
    if intent == .activate, let space = picker.selected, !space.isHere,
      let reason = settings.writeRefusal
    {
      return reason
    }
    return picker.refusal(of: intent)
  }

  private func refusal(of intent: ProgramIntent) -> TerminalText? {
    switch intent {
    // A sync writes others' changes.
    case .sync: settings.writeRefusal ?? sync.refusal
    case .toggleMouse:
      settings.mouseRefusal ?? (layers.isEmpty && view == nil ? openFirst : nil)
    case .backToSpaces: layers.isEmpty && view == nil ? openFirst : nil
    case .searchHelp:
      if case .help = layers.last { nil } else { "this works in the help" }
    case .commandLine, .help, .leave, .close, .quit, .redraw, .suspend: nil
    }
  }
}

// MARK: - Typed commands

extension State {
  /// Returns why a typed command is unavailable now; nil if it is available.
  func refusal(of command: ReadCommand) -> TerminalText? {
    guard let intent = command.intent else { return nil }
    if let moveFirst, !intent.goesOnMoving { return moveFirst }
    return refusal(of: intent)
  }

  /// The refusal of anything that would turn away from an anchor while it is moved; nil if none is.
  var moveFirst: TerminalText? {
    guard case .move(let layer) = layers.last else { return nil }
    let keep = keymap.label(of: .move(.stage), charset: settings.charset)
    let cancel = keymap.label(of: .program(.leave), charset: settings.charset)
    return "\(layer.anchor.shortLabel) is being \(layer.isAddition ? "placed" : "moved"); "
      + "\(keep) keeps it, \(cancel) cancels"
  }
}

extension Intent {
  /// Whether it keeps an anchor that is being moved in view, and the date at which it is moved.
  fileprivate var goesOnMoving: Bool {
    switch self {
    case .move, .program, .map(.cycleViewpoint), .draft(.moveAnchor), .draft(.undo), .draft(.redo):
      true
    case .time, .compare, .list, .picker, .map, .bookmark, .draft, .rows, .dialog: false
    }
  }
}
