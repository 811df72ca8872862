import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisHistory
import HyperbasisWording

/// The events of the selected anchor, or of the space, the newest first.
struct HistoryRows: TabRows {
  let state: State
  let view: SpaceView
  private let events: EventSelection
  private var showsVersions = true
  private var versionWidth = 0
  private var names = NameColumn(names: [], texts: [], room: 0)
  private var lengthUnit: LengthUnit?
  private var dates: DateColumn
  private var dateWidth = 0

  init(state: State, view: SpaceView) {
    self.state = state
    self.view = view
    events = view.historyEvents
    dates = DateColumn([], state.timeText, here: nil)
  }

  var count: Int { events.count }

  func headings(columns: Int) -> [TerminalText] {
    let isFiltered = view.lists.selection == nil && view.lists.filter != nil
    let count =
      isFiltered
      ? "\(count) of \(CountText.text(view.index.count, "event"))"
      : CountText.text(count, "event")
    let what = view.lists.selection == nil ? view.data.name : view.selectionName
    let named = heading(what, ": \(count)", columns: columns)
    guard let zone = dates.zone else { return ["\(what): \(count)"] + named + [count] }
    return ["\(what): \(count), dates in \(zone)"]
      + heading(what, ": \(count), \(zone)", columns: columns) + named
      + ["\(count), \(zone)", count]
  }

  /// A heading whose name gives way; none where too little of it would remain.
  private func heading(
    _ name: TerminalText, _ rest: TerminalText, columns: Int
  ) -> [TerminalText] {
    let room = columns - rest.width
    guard room >= min(name.width, Self.leastName) else { return [] }
    return [name.truncated(to: room, ellipsis: state.settings.charset.ellipsis) + rest]
  }

  private static let leastName = 4

  var note: TerminalText { view.selectedDraft.map { "* draft: \($0.effectText)" } ?? .empty }

  mutating func prepare(rows: Range<Int>, columns: Int) {
    let ordinals = rows.compactMap { view.historyOrdinal($0) }
    let isWide = columns >= Self.wideColumns
    let instants = ordinals.map(view.index.instant)
    dates = DateColumn(
      instants, state.timeText, here: isWide ? nil : view.instant,
      room: isWide ? .max : columns - Self.glyphColumns - leastTextColumns(of: columns))
    dateWidth = isWide ? dates.width(instants) : dates.leastWidth(instants)
    lengthUnit = LengthUnit(ofEvents: ordinals, in: view.index)
    showsVersions = view.selectedSlot != nil || columns >= Self.versionColumns
    versionWidth = showsVersions ? ordinals.map { version($0).width }.max() ?? 0 : 0
    guard view.selectedSlot == nil else { return }
    // Where a date is longer, it is the row's text that gives way.
    let right =
      isWide ? ordinals.map { self.right($0, columns: columns).width }.max() ?? 0 : dateWidth
    let left = (showsVersions ? versionWidth + 1 : 0) + (isWide ? dateWidth + 1 : 0)
    names = NameColumn(
      names: ordinals.map(name), texts: ordinals.map { text($0, isWide: isWide) },
      room: columns - Self.glyphColumns - left - right - 1)
  }

  func draw(row: Int, into frame: inout Frame, line: Region) {
    guard let ordinal = view.historyOrdinal(row) else { return }
    let charset = state.settings.charset
    let difference = view.index.difference(ofEvent: ordinal)
    let isWide = line.columns >= Self.wideColumns
    let shownName: TerminalText =
      view.selectedSlot == nil
      ? names.text(name(ordinal), ellipsis: charset.ellipsis) : .empty
    let parts = [
      showsVersions ? version(ordinal).padded(to: versionWidth) : .empty,
      isWide ? dates.text(view.index.instant(ordinal)).padded(to: dateWidth) : .empty,
      shownName, text(ordinal, isWide: isWide),
    ]
    let left = parts.present.joined(separator: " ")
    draw(
      difference.glyph(charset), left, right(ordinal, columns: line.columns, beside: left),
      style: style(ordinal, difference), ellipsis: charset.ellipsis, into: &frame, line: line)
  }

  /// From this width on there is room for the whole date and for the actor.
  private static let wideColumns = 60
  /// What a date in a narrow list leaves to the text. In a very narrow one a name and a distance come
  /// before what only tells dates apart.
  private func leastTextColumns(of columns: Int) -> Int {
    view.selectedSlot == nil && columns < Self.narrowColumns ? 20 : 12
  }

  private static let narrowColumns = 30
  /// Below this width, versions of many anchors give way to their names.
  private static let versionColumns = 40

  /// What is later than the date on screen is dim.
  private func style(_ ordinal: Int, _ difference: Difference?) -> Style {
    ordinal < view.offset ? difference.style : .dim
  }
}

// MARK: - Columns

extension HistoryRows {
  private func version(_ ordinal: Int) -> TerminalText { "v\(view.index.version(ordinal))" }

  private func name(_ ordinal: Int) -> TerminalText {
    view.data.description(after: ordinal).label
      .truncated(to: 24, ellipsis: state.settings.charset.ellipsis)
  }

  /// What the event changed; in a narrow list without the word that the glyph stands for.
  private func text(_ ordinal: Int, isWide: Bool) -> TerminalText {
    let text =
      isWide
      ? view.data.text(event: ordinal, in: lengthUnit)
      : view.data.short(event: ordinal, in: lengthUnit)
    return [text, tag(ordinal)].present.joined(separator: " ")
  }

  private func tag(_ ordinal: Int) -> TerminalText {
    switch view.index.undone(ordinal) {
    case .undoes: "(undo)"
    case .redoes: "(redo)"
    case nil: view.index.isSynthetic(ordinal) ? "(not in the log)" : .empty
    }
  }

  private func right(_ ordinal: Int, columns: Int) -> TerminalText {
    guard columns >= Self.wideColumns else { return dates.text(view.index.instant(ordinal)) }
    return operation(ordinal, width: columns) + who(ordinal)
  }

  /// With the actor in a narrow list too, where the whole text leaves room for it.
  private func right(_ ordinal: Int, columns: Int, beside left: TerminalText) -> TerminalText {
    let right = right(ordinal, columns: columns)
    guard columns < Self.wideColumns else { return right }
    let whole = [who(ordinal), right].present.joined(separator: " ")
    let room = columns - Self.glyphColumns - left.width - 1
    return whole.width <= room ? whole : right
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
    ActorText.name(view.index.actor(ordinal), limit: 24) ?? .empty
  }
}
