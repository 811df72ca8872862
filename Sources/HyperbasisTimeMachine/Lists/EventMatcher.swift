import HyperbasisAnchorLog
import HyperbasisHistory

/// Matches events against what a filter asks of them.
struct EventMatcher {
  private let index: EventIndex
  private var kinds: [ChangeKind] = []
  private var distances: [(relation: MetadataRelation, metres: Double)] = []
  /// The events in the period asked for.
  private let span: Range<Int>
  private let isForAll: Bool
  private var actors: [ActorMatcher]

  init(_ filter: EventFilter, _ index: EventIndex) {
    self.index = index
    var actors: [ActorMatcher] = []
    var span: (first: Int, end: Int) = (0, index.count)
    for term in filter.terms {
      switch term {
      case .kind(let kind): kinds.append(kind)
      case .actor(let name): actors.append(ActorMatcher(name, index))
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
    return actors.indices.allSatisfy { actors[$0].accepts(ordinal) }
  }

  private func hasMovedAsAsked(_ ordinal: Int) -> Bool {
    guard !distances.isEmpty else { return true }
    let pair = index.pair(ofEvent: ordinal)
    return pair.hasMoved
      && distances.allSatisfy { $0.relation.holds(pair.distance, $0.metres) }
  }
}
