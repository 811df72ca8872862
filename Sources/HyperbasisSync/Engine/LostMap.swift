import Foundation
import HyperbasisStore

extension SyncSession {
  /// Takes a world map whose file is gone for one that is still to be fetched: a file that was lost here,
  /// as by a backup without it, takes the map away from nobody.
  ///
  /// Whoever saves a space without a map leaves an empty file, or none beside a space that is not
  /// packed.
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
