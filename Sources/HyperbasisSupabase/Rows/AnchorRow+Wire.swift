import Foundation
import HyperbasisJSONText
import HyperbasisSync

extension AnchorRow: WritableRow {
  static let table = "anchors"

  static func columns(_ tier: CloudTier) -> [String] {
    ["id", "space_id", "transform", "metadata", "created_at", "updated_at", "deleted_at"]
  }

  init(_ members: RowMembers) throws(RowFault) {
    self.init(
      id: try members.id("id"), spaceId: try members.id("space_id"),
      transform: try members.transform("transform"),
      metadata: try members.object("metadata") ?? [:],
      createdAt: try members.instant("created_at"), updatedAt: try members.instant("updated_at"),
      deletedAt: try members.optionalInstant("deleted_at"), sequence: members.sequence())
  }

  func write(_ writer: inout JSONWriter, _ tier: CloudTier) throws(JSONError) {
    writer.beginObject()
    writer.column("id", id)
    writer.column("space_id", spaceId)
    try writer.column("transform", transform)
    try writer.column("metadata", metadata)
    try writer.column("created_at", createdAt)
    try writer.column("updated_at", updatedAt)
    try writer.column("deleted_at", deletedAt)
    writer.endObject()
  }
}
