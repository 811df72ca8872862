import Canvas
import Hyperbasis

/// The events of the selected anchor, or of the space, the newest first.
struct HistoryRows: TabRows {
  let state: State
  let view: SpaceView
  private let events: EventSelection

  init(state: State, view: SpaceView) {
    self.state = state
    self.view = view
    events = view.historyEvents
  }

  var count: Int { events.count }

  var heading: TerminalText {
    let what = view.selectedSlot == nil ? view.data.name : state.selectionName
    let zone = view.instant.map { TerminalText(state.timeText.zoneText(at: $0)) } ?? .empty
    return "\(what): \(count) events, dates in \(zone)"
  }

  func draw(row: Int, into frame: inout Frame, line: Region) {
    guard let ordinal = view.historyOrdinal(row) else { return }
    let index = view.index
    let isASCII = state.settings.charset.isASCII
    let difference = index.type(ordinal).difference
    let text = [
      "v\(index.version(ordinal))".terminal.padded(to: 3), date(ordinal, width: line.columns),
      name(ordinal), ChangeText(data: view.data).text(event: ordinal), tag(ordinal),
    ].filter { !$0.isEmpty }.joined(separator: " ")
    draw(
      isASCII ? difference.glyph.ascii : difference.glyph, text, who(ordinal),
      style: style(ordinal), ellipsis: state.settings.charset.ellipsis, into: &frame, line: line)
  }

  /// What is later than the date on screen is dim.
  private func style(_ ordinal: Int) -> Style {
    ordinal < view.position ? view.index.type(ordinal).style : .dim
  }

  private func date(_ ordinal: Int, width: Int) -> TerminalText {
    let instant = view.index.instant(ordinal)
    let day = state.timeText.day(instant)
    let time = state.timeText.time(instant)
    return TerminalText(width < 50 ? "\(day.dropFirst(2)) \(time.prefix(5))" : "\(day) \(time)")
  }

  private func name(_ ordinal: Int) -> TerminalText {
    guard view.selectedSlot == nil else { return .empty }
    return view.data.face(after: ordinal).label
      .truncated(to: 16, ellipsis: state.settings.charset.ellipsis)
  }

  private func tag(_ ordinal: Int) -> TerminalText {
    switch view.index.undone(ordinal) {
    case .undoes: "(undo)"
    case .redoes: "(redo)"
    case nil: view.index.isSynthetic(ordinal) ? "(not in the log)" : .empty
    }
  }

  private func who(_ ordinal: Int) -> TerminalText {
    view.index.actor(ordinal).map { TerminalText($0, limit: 24) } ?? .empty
  }
}

extension String {
  var terminal: TerminalText { TerminalText(self) }
}
