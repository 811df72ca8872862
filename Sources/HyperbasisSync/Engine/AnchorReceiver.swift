import Foundation
import HyperbasisModels

/// Applies rows of anchors that came from the cloud.
@SyncActor
struct AnchorReceiver {
  let session: SyncSession

  /// Merges rows into a space.
  func receive(_ rows: [AnchorRow], of space: UUID) throws {
    guard try session.isWanted(space) else { return }
    var bases = session.ledger.anchors(of: space)
    let merges = rows.filter { $0.isValid }.map { AnchorMerge(row: $0, base: bases.rows[$0.id]) }
    let isLogShared = session.ledger.base.tier == .migrated
    let result = try session.merger.apply(merges, to: space, isLogShared: isLogShared)
    session.received.add(eventsOf: result.added)
    session.conflicts += result.conflicts
    for merge in merges { bases.rows[merge.row.id] = merge.row }
    try session.ledger.setAnchors(bases, of: space)
    // Whatever still differs must be pushed.
    session.ledger.base.spaces[space]?.agreedLogSize = nil
  }
}

extension AnchorRow {
  /// The wire lets nothing else through; this protects the log.
  fileprivate var isValid: Bool {
    transform.count == 16 && transform.allSatisfy(\.isFinite)
  }
}
