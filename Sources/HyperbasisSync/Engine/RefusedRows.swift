import Foundation
import HyperbasisModels
import HyperbasisSyncStatus

extension HBUnreadableRow {
  init(_ row: UnreadableRow) {
    self.init(id: row.id, reason: row.reason)
  }
}

extension HBQuarantinedRow {
  init(_ item: QuarantinedItem) {
    let kind: Kind =
      switch item.kind {
      case .space: .space
      case .anchor: .anchor
      case .event: .event
      case .deletion: .deletion
      }
    self.init(
      kind: kind, id: item.id, spaceId: item.spaceId,
      reason: item.answer.text ?? "status \(item.answer.status)", since: item.since.date)
    code = item.code
    deniesPermission = item.failure.deniesPermission
  }
}
