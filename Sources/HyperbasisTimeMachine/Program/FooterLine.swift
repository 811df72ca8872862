import HyperbasisCanvas

/// The hints of the footer that fit, and their columns: for the screen and for the mouse.
struct FooterLine {
  /// A hint, with those keys of its intents that work now.
  struct Item {
    var column = 0
    let keys: [(label: TerminalText, intent: Intent)]
    let label: TerminalText

    var width: Int { keyColumns + 1 + label.width }

    private var keyColumns: Int { keys.reduce(keys.count - 1) { $0 + $1.label.width } }

    /// Returns the intent of a click on a column: that of the key there, or on the label that of the
    /// first key.
    func intent(at column: Int) -> Intent? {
      var end = self.column
      for key in keys {
        end += key.label.width + 1
        if column < end { return key.intent }
      }
      return keys.first?.intent
    }
  }

  private(set) var items: [Item] = []

  init(_ state: State, columns: Int) {
    // On a small screen, one more key is worth more than a margin.
    var room = columns - (columns < 60 ? 1 : 2)
    let hints = FooterHints(state: state)
    let last = Self.fitting(hints.lastHints, state, in: &room)
    let first = Self.fitting(hints.hints, state, in: &room)
    var column = 1
    for var item in first + last {
      item.column = column
      column += item.width + 2
      items.append(item)
    }
  }

  /// Returns the intent of a click on a column of the footer; nil between the hints.
  func intent(at column: Int) -> Intent? {
    items.first { $0.column <= column && column < $0.column + $0.width }?.intent(at: column)
  }

  /// Returns the hints of keys that work now, as far as they fit.
  private static func fitting(
    _ hints: some Sequence<FooterHint>, _ state: State, in room: inout Int
  ) -> [Item] {
    var items: [Item] = []
    for hint in hints {
      let item = item(hint, state)
      guard !item.keys.isEmpty, item.width <= room else { continue }
      items.append(item)
      room -= item.width + 2
    }
    return items
  }

  private static func item(_ hint: FooterHint, _ state: State) -> Item {
    // A key that works in every pane is preferred to one of this pane.
    let scopes = state.scopes.contains(.space) ? [.space] + state.scopes : state.scopes
    let keys = hint.intents.compactMap { intent -> (TerminalText, Intent)? in
      guard state.refusal(of: intent) == nil,
        let key = state.keymap.binding(for: intent, in: scopes)?.keys.first
      else { return nil }
      return (state.keymap.text(of: key, charset: state.settings.charset), intent)
    }
    return Item(keys: keys, label: hint.label)
  }
}

// MARK: - Beside a message

extension FooterLine {
  /// Returns the columns of the footer that a message takes if the hints may follow it; 0 if it has a
  /// line of its own, or the full width if it is longer than a line.
  static func columns(usedBy message: Message, _ layout: Layout) -> Int {
    let line = layout.message
    guard line == layout.footer else { return 0 }
    let lines = message.text.wrapped(to: line.columns - 2)
    return lines.count > 1 ? line.columns : (lines.first?.width ?? 0) + 3
  }

  /// Returns whether the hints follow a message on the same line.
  static func isBeside(_ message: Message, _ state: State) -> Bool {
    let used = columns(usedBy: message, state.layout)
    return used > 0 && used + leastWidth(state) <= state.layout.footer.columns
  }

  /// Returns the width of the help hint and of the replies to a question, which no message may hide.
  private static func leastWidth(_ state: State) -> Int {
    var room = Int.max
    let hints = FooterHints(state: state)
    let items = fitting(hints.replyHints + hints.lastHints.prefix(1), state, in: &room)
    return items.reduce(1) { $0 + $1.width } + 2 * max(0, items.count - 1)
  }

  /// Returns the intent of a click on the footer.
  static func intent(at position: Position, _ state: State) -> Intent? {
    let layout = state.layout
    guard layout.footer.contains(position) else { return nil }
    let beside = state.message.flatMap { isBeside($0, state) ? $0 : nil }
    let left = layout.footer.column + (beside.map { columns(usedBy: $0, layout) } ?? 0)
    return FooterLine(state, columns: layout.footer.endColumn - left)
      .intent(at: position.column - left)
  }
}
