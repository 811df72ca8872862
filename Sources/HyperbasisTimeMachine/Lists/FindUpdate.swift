import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisHistory
import HyperbasisWording

/// Searches and filters.
struct FindUpdate: SpaceUpdate {
  var transition: Transition

  mutating func find(_ text: String) {
    // What is not a filter matches nothing, and that is said.
    guard let filter = try? EventFilter(text) else {
      view.lists.search = text
      return noteNoMatch(of: text)
    }
    look(for: PendingSearch(purpose: .find, filter: filter))
  }

  /// Sets the filter that a text stands for; nil takes it away.
  mutating func setFilter(_ filter: EventFilter?) {
    if let filter { return look(for: PendingSearch(purpose: .filter, filter: filter)) }
    view.lists.filter = nil
    view.lists.historyRow = nil
    view.lists.pending = nil
    note("no filter")
  }

  /// Goes to the next match of the search.
  mutating func nextMatch(_ direction: Direction) {
    guard let search = view.lists.search, let filter = try? EventFilter(search) else {
      return note("no match")
    }
    look(for: PendingSearch(purpose: .next(direction), filter: filter))
  }

  /// A large space is looked through beside the drawing; the result follows.
  private mutating func look(for search: PendingSearch) {
    guard view.data.takesTime(search.filter) else { return apply(search) }
    view.lists.pending = search
    note("looking for \"\(TerminalText(search.filter.text, limit: 60))\"")
    request(.prepare(search.filter, view.data, offset: view.offset))
  }

  /// What was looked for is known; it counts unless something else was asked for since.
  mutating func finishPreparing(_ filter: EventFilter) {
    if let search = view.lists.pending, search.filter == filter { apply(search) }
  }

  private mutating func apply(_ search: PendingSearch) {
    view.lists.pending = nil
    switch search.purpose {
    case .find: showMatches(of: search.filter)
    case .filter: apply(search.filter)
    case .next(let direction): selectNext(of: matchingSlots(search.filter), direction)
    }
  }
}

// MARK: - Results

extension FindUpdate {
  private mutating func noteNoMatch(of text: String) {
    note("nothing here matches \"\(TerminalText(text, limit: 60))\"")
  }

  /// The listed anchors that match, in the order of the list.
  private func matchingSlots(_ filter: EventFilter) -> [Int] {
    let result = view.data.filtered(filter)
    let state = view.data.state(at: view.offset)
    return view.anchorList.slots.lazy.map { Int($0) }.filter { slot in
      state.ordinal(ofSlot: slot).map { result.includes(slot: slot, after: $0) } ?? false
    }
  }

  private mutating func showMatches(of search: EventFilter) {
    view.lists.search = search.text
    let matches = matchingSlots(search)
    guard !matches.isEmpty else { return noteNoMatch(of: search.text) }
    let list = view.anchorList
    let current = view.selectedSlot.flatMap { list.number(ofSlot: $0) } ?? -1
    let next = matches.first { (list.number(ofSlot: $0) ?? 0) >= current } ?? matches[0]
    view.select(slot: next)
    let key = label(of: .compare(.next(.forward)))
    note(matches.count == 1 ? "the only match" : "\(matches.count) matches; \(key) goes on")
  }

  /// Selects the match, or the change of a comparison, that follows the selected one.
  mutating func selectNext(of matches: [Int], _ direction: Direction) {
    let isMatch = view.compare.mode == .off
    guard !matches.isEmpty else {
      return note(isMatch ? "no match" : "nothing differs between the two")
    }
    let current = view.selectedSlot.flatMap { matches.firstIndex(of: $0) }
    let next = current.map { ($0 + direction.sign + matches.count) % matches.count }
    let number = next ?? (direction == .forward ? 0 : matches.count - 1)
    view.select(slot: matches[number])
    note("\(isMatch ? "match" : "change") \(number + 1) of \(matches.count): \(view.selectionName)")
  }

  private mutating func apply(_ filter: EventFilter) {
    view.lists.filter = filter
    view.lists.historyRow = nil
    let list = view.anchorList
    let result = view.data.filtered(filter)
    let events = CountText.text(result.events.count, "event")
    let away: TerminalText = "\(label(of: .list(.filter))) and an empty line shows all"
    if list.count == 0, result.events.isEmpty {
      return note("nothing ever passes this filter; \(away)")
    }
    let anchors = CountText.text(list.count + list.hiddenByFilter, "anchor")
    let which: TerminalText = result.knowsEvents ? "in all" : "of anchors like this now"
    note("\(list.count) of \(anchors) at this date; \(events) \(which); \(away)")
  }
}
