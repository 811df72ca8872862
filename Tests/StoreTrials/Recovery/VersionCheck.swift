import Foundation
package import Hyperbasis

/// Checks that the events of a log are such as writers that take turns make them.
package enum VersionCheck {
  /// - Parameter events: in canonical order.
  package static func violations(in events: [HBAnchorEvent]) -> [String] {
    var result: [String] = []
    if Set(events.map(\.id)).count != events.count { result.append("I2: an event is there twice") }
    for (anchor, events) in Dictionary(grouping: events, by: \.anchorId) {
      if events.map(\.version) != Array(1...events.count) {
        result.append("I2: the versions of \(anchor) have gaps, or one is there twice")
      }
      if zip(events, events.dropFirst()).contains(where: { $0.timestamp > $1.timestamp }) {
        result.append("I2: the events of \(anchor) go back in time")
      }
    }
    return result
  }
}
