import Foundation
import HyperbasisStore

extension SyncSession {
  /// Treats a world map whose file is gone as one that is still to be fetched: losing a file here, as by
  /// restoring a backup without it, must not take the map away from others.
  ///
  /// Saving a space without a map leaves an empty file, or none if the space is not packed.
  func noteIfMapIsLost(of head: LocalSpace) throws {
    guard let known = ledger.base.spaces[head.id], known.local?.mapHash != nil,
      known.row?.map != nil, try hasLostMap(head, known)
    else { return }
    ledger.base.spaces[head.id]?.local?.mapHash = nil
    ledger.base.spaces[head.id]?.local?.mapBytes = 0
    ledger.base.spaces[head.id]?.map = nil
    ledger.base.spaces[head.id]?.isAgreed = false
  }

  private func hasLostMap(_ head: LocalSpace, _ known: SpaceBase) throws -> Bool {
    if head.map == .none { return head.isCompressed || known.local?.separateMap != nil }
    return try head.isCompressed && digest(of: head, known) == nil
  }
}
