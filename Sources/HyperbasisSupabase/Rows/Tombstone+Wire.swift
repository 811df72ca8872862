import Foundation
import HyperbasisSync

extension Tombstone: WireRow {
  static let table = "tombstones"
  static let columns = ["kind", "id", "space_id", "deleted_at", "sync_seq"]

  init(_ members: RowMembers) throws(RowFault) {
    guard let kind = Kind(rawValue: try members.text("kind") ?? "") else {
      throw RowFault(reason: "kind is unknown")
    }
    guard let sequence = members.sequence() else { throw RowFault(reason: "sync_seq is missing") }
    self.init(
      kind: kind, id: try members.id("id"), spaceId: members.optionalId("space_id"),
      deletedAt: try members.instant("deleted_at"), sequence: sequence)
  }
}
