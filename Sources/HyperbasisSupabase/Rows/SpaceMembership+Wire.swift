import Foundation
import HyperbasisSync

extension SpaceMembership: WireRow {
  static let table = "space_members"
  static let columns = ["space_id", "added_by", "sync_seq"]

  init(_ members: RowMembers) throws(RowFault) {
    guard let sequence = members.sequence() else { throw RowFault(reason: "sync_seq is missing") }
    self.init(
      spaceId: try members.id("space_id"), addedBy: members.optionalId("added_by"),
      sequence: sequence)
  }
}
