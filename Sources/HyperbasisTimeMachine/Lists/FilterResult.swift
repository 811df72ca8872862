import Foundation
import HyperbasisAnchorLog
import HyperbasisHistory
import HyperbasisWording
import Synchronization

/// What a filter lets through, of the anchors of any state and of the events.
///
/// An anchor passes as it is at the date on screen: by its metadata then, and by what happened to
/// it until then. An event passes by its kind, by who made it and by the metadata that it left. All
/// metadata are evaluated at once, most of them in the bytes of the log, so that a step in
/// time reads nothing.
final class FilterResult: Sendable {
  private let filter: EventFilter
  private let index: EventIndex
  private let matches: FilterMatches
  /// For each anchor the first event of the kind and actor asked for; empty where none is.
  private let firstMatches: [Int32]
  let events: EventSelection
  /// Whether events pass by the metadata that each left, not by their anchors as they are
  /// in the latest state.
  var knowsEvents: Bool { matches.isComplete }

  fileprivate convenience init(_ filter: EventFilter, index: EventIndex) {
    self.init(filter, FilterMatches(filter, index: index), index)
  }

  private init(_ filter: EventFilter, _ matches: FilterMatches, _ index: EventIndex) {
    self.filter = filter
    self.index = index
    self.matches = matches
    var matcher = EventMatcher(filter, index)
    var first = [Int32](repeating: .max, count: filter.isAboutEvents ? index.slotCount : 0)
    let anchors = matches.isComplete ? [] : matches.newest()
    var passing: [Int32] = []
    for ordinal in 0..<index.count where matcher.accepts(ordinal) {
      let number = Int32(clamping: ordinal)
      if filter.isAboutEvents {
        let slot = index.slot(ordinal)
        first[slot] = min(first[slot], number)
      }
      let passes =
        if !filter.isAboutAnchors { true } else if matches.isComplete {
          matches.matches(after: ordinal)
        } else {
          anchors[index.slot(ordinal)]
        }
      if passes { passing.append(number) }
    }
    firstMatches = first
    events = EventSelection(index, ordinals: passing)
  }

  /// The result for the same log, grown at its end: only metadata that are new are decoded.
  func extended(to index: EventIndex) -> FilterResult {
    FilterResult(filter, matches.extended(to: index), index)
  }

  /// Reads at once what is needed to match anchors after some of their events.
  func prepare(_ ordinals: some Sequence<Int>) {
    guard filter.isAboutAnchors else { return }
    matches.learn(ordinals.compactMap { index.metadataSource($0) })
  }

  /// Why some metadata could not be read, once.
  func takeReadFailure() -> (any Error)? { matches.takeReadFailure() }

  /// Whether an anchor passes as it is after one of its events.
  func includes(slot: Int, after ordinal: Int) -> Bool {
    guard firstMatches.isEmpty || Int(firstMatches[slot]) <= ordinal else { return false }
    return !filter.isAboutAnchors || matches.matches(after: ordinal)
  }

  /// Whether an anchor passes in either of two states.
  func includes(_ pair: StatePair) -> Bool {
    let slot = Int(pair.slot)
    if pair.before >= 0, includes(slot: slot, after: Int(pair.before)) { return true }
    return pair.after >= 0 && includes(slot: slot, after: Int(pair.after))
  }
}

extension SpaceData {
  /// What a filter lets through; remembered.
  ///
  /// - Complexity: O(events), and each metadata decoded once, the first time.
  func filtered(_ filter: EventFilter) -> FilterResult {
    let result = memo.filters.value(for: filter) { FilterResult(filter, index: index) }
    if let error = result.takeReadFailure() { noteReadFailure(error) }
    return result
  }

  /// Whether what a filter lets through has to be looked for beside the drawing: it is not known
  /// yet, and the space is large.
  func takesTime(_ filter: EventFilter) -> Bool {
    isLarge && !memo.filters.knows(filter)
  }

  /// Whether it takes longer to look through all of it than a picture may.
  var isLarge: Bool { index.count + 20 * index.slotCount > Self.quickCost }

  /// About how many events, or a twentieth as many anchors, are looked through in two milliseconds.
  private static let quickCost = 40_000

  /// Finds out what a filter lets through, and what the picture of a state needs of that.
  package func prepare(_ filter: EventFilter, at offset: Int) {
    var view = SpaceView(data: self)
    view.lists.filter = filter
    let list = anchors(AnchorList.Key(offset: offset, includesDeleted: false, filter: filter))
    _ = (view.times, list)
  }
}

/// Matches events with what a filter says about them; names are compared once each.
private struct EventMatcher {
  private let index: EventIndex
  private var kinds: [ChangeKind] = []
  private let isForAll: Bool
  private let actors: [String]
  /// By the number of who made the event.
  private var known: [Int: Bool] = [:]

  init(_ filter: EventFilter, _ index: EventIndex) {
    self.index = index
    var actors: [String] = []
    for term in filter.terms {
      switch term {
      case .kind(let kind): kinds.append(kind)
      case .actor(let name): actors.append(name)
      case .text, .member, .type: break
      }
    }
    self.actors = actors
    isForAll = !filter.isAboutEvents
  }

  mutating func accepts(_ ordinal: Int) -> Bool {
    if isForAll { return true }
    guard kinds.allSatisfy({ $0.accepts(ordinal, in: index) }) else { return false }
    guard !actors.isEmpty else { return true }
    let number = index.actorNumber(ordinal)
    if let known = known[number] { return known }
    let name = index.actor(ordinal)?.lowercased()
    let isAccepted = name.map { name in actors.allSatisfy { name.contains($0) } } ?? false
    known[number] = isAccepted
    return isAccepted
  }
}
