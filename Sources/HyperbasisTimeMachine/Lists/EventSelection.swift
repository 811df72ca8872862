package import HyperbasisAnchorLog
package import HyperbasisHistory

/// The events that stepping, the density and the history work on: all, those of one anchor, or those
/// that a filter lets through.
package struct EventSelection: Sendable {
  private enum Storage: Sendable {
    case all
    case anchor(Postings)
    case chosen([Int32])
  }

  private let index: EventIndex
  private let storage: Storage

  /// Selects all events.
  package init(_ index: EventIndex) {
    self.index = index
    storage = .all
  }

  /// Selects the events of one anchor.
  package init(_ index: EventIndex, slot: Int) {
    self.index = index
    storage = .anchor(index.ordinals(ofSlot: slot))
  }

  /// Selects some events by their ordinals, in ascending order.
  package init(_ index: EventIndex, ordinals: [Int32]) {
    self.index = index
    storage = .chosen(ordinals)
  }
}

extension EventSelection {
  package var count: Int {
    switch storage {
    case .all: index.count
    case .anchor(let postings): postings.count
    case .chosen(let ordinals): ordinals.count
    }
  }

  package var isEmpty: Bool { count == 0 }

  /// Returns the ordinal of the selected event with a number, from 0.
  package func ordinal(at number: Int) -> Int {
    switch storage {
    case .all: number
    case .anchor(let postings): postings[number]
    case .chosen(let ordinals): Int(ordinals[number])
    }
  }

  /// Returns how many of the selected events are among the first `offset` of all.
  package func count(below offset: Int) -> Int {
    switch storage {
    case .all: min(offset, index.count)
    case .anchor(let postings): postings.count(below: offset)
    case .chosen(let ordinals): ordinals.partitioningIndex { Int($0) >= offset }
    }
  }

  /// Returns whether an event is selected.
  package func contains(_ ordinal: Int) -> Bool {
    count(below: ordinal + 1) > count(below: ordinal)
  }

  /// Returns the first instant with a selected event after an instant.
  package func nextInstant(after instant: HBInstant) -> HBInstant? {
    let number = count(below: index.eventCount(through: instant))
    return number < count ? index.instant(ordinal(at: number)) : nil
  }

  /// Returns the last instant with a selected event before an instant.
  package func previousInstant(before instant: HBInstant) -> HBInstant? {
    let number = count(below: index.eventCount(before: instant))
    return number > 0 ? index.instant(ordinal(at: number - 1)) : nil
  }

  /// When the selected events happened.
  var times: EventTimes {
    switch storage {
    case .all: EventTimes(index: index)
    case .anchor(let postings): EventTimes(index: index, ordinals: postings)
    case .chosen(let ordinals):
      index.withInstants { instants in
        EventTimes(ordinals.lazy.map { HBInstant(microseconds: instants[Int($0)]) })
      }
    }
  }
}
