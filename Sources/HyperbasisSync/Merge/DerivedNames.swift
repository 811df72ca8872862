import Foundation
import HyperbasisAnchorLog
import HyperbasisHistory
import HyperbasisJSONText
import HyperbasisModels

/// How the ids of events derived from a row are made, so that equal pulls give equal events.
enum DerivedNames {
  /// From the row alone, if logs are not exchanged.
  case ofRow
  /// From all that the event says, if logs are exchanged: two stores that knew different events may give
  /// the same change different versions.
  case ofEvent
}

extension DerivedNames {
  /// Returns an id in the namespace of the anchor's id, named `UPDATED TYPE` or `UPDATED TYPE INSTANT
  /// VERSION`.
  ///
  /// A name that the log has already, for an event that has since been overlaid by another, is not used
  /// again.
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

  /// Returns the id of an event that is derived from a row and never gives way, so that others get it,
  /// named `UPDATED TYPE INSTANT VERSION kept CONTENT`.
  ///
  /// Its content depends on what else its store knew, and two different events must not share an id. Nor
  /// may it have the id of an event that gives way: once that has happened, the log no longer accepts
  /// this id.
  static func idOfKept(
    anchor: UUID, updatedAt: HBInstant, step: AnchorStep, instant: HBInstant, version: Int
  ) -> UUID {
    let content = AnyCodableValue.array([
      .array((step.transform ?? []).map { .double(Double($0)) }),
      .dictionary(step.metadata ?? [:]),
    ])
    // Transforms are finite here, so this cannot fail.
    let text = (try? JSONWriter.encode(content)) ?? []
    let name =
      "\(updatedAt.rfc3339Text) \(step.type.rawValue) \(instant.rfc3339Text) \(version) kept "
      + SHA256.hexDigest(of: text)
    return UUIDv5.make(namespace: anchor, name: name)
  }
}
