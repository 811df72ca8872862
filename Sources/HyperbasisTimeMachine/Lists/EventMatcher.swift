import HyperbasisAnchorLog
import HyperbasisHistory

/// Matches events with what a filter says about them; names are compared once each.
struct EventMatcher {
  private let index: EventIndex
  private var kinds: [ChangeKind] = []
  private var distances: [(relation: MetadataRelation, metres: Double)] = []
  /// The events of the time asked for.
  private let span: Range<Int>
  private let isForAll: Bool
  private let actors: [String]
  /// By the number of who made the event.
  private var known: [Int: Bool] = [:]

  init(_ filter: EventFilter, _ index: EventIndex) {
    self.index = index
    var actors: [String] = []
    var span: (first: Int, end: Int) = (0, index.count)
    for term in filter.terms {
      switch term {
      case .kind(let kind): kinds.append(kind)
      case .actor(let name): actors.append(name)
      case .moved(let relation, let metres): distances.append((relation, metres))
      case .before(let instant): span.end = min(span.end, index.eventCount(before: instant))
      case .after(let instant): span.first = max(span.first, index.eventCount(before: instant))
      case .text, .member, .differs, .compared, .type, .place, .alive: break
      }
    }
    self.actors = actors
    self.span = span.first..<max(span.first, span.end)
    isForAll = !filter.asks(.event)
  }

  mutating func accepts(_ ordinal: Int) -> Bool {
    if isForAll { return true }
    guard span.contains(ordinal), kinds.allSatisfy({ $0.accepts(ordinal, in: index) }),
      hasMovedAsAsked(ordinal)
    else { return false }
    guard !actors.isEmpty else { return true }
    let number = index.actorNumber(ordinal)
    if let known = known[number] { return known }
    let name = index.actor(ordinal)?.lowercased()
    let isAccepted = name.map { name in actors.allSatisfy { name.contains($0) } } ?? false
    known[number] = isAccepted
    return isAccepted
  }

  private func hasMovedAsAsked(_ ordinal: Int) -> Bool {
    guard !distances.isEmpty else { return true }
    let pair = index.pair(ofEvent: ordinal)
    return pair.hasMoved
      && distances.allSatisfy { $0.relation.holds(pair.distance, $0.metres) }
  }
}
