import Foundation
import HyperbasisModels
import HyperbasisStore

/// Applies the tombstones of the anchors of a space: their rows were removed, and not written again.
@SyncActor
struct AnchorBurial {
  let session: SyncSession
  let space: UUID
}

extension AnchorBurial {
  /// Hides the anchors, except those that went with their space and come back with it.
  func bury(_ tombstones: [Tombstone]) throws {
    guard try session.isWanted(space), try session.store.catalog.holds(space) else { return }
    var bases = session.ledger.anchors(of: space)
    let rows = try session.merger.anchorRows(of: space).rows.filter { $0.deletedAt == nil }
    let local = Dictionary(rows.map { ($0.id, $0) }) { first, _ in first }
    var (merges, returning): ([AnchorMerge], Set<UUID>) = ([], [])
    let lastReturning = try removalBeforeReturn().map {
      $0.advanced(byMicroseconds: Self.cascade)
    }
    for tombstone in tombstones {
      bases.rows[tombstone.id] = nil
      guard let row = local[tombstone.id] else { continue }
      // It went with its space, which is here again: so is what others did to it before, and this store
      // learns only now.
      if let lastReturning, row.updatedAt <= tombstone.deletedAt,
        tombstone.deletedAt <= lastReturning
      {
        returning.insert(row.id)
      } else {
        merges.append(AnchorMerge(deleting: row, at: tombstone.deletedAt))
      }
    }
    if !merges.isEmpty {
      let result = try session.merger.apply(merges, to: space, isLogShared: true)
      session.received.add(eventsOf: result.added)
      session.conflicts += result.conflicts
    }
    // Later than their removal, so that their rows are written again.
    if !returning.isEmpty { try session.store.plans.restate(returning, spaceId: space) }
    try session.ledger.setAnchors(bases, of: space)
    session.ledger.base.spaces[space]?.agreedLogSize = nil
  }

  /// Returns when the cloud removed the space, if it came back out of the trash here since.
  private func removalBeforeReturn() throws -> HBInstant? {
    if let removal = session.ledger.base.removals[space],
      try session.cameBack(space, after: removal)
    {
      return removal.deletedAt
    }
    return session.ledger.base.spaces[space]?.returnedAfter?.wrappedValue
  }

  /// How long a server may take to remove the anchors of a space, in microseconds.
  private static let cascade: Int64 = 60_000_000
}

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
}

extension AnchorMerge {
  /// Creates the merge for an anchor whose row is gone from the cloud.
  fileprivate init(deleting row: AnchorRow, at instant: HBInstant) {
    var deleted = row
    (deleted.updatedAt, deleted.deletedAt) = (instant, instant)
    self.init(row: deleted, base: row, isGone: true)
  }
}
