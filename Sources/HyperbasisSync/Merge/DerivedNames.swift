import Foundation
import HyperbasisAnchorLog
import HyperbasisHistory
import HyperbasisJSONText
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

  /// The id of an event that follows from a row and never gives way, so that others get it:
  /// `UPDATED TYPE INSTANT VERSION kept CONTENT`.
  ///
  /// What it says depends on what else its store knew, and two events under one id would be one. Nor
  /// is the id that of an event that gives way: where it has, the log takes that id no more.
  static func idOfKept(
    anchor: UUID, updatedAt: HBInstant, step: AnchorStep, instant: HBInstant, version: Int
  ) -> UUID {
    let content = AnyCodableValue.array([
      .array((step.transform ?? []).map { .double(Double($0)) }),
      .dictionary(step.metadata ?? [:]),
    ])
    // Transforms are finite here, so that this cannot fail.
    let text = (try? JSONWriter.encode(content)) ?? []
    let name =
      "\(updatedAt.rfc3339Text) \(step.type.rawValue) \(instant.rfc3339Text) \(version) kept "
      + SHA256.hexDigest(of: text)
    return UUIDv5.make(namespace: anchor, name: name)
  }
}
