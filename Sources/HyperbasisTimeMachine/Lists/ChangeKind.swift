import HyperbasisAnchorLog
package import HyperbasisHistory

/// A kind of change that a filter selects.
package enum ChangeKind: Hashable, Sendable {
  /// By what differs between before and after, whatever the event is called.
  case difference(Difference)
  /// By the type of the event, where only that tells one addition from another: a roll-back that moves an
  /// anchor writes `restored` but is a move, and an event that changed nothing is of no kind.
  case event(HBAnchorEvent.EventType)
}

extension ChangeKind {
  /// The names that filters use.
  static let names: [String: ChangeKind] = [
    "added": .difference(.added), "removed": .difference(.removed),
    "moved": .difference(.moved), "updated": .difference(.updated),
    "created": .event(.created), "deleted": .event(.deleted), "restored": .event(.restored),
  ]

  /// Returns whether a comparison of two states, which knows no events, may show a difference.
  func accepts(_ difference: Difference) -> Bool {
    switch self {
    case .difference(let wanted): wanted == difference
    case .event(.deleted): difference == .removed
    case .event: difference == .added
    }
  }

  /// Returns whether an event is of this kind.
  func accepts(_ ordinal: Int, in index: EventIndex) -> Bool {
    if case .event(let type) = self, index.type(ordinal) != type { return false }
    let pair = index.pair(ofEvent: ordinal)
    guard let difference = pair.difference else { return false }
    // An event that moved and updated its anchor is of both kinds.
    return accepts(difference) || self == .difference(.updated) && pair.isUpdated
  }
}
