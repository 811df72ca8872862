import Foundation
import HyperbasisAnchorLog
import HyperbasisHistory
import HyperbasisModels

/// How events that follow from a row are named, so that equal pulls give equal events.
enum DerivedNames {
  /// After the row alone: logs are not exchanged.
  case ofRow
  /// After all that the event says: logs are exchanged, and two stores that knew different events
  /// may give the same change different versions.
  case ofEvent
}

extension DerivedNames {
  /// Within the anchor's id as the namespace: `UPDATED TYPE`, or `UPDATED TYPE INSTANT VERSION`.
  ///
  /// A name that the log has already, for an event that something has since been laid over, is
  /// not given again.
  func id(
    anchor: UUID, updatedAt: HBInstant, type: HBAnchorEvent.EventType, instant: HBInstant,
    version: Int, in index: EventIndex
  ) -> UUID {
    let short = "\(updatedAt.rfc3339Text) \(type.rawValue)"
    if self == .ofRow {
      let id = UUIDv5.make(namespace: anchor, name: short)
      if index.ordinal(ofEvent: id) == nil { return id }
    }
    let long = "\(short) \(instant.rfc3339Text) \(version)"
    return UUIDv5.make(namespace: anchor, name: long)
  }
}
