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
    let isWide = line.columns >= Self.wideColumns
    let parts = [
      TerminalText("v\(index.version(ordinal))").padded(to: 3),
      isWide ? date(ordinal, fully: true) : .empty, name(ordinal),
      ChangeText(data: view.data).text(event: ordinal), tag(ordinal),
    ]
    draw(
      isASCII ? difference.glyph.ascii : difference.glyph,
      parts.filter { !$0.isEmpty }.joined(separator: " "),
      isWide ? operation(ordinal, width: line.columns) + who(ordinal) : date(ordinal, fully: false),
      style: style(ordinal),
      ellipsis: state.settings.charset.ellipsis, into: &frame, line: line)
  }

  /// From this width on there is room for the whole date and for the actor.
  private static let wideColumns = 56

  /// What is later than the date on screen is dim.
  private func style(_ ordinal: Int) -> Style {
    ordinal < view.position ? view.index.type(ordinal).style : .dim
  }

  /// In a narrow list the year goes, or the time where the year is not that of the cursor.
  private func date(_ ordinal: Int, fully: Bool) -> TerminalText {
    let instant = view.index.instant(ordinal)
    let day = state.timeText.day(instant)
    let time = state.timeText.time(instant)
    if fully { return TerminalText("\(day) \(time)") }
    let year = view.instant.map { state.timeText.day($0).prefix(5) }
    let isSameYear = year.map { day.hasPrefix($0) } ?? false
    return TerminalText(isSameYear ? "\(day.dropFirst(5)) \(time.prefix(5))" : day)
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

  /// The beginning of the operation's id, where there is room for it.
  private func operation(_ ordinal: Int, width: Int) -> TerminalText {
    guard width >= Self.operationColumns, let id = view.index.operation(ordinal) else {
      return .empty
    }
    return "\(ShortId.text(id)) "
  }

  private static let operationColumns = 72

  private func who(_ ordinal: Int) -> TerminalText {
    view.index.actor(ordinal).map { TerminalText($0, limit: 24) } ?? .empty
  }
}
