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
      reason: item.reason, since: item.since.date)
    code = item.code
    deniesPermission = item.failure.deniesPermission
  }
}

extension QuarantinedItem {
  /// The server's words, with its code; a code of our own is no help to anybody.
  fileprivate var reason: String {
    if code == CloudFailure.heldElsewhereCode, let message { return message }
    return answer.text ?? "status \(status)"
  }
}
