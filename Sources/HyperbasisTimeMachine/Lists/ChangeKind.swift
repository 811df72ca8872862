import HyperbasisAnchorLog
package import HyperbasisHistory

/// A kind of change that a filter asks for.
package enum ChangeKind: Hashable, Sendable {
  /// By what differs between before and after, whatever the event is called.
  case difference(Difference)
  /// By the name of the event, where only that tells; one that left all as it was is of no kind.
  case event(HBAnchorEvent.EventType)
}

extension ChangeKind {
  /// What a filter calls them.
  static let names: [String: ChangeKind] = [
    "added": .difference(.added), "removed": .difference(.removed),
    "moved": .difference(.moved), "updated": .difference(.updated),
    "created": .event(.created), "deleted": .event(.deleted), "restored": .event(.restored),
  ]

  /// Whether a comparison of two states, which knows no events, may show a difference.
  func accepts(_ difference: Difference) -> Bool {
    switch self {
    case .difference(let wanted): wanted == difference
    case .event(.deleted): difference == .removed
    case .event: difference == .added
    }
  }

  /// Whether an event is of this kind.
  func accepts(_ ordinal: Int, in index: EventIndex) -> Bool {
    if case .event(let type) = self, index.type(ordinal) != type { return false }
    let pair = index.pair(ofEvent: ordinal)
    switch self {
    case .event: return pair.difference != nil
    case .difference(let wanted):
      // One that moved and was updated is of both kinds.
      return pair.difference == wanted || (wanted == .updated && pair.isUpdated)
    }
  }
}
