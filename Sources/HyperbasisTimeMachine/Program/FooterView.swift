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
      column = frame.put(hint.keys, in: region, from: column, style: Style(.accent))
      column = frame.put(hint.label, in: region, from: column + 1, style: .dim) + 2
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
    case .bookmarks: Self.bookmarkHints
    case nil where state.isAwaitingStore: []
    case nil: state.view == nil ? Self.pickerHints : spaceHints
    }
  }

  /// Enter says something of its own only in the history; an empty space asks for an anchor.
  private var spaceHints: [FooterHint] {
    if state.view?.lists.movesInHistory == true { return [Self.historyHint] + Self.spaceHints }
    if state.view?.lists.movesInOperations == true {
      return Self.operationHints + Self.spaceHints.filter { $0.label != "roll back" }
    }
    return state.view?.instant == nil ? [Self.addHint] + Self.spaceHints : Self.spaceHints
  }

  private var lastHints: [FooterHint] {
    switch state.layers.last {
    case .help, .prompt, .plan, .bookmarks: []
    case .move, .savedDraft: [Self.helpHint]
    case nil where state.isAwaitingStore: [Self.quitHint]
    case nil: [Self.helpHint, Self.quitHint]
    }
  }
}

/// A part of the footer: one word, and the intents that it stands for.
struct FooterHint {
  let label: TerminalText
  let intents: [Intent]

  init(_ label: TerminalText, _ intents: Intent...) {
    self.label = label
    self.intents = intents
  }
}

extension FooterView {
  private static let helpHint = FooterHint("help", .program(.help))
  private static let quitHint = FooterHint("quit", .program(.close))
  private static let addHint = FooterHint("add", .draft(.addAnchor))
  private static let operationHints = [
    FooterHint("undo", .draft(.undo)), FooterHint("undo this one", .draft(.rollBackAnchor)),
    historyHint,
  ]
  private static let historyHint = FooterHint("go there", .rows(.activate))

  private static let spaceHints: [FooterHint] = [
    FooterHint("scrub", .time(.stepPosition(.back)), .time(.stepPosition(.forward))),
    FooterHint("event", .time(.stepInstant(.back)), .time(.stepInstant(.forward))),
    FooterHint("now", .time(.goToEnd)),
    FooterHint("diff", .compare(.cycleDiff)),
    FooterHint("marks", .compare(.markA), .compare(.markB)),
    FooterHint("roll back", .draft(.rollBackAnchor)),
    FooterHint("roll back space", .draft(.rollBackSpace)),
    FooterHint("write/drop draft", .draft(.write), .draft(.drop)),
    FooterHint("undo", .draft(.undo)),
    FooterHint("next", .compare(.next(.forward))),
    FooterHint("pane", .list(.focusPane(.forward))),
    FooterHint("play", .time(.togglePlay)),
    FooterHint("date", .time(.askDate)),
    FooterHint("find", .list(.find)),
    FooterHint("sync", .program(.sync)),
    FooterHint("filter", .list(.filter)),
    FooterHint("move", .draft(.moveAnchor)),
    FooterHint("edit", .draft(.editMetadata)),
    FooterHint("spaces", .program(.backToSpaces)),
  ]

  private static let pickerHints: [FooterHint] = [
    FooterHint("choose", .rows(.step(.back)), .rows(.step(.forward))),
    FooterHint("open", .rows(.activate)),
    FooterHint("filter", .picker(.filter)),
    FooterHint("sort", .picker(.cycleOrder)),
    FooterHint("sync", .program(.sync)),
  ]

  private static let dialogHints: [FooterHint] = [
    FooterHint("do it", .dialog(.confirm)),
    FooterHint("cancel", .dialog(.decline)),
    FooterHint("scroll", .rows(.step(.back)), .rows(.step(.forward))),
  ]

  private static let offerHints: [FooterHint] = [
    FooterHint("take it up", .dialog(.resumeDraft)),
    FooterHint("drop it", .dialog(.discardDraft)),
    FooterHint("later", .dialog(.decline)),
    FooterHint("scroll", .rows(.step(.back)), .rows(.step(.forward))),
  ]

  private static let bookmarkHints: [FooterHint] = [
    FooterHint("go there", .rows(.activate)),
    FooterHint("remove", .bookmark(.remove)),
    FooterHint("choose", .rows(.step(.back)), .rows(.step(.forward))),
    FooterHint("close", .program(.leave)),
  ]

  private static let moveHints: [FooterHint] = [
    FooterHint(
      "1 cm", .move(.nudge(.left)), .move(.nudge(.right)), .move(.nudge(.up)), .move(.nudge(.down))),
    FooterHint("keep", .move(.stage)),
    FooterHint("cancel", .program(.leave)),
    FooterHint("type", .move(.typePlace)),
    FooterHint("height", .move(.lift(.forward)), .move(.lift(.back))),
    FooterHint("turn", .move(.turn(.forward)), .move(.turn(.back))),
  ]

  private static let helpHints: [FooterHint] = [
    FooterHint("scroll", .rows(.step(.back)), .rows(.step(.forward))),
    FooterHint("page", .rows(.page(.forward))),
    FooterHint("close", .program(.leave)),
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
