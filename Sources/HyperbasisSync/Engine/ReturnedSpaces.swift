import Foundation
import HyperbasisModels
import HyperbasisStore

/// What the cloud had removed, and came back out of the trash here.
extension SyncSession {
  /// Whether a space that is here came out of the trash after it had been removed from the cloud. One that
  /// is merely saved again leaves its former self in the trash.
  func cameBack(_ space: UUID, after removal: Removal) throws -> Bool {
    try removal.state == .done && trash.trash.folders(of: space).isEmpty
  }

  /// Forgets the removal of a space that is here and in the cloud again, except when it was, if the space
  /// came out of the trash: what others had done before may still come in.
  ///
  /// - Returns: whether it had been removed.
  func endRemoval(of space: UUID) throws -> Bool {
    guard let removal = ledger.base.removals.removeValue(forKey: space) else { return false }
    if let deletedAt = removal.deletedAt, try cameBack(space, after: removal) {
      ledger.base.spaces[space]?.returnedAfter = Microseconds(wrappedValue: deletedAt)
    }
    return true
  }

  /// Returns when the cloud removed the space, if it came back out of the trash here since.
  func removalBeforeReturn(of space: UUID) throws -> HBInstant? {
    if let removal = ledger.base.removals[space], try cameBack(space, after: removal) {
      return removal.deletedAt
    }
    return ledger.base.spaces[space]?.returnedAfter?.wrappedValue
  }
}
