package import Foundation
package import HyperbasisAnchorLog
package import HyperbasisHistory

/// The first instant of each day with events, in a zone: the bookmarks that a history brings along.
package struct SignificantDates: Sendable {
  package let instants: [HBInstant]

  struct Key: Hashable, Sendable {
    let zone: TimeZone
    let filter: EventFilter?
    let slot: Int?
  }

  /// - Complexity: O(d log n) for d days with events.
  package init(_ selection: EventSelection, index: EventIndex, zone: TimeZone) {
    var instants: [HBInstant] = []
    var number = 0
    while number < selection.count {
      let instant = index.instant(selection.ordinal(at: number))
      instants.append(instant)
      let midnight = LocalDateTime(instant, in: zone).startOfDay.advanced(byDays: 1)
        .instant(in: zone)
      let next = selection.count(below: index.eventCount(before: midnight))
      // A zone's rules must never stall this loop.
      number = max(next, number + 1)
    }
    self.instants = instants
  }
}

extension SignificantDates {
  package func previous(before instant: HBInstant) -> HBInstant? {
    let number = instants.partitioningIndex { $0 >= instant }
    return number > 0 ? instants[number - 1] : nil
  }

  package func next(after instant: HBInstant) -> HBInstant? {
    let number = instants.partitioningIndex { $0 > instant }
    return number < instants.count ? instants[number] : nil
  }
}
