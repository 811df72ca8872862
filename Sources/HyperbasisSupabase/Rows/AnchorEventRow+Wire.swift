import Foundation
import HyperbasisJSONText
import HyperbasisModels
import HyperbasisSync

extension AnchorEventRow: WritableRow {
  static let table = "anchor_events"

  static func columns(_ tier: CloudTier) -> [String] {
    [
      "id", "anchor_id", "space_id", "type", "timestamp", "version", "transform", "metadata",
      "actor_id", "extra",
    ]
  }

  init(_ members: RowMembers) throws(RowFault) {
    guard let type = HBAnchorEvent.EventType(rawValue: try members.text("type") ?? "") else {
      throw RowFault(reason: "type is unknown")
    }
    self.init(
      id: try members.id("id"), anchorId: try members.id("anchor_id"),
      spaceId: try members.id("space_id"), type: type, instant: try members.instant("timestamp"),
      version: try members.integer("version"),
      transform: try members.optionalTransform("transform"),
      metadata: try members.object("metadata"), actorId: try members.text("actor_id"),
      extra: try members.object("extra") ?? [:], sequence: members.sequence())
  }

  func write(_ writer: inout JSONWriter, _ tier: CloudTier) throws(JSONError) {
    writer.beginObject()
    writer.column("id", id)
    writer.column("anchor_id", anchorId)
    writer.column("space_id", spaceId)
    writer.member("type", type.rawValue)
    try writer.column("timestamp", instant)
    writer.column("version", version)
    try writer.column("transform", transform)
    try writer.column("metadata", metadata)
    writer.member("actor_id", actorId)
    try writer.column("extra", extra)
    writer.endObject()
  }
}
