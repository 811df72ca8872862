import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisHistory
import HyperbasisWording

/// The events of the selected anchor, or of the space, newest first.
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

  /// Returns a heading with the name cut to fit; none if too little of it would remain.
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
    lengthUnit = LengthUnit(ofEvents: ordinals, in: view.index)
    showsVersions = view.selectedSlot != nil || columns >= Self.versionColumns
    versionWidth = showsVersions ? ordinals.map { version($0).width }.max() ?? 0 : 0
    if isWide {
      prepareWide(ordinals, instants, columns: columns)
    } else {
      prepareNarrow(ordinals, instants, columns: columns)
    }
  }

  /// Puts the dates in a column of their own, with what tells them apart if that leaves enough room for
  /// the words.
  private mutating func prepareWide(_ ordinals: [Int], _ instants: [HBInstant], columns: Int) {
    let right = ordinals.map { self.right($0, columns: columns).width }.max() ?? 0
    let room = columns - Self.glyphColumns - versionColumn - right - 1
    dates.tellApart(instants, rooms: instants.map { _ in room - 1 - Self.leastWideColumns })
    dateWidth = dates.width(instants)
    prepareNames(ordinals, room: room - dateWidth - 1, isWide: true)
  }

  /// Puts the dates at the right. Their time of day takes no room from the names, nor from the words on
  /// what happened, which say more; digits that only tell them apart take none from the actors either.
  private mutating func prepareNarrow(_ ordinals: [Int], _ instants: [HBInstant], columns: Int) {
    let whole = columns - Self.glyphColumns - versionColumn
    prepareNames(ordinals, room: whole - dates.leastWidth(instants) - 1, isWide: false)
    let texts = ordinals.map { text($0, isWide: false).width }
    let room = whole - nameColumn - 1
    let fewest = view.selectedSlot == nil ? Self.leastWords : Self.fewestWords
    dates.alignTimes(instants, rooms: texts.map { room - min($0, fewest) })
    dateWidth = dates.leastWidth(instants)
    dates.tellApart(
      instants,
      rooms: zip(ordinals, texts).map { ordinal, text in
        let left = room - min(text, Self.leastWords)
        return left - actorColumns(ordinal, in: left - dateWidth)
      })
  }

  /// Returns how many columns an actor takes of those beside the date, including the blank before it.
  private func actorColumns(_ ordinal: Int, in room: Int) -> Int {
    let actor = who(ordinal)
    guard !actor.isEmpty, let shown = shortened(actor, to: room - 1) else { return 0 }
    return shown.width + 1
  }

  private mutating func prepareNames(_ ordinals: [Int], room: Int, isWide: Bool) {
    guard view.selectedSlot == nil else { return }
    names = NameColumn(
      names: ordinals.map(name), texts: ordinals.map { text($0, isWide: isWide) }, room: room)
  }

  func draw(row: Int, into frame: inout Frame, line: Region) {
    guard let ordinal = view.historyOrdinal(row) else { return }
    let charset = state.settings.charset
    let difference = view.index.difference(ofEvent: ordinal)
    let left = left(ordinal, columns: line.columns)
    draw(
      difference.glyph(charset), left, right(ordinal, columns: line.columns, beside: left),
      style: style(ordinal, difference), ellipsis: charset.ellipsis, into: &frame, line: line)
  }

  /// From this width on, there is room for the whole date and for the actor.
  private static let wideColumns = 60
  /// Returns how many columns a date in a narrow list leaves to the text. In a very narrow one, a name
  /// and a distance come before digits that only tell dates apart.
  private func leastTextColumns(of columns: Int) -> Int {
    view.selectedSlot == nil && columns < Self.narrowColumns ? 20 : 12
  }

  private static let narrowColumns = 30
  /// How many columns digits that only tell dates apart leave to a name and a text in a wide list.
  private static let leastWideColumns = 24
  /// How many they leave to a longer text in a narrow one, beside the name.
  private static let leastWords = 12
  /// How many the time of day leaves to it in the history of one anchor, whose events may all be of one day.
  private static let fewestWords = 8
  /// Below this width, the versions of many anchors give way to their names.
  private static let versionColumns = 40

  /// Returns the style of an event, which is dim if it is later than the date on screen.
  private func style(_ ordinal: Int, _ difference: Difference?) -> Style {
    ordinal < view.offset ? difference.style : .dim
  }
}

// MARK: - Columns

extension HistoryRows {
  private func version(_ ordinal: Int) -> TerminalText { "v\(view.index.version(ordinal))" }

  /// The columns that versions take, including the blank after them.
  private var versionColumn: Int { showsVersions ? versionWidth + 1 : 0 }

  /// The columns that names take, including the blank after them.
  private var nameColumn: Int { view.selectedSlot == nil ? names.width + 1 : 0 }

  /// Returns a row without its right-hand part.
  private func left(_ ordinal: Int, columns: Int) -> TerminalText {
    let isWide = columns >= Self.wideColumns
    let text = text(ordinal, isWide: isWide)
    return [
      showsVersions ? version(ordinal).padded(to: versionWidth) : .empty,
      isWide ? dates.text(view.index.instant(ordinal)).padded(to: dateWidth) : .empty,
      view.selectedSlot == nil
        ? names.text(name(ordinal), ellipsis: state.settings.charset.ellipsis) : .empty,
      text,
    ].present.joined(separator: " ")
  }

  private func name(_ ordinal: Int) -> TerminalText {
    view.data.description(after: ordinal).label
      .truncated(to: 24, ellipsis: state.settings.charset.ellipsis)
  }

  /// Returns what the event changed; in a narrow list, without the word that the glyph stands for.
  private func text(_ ordinal: Int, isWide: Bool) -> TerminalText {
    let text =
      isWide
      ? view.data.text(event: ordinal, in: lengthUnit)
      : view.data.short(event: ordinal, in: lengthUnit)
    let origin = EventOrigin(ofEvent: ordinal, in: view.index)?.text
    return [text, origin ?? .empty].present.joined(separator: " ")
  }

  private func right(_ ordinal: Int, columns: Int) -> TerminalText {
    guard columns >= Self.wideColumns else { return dates.text(view.index.instant(ordinal)) }
    return operation(ordinal, width: columns) + who(ordinal)
  }

  /// Returns the right-hand part, in a narrow list too with the actor if the text leaves room for some of
  /// the name.
  private func right(_ ordinal: Int, columns: Int, beside left: TerminalText) -> TerminalText {
    let right = right(ordinal, columns: columns)
    guard columns < Self.wideColumns else { return right }
    let room = columns - Self.glyphColumns - left.width - 1 - right.width - 1
    let actor = shortened(who(ordinal), to: room) ?? .empty
    return [actor, right].present.joined(separator: " ")
  }

  /// Returns the beginning of the operation's id if there is room for it.
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
