import HyperbasisCanvas

/// The last line: the keys that work now; and what was said about the last one.
struct FooterView {
  let state: State

  func draw(into frame: inout Frame, layout: Layout) {
    guard !layout.footer.isEmpty else { return }
    guard let message = state.message else {
      return drawHints(into: &frame, region: layout.footer)
    }
    let line = layout.message
    let lines = message.text.wrapped(to: line.columns - 2)
    let used = lines.count > 1 ? line.columns : (lines.first?.width ?? 0) + 3
    let isBeside = line == layout.footer && used + helpWidth <= line.columns
    let isAbove = line == layout.footer && !isBeside
    draw(
      lines, style: message.style, into: &frame, line: line, lastRow: line.row - (isAbove ? 1 : 0))
    drawHints(into: &frame, region: isBeside ? layout.footer.inset(left: used) : layout.footer)
  }

  /// Draws a message that ends in a row; a long one takes the row above as well, until the next
  /// key.
  private func draw(
    _ lines: [TerminalText], style: Style, into frame: inout Frame, line: Region, lastRow: Int
  ) {
    for (number, text) in lines.prefix(2).enumerated() {
      let isCut = number == 1 && lines.count > 2
      let row = lastRow - min(lines.count, 2) + 1 + number
      let area = Region(column: line.column, row: row, columns: line.columns, rows: 1)
      frame.fill(area)
      let shown =
        isCut ? text.prefix(columns: line.columns - 3) + state.settings.charset.ellipsis : text
      frame.put(shown, column: area.column + 1, row: row, style: style, clippedTo: area)
    }
  }

  /// The columns of help, which no message is to take.
  private var helpWidth: Int {
    var room = Int.max
    return fitting(lastHints.prefix(1), in: &room)
      .reduce(1) { $0 + $1.keys.width + 1 + $1.label.width }
  }

  private typealias Shown = (keys: TerminalText, label: TerminalText)

  /// Help and the way out have their place before all others.
  private func drawHints(into frame: inout Frame, region: Region) {
    // On a small screen a key more says more than a margin.
    var room = region.columns - (region.columns < 60 ? 1 : 2)
    let last = fitting(lastHints, in: &room)
    let first = fitting(hints, in: &room)
    var column = region.column + 1
    for hint in first + last {
      column = frame.put(
        hint.keys, column: column, row: region.row, style: Style(.accent), clippedTo: region)
      column =
        frame.put(
          hint.label, column: column + 1, row: region.row, style: .dim, clippedTo: region) + 2
    }
  }

  /// The hints of keys that work now, as far as there is room for them.
  private func fitting(_ hints: some Sequence<FooterHint>, in room: inout Int) -> [Shown] {
    var shown: [Shown] = []
    for hint in hints {
      let keys = keys(of: hint)
      let width = keys.width + 1 + hint.label.width
      guard !keys.isEmpty, width <= room else { continue }
      shown.append((keys, hint.label))
      room -= width + 2
    }
    return shown
  }

  /// The keys of a hint that work now.
  private func keys(of hint: FooterHint) -> TerminalText {
    // A key that works in every pane says more than one of this pane.
    let scopes = state.scopes.contains(.space) ? [.space] + state.scopes : state.scopes
    return hint.intents.compactMap { intent -> TerminalText? in
      guard state.refusal(of: intent) == nil,
        let key = state.keymap.binding(for: intent, in: scopes)?.keys.first
      else { return nil }
      return KeyLabel.text(key, charset: state.settings.charset)
    }.joined(separator: "/")
  }

  private var hints: [FooterHint] {
    switch state.layers.last {
    case .help: Self.helpHints
    case .plan: Self.dialogHints
    case .prompt: []
    case .move: Self.moveHints
    case .savedDraft: Self.offerHints
    case nil where state.isAwaitingStore: []
    case nil: state.view == nil ? Self.pickerHints : spaceHints
    }
  }

  /// Enter says something of its own only in the history; an empty space asks for an anchor.
  private var spaceHints: [FooterHint] {
    if state.view?.lists.movesInHistory == true { return [Self.historyHint] + Self.spaceHints }
    return state.view?.instant == nil ? [Self.addHint] + Self.spaceHints : Self.spaceHints
  }

  private var lastHints: [FooterHint] {
    switch state.layers.last {
    case .help, .prompt, .plan: []
    case .move, .savedDraft: [Self.helpHint]
    case nil where state.isAwaitingStore: [Self.quitHint]
    case nil: [Self.helpHint, Self.quitHint]
    }
  }
}

extension FooterView {
  private static let helpHint = FooterHint(intents: [.program(.help)], label: "help")
  private static let quitHint = FooterHint(intents: [.program(.close)], label: "quit")
  private static let addHint = FooterHint(intents: [.draft(.addAnchor)], label: "add")
  private static let historyHint = FooterHint(intents: [.rows(.activate)], label: "go there")

  private static let spaceHints: [FooterHint] = [
    FooterHint(
      intents: [.time(.stepPosition(.back)), .time(.stepPosition(.forward))], label: "scrub"),
    FooterHint(
      intents: [.time(.stepInstant(.back)), .time(.stepInstant(.forward))], label: "event"),
    FooterHint(intents: [.time(.goToEnd)], label: "now"),
    FooterHint(intents: [.compare(.cycleDiff)], label: "diff"),
    FooterHint(intents: [.compare(.markA), .compare(.markB)], label: "marks"),
    FooterHint(intents: [.draft(.rollBackAnchor)], label: "roll back"),
    FooterHint(intents: [.draft(.rollBackSpace)], label: "roll back space"),
    FooterHint(intents: [.draft(.write), .draft(.drop)], label: "write/drop draft"),
    FooterHint(intents: [.draft(.undo)], label: "undo"),
    FooterHint(intents: [.compare(.next(.forward))], label: "next"),
    FooterHint(intents: [.list(.focusPane(.forward))], label: "pane"),
    FooterHint(intents: [.time(.togglePlay)], label: "play"),
    FooterHint(intents: [.time(.askDate)], label: "date"),
    FooterHint(intents: [.list(.find)], label: "find"),
    FooterHint(intents: [.program(.sync)], label: "sync"),
    FooterHint(intents: [.list(.filter)], label: "filter"),
    FooterHint(intents: [.draft(.moveAnchor)], label: "move"),
    FooterHint(intents: [.draft(.editMetadata)], label: "edit"),
    FooterHint(intents: [.program(.backToSpaces)], label: "spaces"),
  ]

  private static let pickerHints: [FooterHint] = [
    FooterHint(intents: [.rows(.step(.back)), .rows(.step(.forward))], label: "choose"),
    FooterHint(intents: [.rows(.activate)], label: "open"),
    FooterHint(intents: [.program(.sync)], label: "sync"),
  ]

  private static let dialogHints: [FooterHint] = [
    FooterHint(intents: [.dialog(.confirm)], label: "do it"),
    FooterHint(intents: [.dialog(.decline)], label: "cancel"),
    FooterHint(intents: [.rows(.step(.back)), .rows(.step(.forward))], label: "scroll"),
  ]

  private static let offerHints: [FooterHint] = [
    FooterHint(intents: [.dialog(.resumeDraft)], label: "take it up"),
    FooterHint(intents: [.dialog(.discardDraft)], label: "drop it"),
    FooterHint(intents: [.dialog(.decline)], label: "later"),
    FooterHint(intents: [.rows(.step(.back)), .rows(.step(.forward))], label: "scroll"),
  ]

  private static let moveHints: [FooterHint] = [
    FooterHint(
      intents: [
        .move(.nudge(.left)), .move(.nudge(.right)), .move(.nudge(.up)), .move(.nudge(.down)),
      ], label: "1 cm"),
    FooterHint(intents: [.move(.stage)], label: "keep"),
    FooterHint(intents: [.program(.leave)], label: "cancel"),
    FooterHint(intents: [.move(.typePlace)], label: "type"),
    FooterHint(intents: [.move(.lift(.forward)), .move(.lift(.back))], label: "height"),
    FooterHint(intents: [.move(.turn(.forward)), .move(.turn(.back))], label: "turn"),
  ]

  private static let helpHints: [FooterHint] = [
    FooterHint(intents: [.rows(.step(.back)), .rows(.step(.forward))], label: "scroll"),
    FooterHint(intents: [.rows(.page(.forward))], label: "page"),
    FooterHint(intents: [.program(.leave)], label: "close"),
  ]
}

extension Message {
  var style: Style {
    switch kind {
    case .note: .plain
    case .warning: .warning
    case .error: .error
    }
  }
}
