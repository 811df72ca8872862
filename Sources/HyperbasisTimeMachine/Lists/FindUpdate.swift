import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisHistory
import HyperbasisWording

/// Searches and filters.
struct FindUpdate: SpaceUpdate {
  var transition: Transition

  mutating func find(_ filter: EventFilter) {
    look(for: PendingSearch(purpose: .find, filter: filter))
  }

  /// Sets the filter; nil removes it.
  mutating func setFilter(_ filter: EventFilter?) {
    if let filter { return look(for: PendingSearch(purpose: .filter, filter: filter)) }
    view.lists.filter = nil
    view.lists.historyRow = nil
    view.lists.pending = nil
    note("no filter")
  }

  /// Goes to the next match of the search.
  mutating func nextMatch(_ direction: Direction) {
    guard let filter = view.lists.search else {
      return note("no match")
    }
    look(for: PendingSearch(purpose: .next(direction), filter: filter))
  }

  /// Applies a search; a large space is searched in the background, and the result follows.
  private mutating func look(for search: PendingSearch) {
    guard view.data.takesTime(search.filter) else { return apply(search) }
    view.lists.pending = search
    note("looking for \"\(TerminalText(search.filter.text, limit: 60))\"")
    request(.prepare(search.filter, view.data, offset: view.offset))
  }

  /// Applies a search whose result is now known, unless something else has been asked for since.
  mutating func finishPreparing(_ filter: EventFilter) {
    if let search = view.lists.pending, search.filter == filter { apply(search) }
  }

  private mutating func apply(_ search: PendingSearch) {
    view.lists.pending = nil
    switch search.purpose {
    case .find: showMatches(of: search.filter)
    case .filter: apply(search.filter)
    case .next(let direction): selectNext(of: matchesInOrder(of: search.filter), direction)
    }
  }
}

// MARK: - Results

extension FindUpdate {
  private mutating func noteNoMatch(of filter: EventFilter) {
    let text = TerminalText(filter.text, limit: 60)
    note("nothing matches \"\(text)\" at any time\(knownTypes(besides: filter))")
  }

  /// Returns `; the types here are model, waypoint` if a filter asks for another type, since their
  /// exact names cannot be guessed.
  private func knownTypes(besides filter: EventFilter) -> TerminalText {
    let asked = filter.terms.compactMap { if case .type(let type) = $0 { type } else { nil } }
    let known = FilterCompletion(view).values(of: "type")
    guard !known.isEmpty, !Set(asked).isSubset(of: known.map { $0.lowercased() }) else {
      return .empty
    }
    let named = known.prefix(Self.mostTypes).map { TerminalText($0, limit: 40) }
    let rest = known.count - named.count
    let more: TerminalText = rest > 0 ? " and \(rest) more" : .empty
    return "; the \(known.count == 1 ? "type" : "types") here \(known.count == 1 ? "is" : "are") "
      + named.joined(separator: ", ") + more
  }

  private static let mostTypes = 5

  /// Returns the anchors that match at any time: those of the list in its order, then those of other
  /// times, the nearest to the date on screen first. Stepping through a search keeps the order from
  /// when it was made.
  private func matches(of filter: EventFilter) -> [FoundAnchor] {
    let (list, offset) = (view.anchorList, view.offset)
    let found = view.data.found(filter)
    let listed = found.filter { list.number(ofSlot: $0.slot) != nil && $0.isThere(after: offset) }
      .sorted { list.number(ofSlot: $0.slot) ?? 0 < list.number(ofSlot: $1.slot) ?? 0 }
    let known = Set(listed.map(\.slot))
    let others = found.filter { !known.contains($0.slot) }
      .map { ($0, abs($0.nearest(to: offset).ordinal - offset)) }
      .sorted { $0.1 < $1.1 }
    return listed + others.map(\.0)
  }

  /// Returns the same in the order at the time of the search, with newer matches last: going to the
  /// date of one match must not reorder the others.
  private func matchesInOrder(of filter: EventFilter) -> [FoundAnchor] {
    let order = view.lists.matchOrder
    let places = Dictionary(
      order.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    return view.data.found(filter).enumerated().map { number, match in
      (match, places[view.index.anchorId(ofSlot: match.slot)] ?? order.count + number)
    }
    .sorted { $0.1 < $1.1 }.map(\.0)
  }

  private mutating func showMatches(of search: EventFilter) {
    view.lists.search = search
    let matches = matches(of: search)
    view.lists.matchOrder = matches.map { view.index.anchorId(ofSlot: $0.slot) }
    guard let first = matches.first else {
      // There is nothing to go on to.
      view.lists.search = nil
      return noteNoMatch(of: search)
    }
    // Looking for former names in very many events would take too long.
    let knowsAll = view.data.filtered(search).knowsEvents
    let here = matches.prefix { $0.isThere(after: view.offset) }
    let list = view.anchorList
    let current = view.selectedSlot.flatMap { list.number(ofSlot: $0) } ?? -1
    let named = here.prefix(Self.mostNamed).filter { isCalled($0, search.text) }
    let likely = named.isEmpty ? Array(here) : named
    let next =
      likely.first { (list.number(ofSlot: $0.slot) ?? 0) >= current } ?? likely.first ?? first
    select(next)
    let only: TerminalText = knowsAll ? "the only match" : "the only match by its current name"
    let count: TerminalText =
      matches.count == 1 ? only : "\(matches.count) matches\(wayOn)"
    guard here.isEmpty else {
      let rest = matches.count - here.count
      return note(rest == 0 ? count : "\(count); \(rest) of them at other times")
    }
    note("\(count): \(text(of: next))")
  }

  /// How to go on to the next match; while a comparison is on, the same key goes through its changes.
  private var wayOn: TerminalText {
    view.compare.mode == .off
      ? "; \(label(of: .compare(.next(.forward)))) goes to the next" : .empty
  }

  /// Returns whether the name of a match contains the whole text of a search: that one is meant, rather
  /// than one that has the words in several places.
  private func isCalled(_ match: FoundAnchor, _ text: String) -> Bool {
    let ordinal = match.nearest(to: view.offset).ordinal
    return view.data.description(after: ordinal).label.plain.lowercased()
      .contains(text.lowercased())
  }

  /// How many matches are compared by name at most.
  private static let mostNamed = 1000

  /// Selects a match; if it is not there at the date on screen, a key goes to when it was.
  private mutating func select(_ match: FoundAnchor) {
    view.select(slot: match.slot)
    view.lists.found = match
  }

  /// Returns the name of a match, and when it was there if that is not at the date on screen.
  private func text(of match: FoundAnchor) -> TerminalText {
    guard !match.isThere(after: view.offset) else { return view.selectionName }
    let (span, ordinal) = match.nearest(to: view.offset)
    let name = view.data.description(after: ordinal).label.truncated(to: 40)
    let when = when(view.index.instant(span.first), span.end.map { view.index.instant($0) })
    return "\(name), there \(when); \(label(of: .rows(.activate))) goes there"
  }

  /// Returns `from 2021-07-14 to 2021-10-25`, `on 2024-05-01 from 12:03:03 to 12:03:17 UTC`, `since …`.
  private func when(_ start: HBInstant, _ end: HBInstant?) -> TerminalText {
    guard let end else { return "since \(settings.text(start))" }
    let time = settings.timeText
    let (first, last) = (TerminalText(time.day(start)), TerminalText(time.day(end)))
    guard first == last else { return "from \(first) to \(last)" }
    let (from, to) = (TerminalText(time.time(start)), TerminalText(time.time(end)))
    let zone = TerminalText(time.zoneText(at: end))
    // Less than a second apart, the two may read alike.
    return from == to
      ? "on \(first) at \(from) \(zone)" : "on \(first) from \(from) to \(to) \(zone)"
  }

  /// Selects the match that follows the selected one.
  private mutating func selectNext(of matches: [FoundAnchor], _ direction: Direction) {
    guard let number = next(of: matches.map(\.slot), direction) else { return note("no match") }
    select(matches[number])
    note("match \(number + 1) of \(matches.count): \(text(of: matches[number]))")
  }

  /// Selects the change of a comparison that follows the selected one.
  mutating func selectNext(ofChanges slots: [Int], _ direction: Direction) {
    guard let number = next(of: slots, direction) else {
      return note("nothing differs between the two")
    }
    view.select(slot: slots[number])
    note("change \(number + 1) of \(slots.count): \(view.selectionName)")
  }

  /// Returns the number of the anchor after the selected one; the first follows the last.
  private func next(of slots: [Int], _ direction: Direction) -> Int? {
    guard !slots.isEmpty else { return nil }
    let current = view.selectedSlot.flatMap { slots.firstIndex(of: $0) }
    let next = current.map { ($0 + direction.sign + slots.count) % slots.count }
    return next ?? (direction == .forward ? 0 : slots.count - 1)
  }

  private mutating func apply(_ filter: EventFilter) {
    view.lists.filter = filter
    view.lists.historyRow = nil
    noteFilter()
  }

  /// Notes what the filter lets through.
  mutating func noteFilter() {
    guard let filter = view.lists.filter else { return }
    transition.message = .note(filterText(filter), on: .filter)
  }

  private func filterText(_ filter: EventFilter) -> TerminalText {
    let list = view.anchorList
    let result = view.data.filtered(filter)
    let shown = view.steppedEvents.count
    let events = CountText.text(shown, "event") + narrowedText
    let away: TerminalText = "\(label(of: .program(.leave))) shows all"
    if list.count == 0, result.events.isEmpty {
      return "nothing ever matches this filter\(knownTypes(besides: filter)); \(away)"
    }
    let (listed, all, deletedCount) = view.listedCounts
    let deleted: TerminalText = deletedCount > 0 ? ", and \(deletedCount) deleted" : .empty
    let anchors = CountText.text(all, "anchor")
    let match: TerminalText = shown == 1 ? "matches" : "match"
    let which: TerminalText =
      result.knowsEvents ? "\(match) at any time" : "of anchors that match now"
    return "\(listed) of \(anchors) at this date\(deleted); \(events) \(which); \(away)"
  }

  /// ` of chair`, if the time bar shows the events of that anchor alone.
  private var narrowedText: TerminalText {
    view.narrowedSlot == nil ? .empty : " of \(view.selectionName)"
  }
}
