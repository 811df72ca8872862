import Foundation
import Hyperbasis
import Synchronization

/// What a filter lets through, of the anchors of any state and of the events.
///
/// An anchor is judged as it is at the date on screen: by its metadata then, and by what happened
/// to it until then. An event is judged by its kind, by who made it and by the metadata that it
/// left. Metadata are decoded once and the verdict kept, so that a step in time reads only what it
/// changed.
struct FilterResult: Sendable {
  /// More metadata than these take too long to read: events are then judged by their anchors as
  /// they are in the latest state.
  private static let limit = 20_000

  private let filter: EventFilter
  private let index: EventIndex
  private let verdicts: Verdicts
  /// For each anchor the first event of the kind and actor asked for; empty where none is.
  private let firstMatches: [Int32]
  let events: EventSelection
  /// Whether events were judged by the metadata that each left.
  let judgesEvents: Bool

  fileprivate init(_ filter: EventFilter, index: EventIndex) {
    self.init(filter, Verdicts(filter, index: index), index)
  }

  private init(_ filter: EventFilter, _ verdicts: Verdicts, _ index: EventIndex) {
    self.filter = filter
    self.index = index
    self.verdicts = verdicts
    var judge = EventJudge(filter, index)
    var first = [Int32](repeating: .max, count: filter.isAboutEvents ? index.slotCount : 0)
    var candidates: [Int32] = []
    for ordinal in 0..<index.count where judge.accepts(ordinal) {
      candidates.append(Int32(clamping: ordinal))
      if filter.isAboutEvents {
        let slot = index.slot(ordinal)
        first[slot] = min(first[slot], Int32(clamping: ordinal))
      }
    }
    firstMatches = first
    let sources = Self.sources(candidates, filter, index)
    judgesEvents = sources.count <= Self.limit
    if filter.isAboutAnchors {
      if judgesEvents {
        verdicts.learn(sources)
        candidates.removeAll { !verdicts.matches(after: Int($0)) }
      } else {
        let anchors = verdicts.newest()
        candidates.removeAll { !anchors[index.slot(Int($0))] }
      }
    }
    events = EventSelection(index, ordinals: candidates)
  }

  /// The events that carry the metadata in force after some events; none where no term is about
  /// metadata.
  private static func sources(
    _ ordinals: [Int32], _ filter: EventFilter, _ index: EventIndex
  ) -> [Int] {
    guard filter.isAboutAnchors else { return [] }
    var isKnown = [Bool](repeating: false, count: index.count)
    var sources: [Int] = []
    for ordinal in ordinals {
      guard let source = index.metadataSource(Int(ordinal)), !isKnown[source] else { continue }
      isKnown[source] = true
      sources.append(source)
    }
    return sources
  }

  /// The result for the same log, grown at its end: only metadata that are new are decoded.
  func extended(to index: EventIndex) -> FilterResult {
    FilterResult(filter, verdicts.extended(to: index), index)
  }

  /// Reads at once what is needed to judge anchors after some of their events.
  func prepare(_ ordinals: some Sequence<Int>) {
    guard filter.isAboutAnchors else { return }
    verdicts.learn(ordinals.compactMap { index.metadataSource($0) })
  }

  /// Whether an anchor passes as it is after one of its events.
  func includes(slot: Int, after ordinal: Int) -> Bool {
    guard firstMatches.isEmpty || Int(firstMatches[slot]) <= ordinal else { return false }
    return !filter.isAboutAnchors || verdicts.matches(after: ordinal)
  }

  /// Whether an anchor passes in either of two states.
  func includes(slot: Int, after ordinals: Int?...) -> Bool {
    ordinals.contains { $0.map { includes(slot: slot, after: $0) } ?? false }
  }
}

extension SpaceData {
  /// What a filter lets through; remembered.
  ///
  /// - Complexity: O(events), and each metadata decoded once, the first time.
  func filtered(_ filter: EventFilter) -> FilterResult {
    memo.filters.value(for: filter) { FilterResult(filter, index: index) }
  }

  /// Whether what a filter lets through has to be looked for beside the drawing: it is not known
  /// yet, and the space is large.
  func takesTime(_ filter: EventFilter) -> Bool {
    index.count + 20 * index.slotCount > Self.quickCost && !memo.filters.knows(filter)
  }

  /// About how many events, or a twentieth as many anchors, are looked through in two milliseconds.
  private static let quickCost = 40_000

  /// Finds out what a filter lets through, and what the picture of a state needs of that.
  package func prepare(_ filter: EventFilter, at position: Int) {
    var view = SpaceView(data: self)
    view.filter = filter
    let list = anchors(
      AnchorList.Key(position: position, includesDeleted: false, filter: filter))
    _ = (view.times, list)
  }
}

/// Judges events by what a filter says about them; names are compared once each.
private struct EventJudge {
  private let index: EventIndex
  private var kinds = Set(HBAnchorEvent.EventType.allCases)
  private let isForAll: Bool
  private let actors: [String]
  private var known: [String: Bool] = [:]

  init(_ filter: EventFilter, _ index: EventIndex) {
    self.index = index
    var actors: [String] = []
    for term in filter.terms {
      switch term {
      case .kind(let kind): kinds.formIntersection([kind])
      case .actor(let name): actors.append(name)
      case .text, .member, .type: break
      }
    }
    self.actors = actors
    isForAll = !filter.isAboutEvents
  }

  mutating func accepts(_ ordinal: Int) -> Bool {
    if isForAll { return true }
    guard kinds.contains(index.type(ordinal)) else { return false }
    guard !actors.isEmpty else { return true }
    guard let actor = index.actor(ordinal) else { return false }
    if let known = known[actor] { return known }
    let name = actor.lowercased()
    let isAccepted = actors.allSatisfy { name.contains($0) }
    known[actor] = isAccepted
    return isAccepted
  }
}

/// What a filter says of the metadata of each event that carries some; found out when asked for.
private final class Verdicts: Sendable {
  private enum Verdict: UInt8 {
    case unknown, passes, fails
  }

  private let filter: EventFilter
  private let index: EventIndex
  private let known: Mutex<[UInt8]>

  init(_ filter: EventFilter, index: EventIndex) {
    self.filter = filter
    self.index = index
    known = Mutex(Array(repeating: Verdict.unknown.rawValue, count: index.count))
  }

  private init(_ filter: EventFilter, _ index: EventIndex, _ known: [UInt8]) {
    self.filter = filter
    self.index = index
    self.known = Mutex(known)
  }

  /// The verdicts for the same log, grown at its end.
  func extended(to index: EventIndex) -> Verdicts {
    var known = known.withLock { $0 }
    known += repeatElement(Verdict.unknown.rawValue, count: index.count - known.count)
    return Verdicts(filter, index, known)
  }

  func matches(after ordinal: Int) -> Bool {
    guard let source = index.metadataSource(ordinal) else { return judge([:], ordinal) }
    if let verdict = verdict(source) { return verdict }
    let passes = judge((try? index.metadata(source)) ?? [:], ordinal)
    remember(source, passes)
    return passes
  }

  /// For each anchor whether it passes as it is in the latest state.
  func newest() -> [Bool] {
    let newest = (0..<index.slotCount).map { index.newestOrdinal(ofSlot: $0) }
    learn(newest.compactMap { $0 < 0 ? nil : index.metadataSource($0) })
    return newest.map { $0 >= 0 && matches(after: $0) }
  }

  /// Reads many at once, in the order in which they lie in the log.
  func learn(_ sources: [Int]) {
    let unknown = known.withLock { known in
      sources.filter { known[$0] == Verdict.unknown.rawValue }
    }
    for start in stride(from: 0, to: unknown.count, by: Self.batch) {
      let part = Array(unknown[start..<min(start + Self.batch, unknown.count)])
      guard let metadata = try? index.metadata(after: part) else { continue }
      for (source, metadata) in zip(part, metadata) { remember(source, judge(metadata, source)) }
    }
  }

  private static let batch = 4096

  private func judge(_ metadata: [String: AnyCodableValue], _ ordinal: Int) -> Bool {
    filter.matches(
      metadata, id: index.anchorId(ofSlot: index.slot(ordinal)).uuidString.lowercased())
  }

  private func verdict(_ source: Int) -> Bool? {
    switch Verdict(rawValue: known.withLock { $0[source] }) {
    case .passes: true
    case .fails: false
    case .unknown, nil: nil
    }
  }

  private func remember(_ source: Int, _ passes: Bool) {
    let verdict: Verdict = passes ? .passes : .fails
    known.withLock { $0[source] = verdict.rawValue }
  }
}
