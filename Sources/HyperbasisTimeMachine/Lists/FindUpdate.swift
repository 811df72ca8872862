import Hyperbasis
import HyperbasisCanvas

extension State {
  /// The listed anchors that the search is about, in the order of the list.
  func matchingSlots() -> [Int] {
    guard let view, let search = view.search,
      let filter = try? EventFilter(search)
    else { return [] }
    let result = view.data.filtered(filter)
    let state = view.data.state(at: view.position)
    return view.anchorList.slots.lazy.map { Int($0) }.filter { slot in
      state.ordinal(ofSlot: slot).map { result.includes(slot: slot, after: $0) } ?? false
    }
  }

  mutating func find(_ text: String) -> [Effect] {
    guard let filter = try? EventFilter(text) else {
      view?.search = text
      message = .note("nothing here matches \"\(TerminalText(text, limit: 60))\"")
      return []
    }
    return choose(Choice(purpose: .find, filter: filter))
  }

  /// Sets the filter; an empty text takes it away.
  mutating func filter(_ text: String) throws(FilterError) -> [Effect] {
    guard let filter = try EventFilter(text) else {
      view?.filter = nil
      view?.historyRow = nil
      choice = nil
      message = .note("no filter")
      return []
    }
    return choose(Choice(purpose: .filter, filter: filter))
  }

  /// Goes to the next match of the search.
  mutating func nextMatch(_ direction: Direction) -> [Effect] {
    guard let search = view?.search, let filter = try? EventFilter(search) else {
      message = .note("no match")
      return []
    }
    return choose(Choice(purpose: .next(direction), filter: filter))
  }

  /// A large space is looked through beside the drawing; the result follows.
  private mutating func choose(_ choice: Choice) -> [Effect] {
    guard let view, view.data.takesTime(choice.filter) else {
      apply(choice)
      return []
    }
    self.choice = choice
    message = .note("looking for \"\(TerminalText(choice.filter.text, limit: 60))\"")
    return [.prepare(choice.filter, view.data, position: view.position)]
  }

  /// What was looked for is known; it counts unless something else was asked for since.
  mutating func finishPreparing(_ filter: EventFilter) {
    if let choice, choice.filter == filter { apply(choice) }
  }

  private mutating func apply(_ choice: Choice) {
    self.choice = nil
    switch choice.purpose {
    case .find: showMatches(of: choice.filter)
    case .filter: apply(choice.filter)
    case .next(let direction): selectNext(of: matchingSlots(), direction)
    }
  }

  private mutating func showMatches(of search: EventFilter) {
    view?.search = search.text
    let matches = matchingSlots()
    guard let view, !matches.isEmpty else {
      message = .note("nothing here matches \"\(TerminalText(search.text, limit: 60))\"")
      return
    }
    let list = view.anchorList
    let current = view.selectedSlot.flatMap { list.number(ofSlot: $0) } ?? -1
    let next = matches.first { (list.number(ofSlot: $0) ?? 0) >= current } ?? matches[0]
    select(slot: next)
    let key = keymap.label(of: .nextChange(.forward))
    message = .note(
      matches.count == 1 ? "the only match" : "\(matches.count) matches; \(key) goes on")
  }

  private mutating func apply(_ filter: EventFilter) {
    view?.filter = filter
    view?.historyRow = nil
    guard let view else { return }
    let list = view.anchorList
    let result = view.data.filtered(filter)
    let events = CountText.text(result.events.count, "event")
    let hidden = list.hiddenByFilter
    let away: TerminalText = "\(keymap.label(of: .filter)) and an empty line shows all"
    if list.count == 0, result.events.isEmpty {
      message = .note("nothing ever passes this filter; \(away)")
      return
    }
    message = .note(
      "\(list.count) of \(CountText.text(list.count + hidden, "anchor")) at this date; "
        + "\(events) \(result.judgesEvents ? "in all" : "of anchors like this now"); \(away)")
  }
}
