import Foundation
import HyperbasisAnchorLog

/// The events of one operation.
struct OperationGroup {
  let id: UUID
  /// Ascending, never empty.
  let ordinals: [Int]
  /// Whether its newest tag is an undo.
  let isUndone: Bool

  /// An anchor that an operation touched, with the operation's events of it.
  struct Touch {
    let slot: Int
    /// The operation's events of the anchor, ascending, never empty.
    var ordinals: [Int]

    var first: Int { ordinals[0] }
    var last: Int { ordinals[ordinals.count - 1] }
  }
}

extension OperationGroup {
  /// The last event, by which operations are ordered.
  var last: Int { ordinals[ordinals.count - 1] }

  /// Returns the anchors touched, in the order of their first events.
  func touches(in index: EventIndex) -> [Touch] {
    var places: [Int: Int] = [:]
    var touches: [Touch] = []
    for ordinal in ordinals {
      let slot = index.slot(ordinal)
      if let place = places[slot] {
        touches[place].ordinals.append(ordinal)
      } else {
        places[slot] = touches.count
        touches.append(Touch(slot: slot, ordinals: [ordinal]))
      }
    }
    return touches
  }

  /// Returns what the newest tagged event undoes or redoes; nil for an ordinary operation.
  func tag(in index: EventIndex) -> OperationTag? {
    ordinals.reversed().lazy.compactMap(index.undone).first
  }

  /// Whether any anchor's state after the operation differs from its state before.
  func changedSomething(in index: EventIndex) throws -> Bool {
    try touches(in: index).contains { touch in
      try !index.isSameState(index.anchorOrdinal(before: touch.first), touch.last)
    }
  }
}
