import Foundation
import HyperbasisAnchorLog

/// Walks the operations of a space backwards, in the order of their last events.
struct OperationCursor {
  /// An operation whose last event has been reached.
  struct Head {
    let id: UUID
    /// Its last event.
    let last: Int
  }

  private let index: EventIndex
  /// The events below this one are still to be visited.
  private var position: Int
  private var seen: Set<UUID> = []
  /// The newest event that undoes or redoes each operation, among the events visited so far.
  private(set) var tagged: [UUID: Int] = [:]

  init(index: EventIndex) {
    self.index = index
    position = index.count
  }

  /// How many events are still to be visited.
  var remaining: Int { position }

  mutating func next() -> Head? {
    while position > 0 {
      position -= 1
      if let original = index.undone(position)?.original, tagged[original] == nil {
        tagged[original] = position
      }
      if let head = head(at: position) { return head }
    }
    return nil
  }

  /// The operation whose last event this is; nil if it is not the last of one.
  private mutating func head(at ordinal: Int) -> Head? {
    if let id = index.operation(ordinal) {
      return seen.insert(id).inserted ? Head(id: id, last: ordinal) : nil
    }
    let group = index.untaggedGroup(of: ordinal)
    return group.last == ordinal ? Head(id: index.id(group[0]), last: ordinal) : nil
  }
}
