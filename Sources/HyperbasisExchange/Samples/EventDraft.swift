import Foundation
import HyperbasisAnchorLog
import HyperbasisHistory
import HyperbasisJSONText
import HyperbasisModels

/// An event that an import would write.
struct EventDraft {
  var anchor: UUIDBits
  var type: HBAnchorEvent.EventType
  /// Microseconds since 1970.
  var instant: Int64
  var version: Int
  var pose: Pose?
  var metadata: [String: AnyCodableValue]?
  /// The metadata before an `updated`.
  var previous: [String: AnyCodableValue] = [:]
  var actor: String?
  /// Whether the log has an event with this id already, with another version.
  var isIdTaken = false
}

extension EventDraft {
  /// Returns the id derived from what the event says: anchor, type, instant, transform and metadata.
  static func id(
    anchor: UUID, type: HBAnchorEvent.EventType, instant: Int64, transform: [Float]?,
    metadata: [String: AnyCodableValue]?, salt: String = ""
  ) throws -> UUID {
    var name = Array("\(type.rawValue):\(instant):".utf8)
    for float in transform ?? [] {
      // Positive and negative zero are the same place.
      let bits = float == 0 ? 0 : float.bitPattern
      for shift: UInt32 in [24, 16, 8, 0] { name.append(UInt8(truncatingIfNeeded: bits >> shift)) }
    }
    name.append(UInt8(ascii: ":"))
    if let metadata { name += try JSONWriter.encode(.dictionary(metadata)) }
    return UUIDv5.make(namespace: anchor, name: name + Array(salt.utf8))
  }

  /// Returns the event, in a space.
  func event(in space: UUID) throws -> HBAnchorEvent {
    let transform = pose?.transform
    let id = try Self.id(
      anchor: anchor.uuid, type: type, instant: instant, transform: transform, metadata: metadata,
      salt: isIdTaken ? ":\(version)" : "")
    return HBAnchorEvent(
      id: id, anchorId: anchor.uuid, spaceId: space, type: type,
      timestamp: HBInstant(microseconds: instant).date, version: version, transform: transform,
      metadata: metadata, actorId: actor)
  }
}

extension HBAnchorEvent {
  /// Returns whether an import wrote the event: its id is then derived from what it says.
  func isImported(at instant: HBInstant) -> Bool {
    let derived = try? EventDraft.id(
      anchor: anchorId, type: type, instant: instant.microseconds, transform: transform,
      metadata: metadata)
    return derived == id
  }
}
