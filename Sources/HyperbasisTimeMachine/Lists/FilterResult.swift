import Foundation
import HyperbasisAnchorLog
import HyperbasisHistory
import HyperbasisWording
import Synchronization

/// What a filter lets through, both of the anchors of any state and of the events.
///
/// An anchor passes as it is at the date on screen: by its metadata then, and by what had happened to
/// it by then. An event passes by its kind, by its actor and by the metadata that it left. All metadata
/// are evaluated at once, most of them in the bytes of the log, so that a step in time reads nothing.
final class FilterResult: Sendable {
  private let filter: EventFilter
  private let index: EventIndex
  private let matches: FilterMatches
  private let states: StateMatcher
  /// For each anchor, the first event that the terms about events accept; empty if there are none.
  private let firstMatches: [Int32]
  let events: EventSelection
  /// Whether events pass by the metadata that each left, rather than by their anchors as they are in
  /// the latest state.
  var knowsEvents: Bool { matches.isComplete }

  /// - Parameter decodeLimit: The most metadata that are decoded because their bytes do not tell.
  fileprivate convenience init(
    _ filter: EventFilter, index: EventIndex, decodeLimit: Int = FilterMatches.decodeLimit
  ) {
    let matches = FilterMatches(filter, index: index, decodeLimit: decodeLimit)
    self.init(filter, matches, StateMatcher(filter, index), index)
  }

  private init(
    _ filter: EventFilter, _ matches: FilterMatches, _ states: StateMatcher, _ index: EventIndex
  ) {
    self.filter = filter
    self.index = index
    self.matches = matches
    self.states = states
    let (asksEvents, asksMetadata) = (filter.asks(.event), filter.asks(.metadata))
    var matcher = EventMatcher(filter, index)
    var first = [Int32](repeating: .max, count: asksEvents ? index.slotCount : 0)
    let anchors = matches.isComplete ? [] : matches.newest()
    var passing: [Int32] = []
    for ordinal in 0..<index.count where matcher.accepts(ordinal) {
      let number = Int32(clamping: ordinal)
      if asksEvents {
        let slot = index.slot(ordinal)
        first[slot] = min(first[slot], number)
      }
      guard states.accepts(ordinal, position: index.position(ordinal)) else { continue }
      let passes =
        if !asksMetadata { true } else if matches.isComplete {
          matches.matches(after: ordinal)
        } else {
          anchors[index.slot(ordinal)]
        }
      if passes { passing.append(number) }
    }
    firstMatches = first
    events = EventSelection(index, ordinals: passing)
  }

  /// Whether the filter asks what happened to anchors.
  var asksForEvents: Bool { filter.asksForEvents }

  /// Returns the result for the same log, grown at its end: only new metadata are decoded.
  func extended(to index: EventIndex) -> FilterResult {
    FilterResult(filter, matches.extended(to: index), states.extended(to: index), index)
  }

  /// Reads, all at once, what is needed to match some anchors of a state.
  func prepare(_ slots: [Int32], in state: StateRows) {
    guard filter.asks(.metadata), !matches.isComplete else { return }
    matches.learn(slots.compactMap { state.metadataSource(ofSlot: Int($0)) })
  }

  /// Returns why some metadata could not be read, once.
  func takeReadFailure() -> (any Error)? { matches.takeReadFailure() }

  /// Returns whether an anchor passes as it is after one of its events.
  ///
  /// - Parameter date: The date of the state, which matters for ages; nil for that of the event.
  func includes(slot: Int, after ordinal: Int, at date: HBInstant? = nil) -> Bool {
    hasHappened(toSlot: slot, by: ordinal)
      && states.accepts(ordinal, position: index.position(ordinal), at: date)
      && (!filter.asks(.metadata) || matches.matches(after: ordinal))
  }

  /// Returns whether what the filter asks of events had happened to an anchor by one of its events.
  private func hasHappened(toSlot slot: Int, by ordinal: Int) -> Bool {
    firstMatches.isEmpty || Int(firstMatches[slot]) <= ordinal
  }
}

// MARK: - Whole states

extension FilterResult {
  /// Returns those of some anchors that pass as they are in a state.
  ///
  /// - Parameter date: The date of the state, which matters for ages.
  /// - Complexity: O(anchors); what is in force is read from the rows, not from all over the log.
  func passing(_ slots: [Int32], in state: StateRows, at date: HBInstant?) -> [Int32] {
    prepare(slots, in: state)
    let isIncluded = inclusion(in: state, at: date)
    return slots.filter { isIncluded(Int($0)) }
  }

  /// Returns a test of whether an anchor, by slot, passes as it is in a state.
  func inclusion(in state: StateRows, at date: HBInstant?) -> (Int) -> Bool {
    let asksMetadata = filter.asks(.metadata)
    return { [self] slot in
      guard let ordinal = state.ordinal(ofSlot: slot), hasHappened(toSlot: slot, by: ordinal),
        states.accepts(ordinal, position: state.position(ofSlot: slot) ?? .zero, at: date)
      else { return false }
      return !asksMetadata || matches.matches(state.metadataSource(ofSlot: slot), ofSlot: slot)
    }
  }
}

extension FilterResult {
  /// An event at whose date an anchor may start or cease to pass because of its age alone.
  struct Birthday {
    let ordinal: Int
    let slot: Int
    /// The anchor's latest event at that point.
    let latest: Int
  }

  /// The birthdays in order of time; none if the filter does not ask for ages.
  var birthdays: [Birthday] {
    guard filter.asksForAges else { return [] }
    let all = (0..<index.count).flatMap { ordinal -> [Birthday] in
      let slot = index.slot(ordinal)
      return states.birthdays(after: ordinal).flatMap { instant in
        // An age is reached at an instant and exceeded after it.
        [index.eventCount(before: instant), index.eventCount(through: instant)].compactMap {
          guard $0 < index.count, index.latestOrdinal(ofSlot: slot, through: $0 + 1) == ordinal
          else { return nil }
          return Birthday(ordinal: $0, slot: slot, latest: ordinal)
        }
      }
    }
    return all.sorted { $0.ordinal < $1.ordinal }
  }
}

extension SpaceData {
  /// Returns what a filter lets through; cached.
  ///
  /// - Complexity: O(events), plus decoding each event's metadata once, the first time.
  func filtered(_ filter: EventFilter) -> FilterResult {
    let filter = filter.undated
    let result = memo.filters.value(for: filter) { FilterResult(filter, index: index) }
    if let error = result.takeReadFailure() { noteReadFailure(error) }
    return result
  }

  /// Evaluates a filter, whatever has to be decoded for it; for callers that can wait.
  package func filterExactly(_ filter: EventFilter) {
    let result = FilterResult(filter.undated, index: index, decodeLimit: .max)
    memo.filters.remember(result, for: filter.undated)
    if let error = result.takeReadFailure() { noteReadFailure(error) }
  }

  /// Returns the events that a filter lets through.
  package func events(passing filter: EventFilter) -> EventSelection { filtered(filter).events }

  /// Returns the date of the state after `offset` events as a filter sees it: the date on screen if
  /// that is between those events and the next one, else that of the last event.
  func date(ofStateAfter offset: Int, for filter: EventFilter) -> HBInstant? {
    if let date = filter.date, index.eventCount(through: date) == offset { return date }
    return offset > 0 ? index.instant(offset - 1) : nil
  }

  /// Returns the events of one anchor that a filter lets through; cached.
  ///
  /// - Complexity: That of ``filtered(_:)``, plus O(events of the anchor) the first time.
  func filtered(_ filter: EventFilter, slot: Int) -> EventSelection {
    memo.narrowed.value(for: EventTimesKey(filter: filter.undated, slot: slot)) {
      let passing = filtered(filter).events
      let ordinals = index.ordinals(ofSlot: slot).filter(passing.contains)
      return EventSelection(index, ordinals: ordinals.map { Int32(truncatingIfNeeded: $0) })
    }
  }

  /// Returns whether a filter has to be evaluated in the background, while drawing goes on: its result
  /// is not known yet, and the space is large.
  func takesTime(_ filter: EventFilter) -> Bool {
    isLarge && !memo.filters.knows(filter.undated)
  }

  /// Whether looking through all of it takes longer than a picture may.
  var isLarge: Bool { index.count + 20 * index.slotCount > Self.quickCost }

  /// About how many events, or a twentieth as many anchors, can be looked through in two milliseconds.
  private static let quickCost = 40_000

  /// Evaluates a filter, and what the picture of a state needs of the result.
  package func prepare(_ filter: EventFilter, at offset: Int) {
    var view = SpaceView(data: self)
    view.lists.filter = filter
    let list = anchors(AnchorList.Key(offset: offset, includesDeleted: false, filter: filter))
    _ = (view.times, list)
  }
}
