import Foundation
import HyperbasisJSONText
import HyperbasisSync

extension SpaceRow: WritableRow {
  static let table = "spaces"

  static func columns(_ tier: CloudTier) -> [String] {
    let plain = ["id", "name", "world_map_url", "created_at", "updated_at"]
    switch tier {
    case .plain: return plain
    case .migrated:
      return plain + ["deleted_at", "is_compressed", "world_map_sha256", "world_map_size"]
    }
  }

  init(_ members: RowMembers) throws(RowFault) {
    self.init(
      id: try members.id("id"), name: try members.text("name"),
      // The columns beside it may belong to another map: programs that know only the address leave them
      // as they are.
      map: try members.text("world_map_url").map { WorldMapReference(text: $0) },
      createdAt: try members.instant("created_at"), updatedAt: try members.instant("updated_at"),
      deletedAt: try members.optionalInstant("deleted_at"), sequence: members.sequence())
  }

  func write(_ writer: inout JSONWriter, _ tier: CloudTier) throws(JSONError) {
    writer.beginObject()
    writer.column("id", id)
    writer.member("name", name)
    writer.member("world_map_url", map?.text)
    try writer.column("created_at", createdAt)
    try writer.column("updated_at", updatedAt)
    if tier == .migrated {
      try writer.column("deleted_at", deletedAt)
      writer.member("is_compressed", map?.isCompressed ?? true)
      writer.member("world_map_sha256", map?.sha256)
      writer.column("world_map_size", map?.byteCount)
    }
    writer.endObject()
  }
}
