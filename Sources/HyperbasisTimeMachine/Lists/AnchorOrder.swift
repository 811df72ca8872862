import HyperbasisCanvas

/// The order in which anchors are listed.
package enum AnchorOrder: String, CaseIterable, Hashable, Sendable {
  /// As in the store or the comparison.
  case usual
  /// By name.
  case name
  /// The latest change first.
  case changed
  /// The farthest from its first place, or the farthest moved, first.
  case distance
  /// The one with the most events first.
  case events
  /// The one that has been there longest first.
  case alive
  /// The one that has gone the longest path first.
  case path

  /// Creates the order with a name, in upper or lower case.
  package init(named name: String) throws(Complaint) {
    guard let order = AnchorOrder(rawValue: name.lowercased()) else {
      throw Complaint(
        "\"\(TerminalText(name, limit: 40))\" is not an order; give name, changed, distance, events, "
          + "alive, path or usual")
    }
    self = order
  }

  package var next: AnchorOrder {
    let all = Self.allCases
    let place = all.firstIndex(of: self) ?? 0
    return all[(place + 1) % all.count]
  }

  /// The order as a message puts it.
  var text: TerminalText {
    switch self {
    case .usual: "in the usual order"
    case .name: "by name"
    case .changed: "by latest change, newest first"
    case .distance: "by distance from the first place, farthest first"
    case .events: "by number of events, most first"
    case .alive: "by time alive, longest first"
    case .path: "by length of path, longest first"
    }
  }

  /// The text after the count in a heading; empty for the usual order.
  var heading: TerminalText { self == .usual ? .empty : ", by \(TerminalText(rawValue))" }
}
