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
    let lastReturning = try session.removalBeforeReturn(of: space).map {
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

  /// How long a server may take to remove the anchors of a space, in microseconds.
  private static let cascade: Int64 = 60_000_000
}

extension AnchorMerge {
  /// Creates the merge for an anchor whose row is gone from the cloud.
  fileprivate init(deleting row: AnchorRow, at instant: HBInstant) {
    var deleted = row
    (deleted.updatedAt, deleted.deletedAt) = (instant, instant)
    self.init(row: deleted, base: row, isGone: true)
  }
}
