import Foundation
import HyperbasisAnchorLog
import HyperbasisHistory
import HyperbasisModels
import HyperbasisStore

/// Ensures that each row that is sent has an event with exactly its date.
///
/// A store that pulls the row derives an event from it, which gives way once the event of that date is
/// there. A row that merges two sides, that had to be dated later than the one before it, or that rests
/// on an event derived from another row, would have none, and what was derived from it would stay for
/// ever.
struct RowDating {
  let index: EventIndex
  let tier: CloudTier
  let actor: String?
  let makeUUID: @Sendable () -> UUID
}

extension RowDating {
  /// Returns the event that a row needs before it is sent: an edit that names no key, and so changes
  /// nothing, whatever others did at the same time. Nil if there is an event with the row's date.
  ///
  /// - Parameters:
  ///   - row: the row as the log has it.
  ///   - seen: the row in the cloud, which it must follow.
  func event(for row: AnchorRow, after seen: AnchorRow?) -> HBAnchorEvent? {
    guard let slot = index.slot(of: row.id) else { return nil }
    let date = row.updatedAt(after: seen, on: tier)
    if index.hasOrdinaryEvent(ofSlot: slot, at: date) { return nil }
    let newest = index.newestOrdinal(ofSlot: slot)
    let instant = index.instantOfItsOwn(from: max(date, index.instant(newest).successor))
    return HBAnchorEvent(
      id: makeUUID(), anchorId: row.id, spaceId: index.spaceId, type: .updated,
      timestamp: instant.date,
      version: index.nextVersion(ofSlot: slot, 0), metadata: row.metadata, actorId: actor)
  }
}

extension CloudMerger {
  /// Appends the events that rows need before they are sent.
  ///
  /// - Returns: whether there were any, so that the rows now have other dates.
  func date(
    _ rows: [AnchorRow], after seen: [UUID: AnchorRow], of spaceId: UUID, on tier: CloudTier
  ) throws -> Bool {
    try !merging(into: spaceId) { space in
      try space.withLogForAppending { log in
        // A server that keeps events is sent those of this log, except the derived ones.
        if tier == .migrated, !log.index.hasDerivedEvents { return MergeResult() }
        let dating = RowDating(
          index: log.index, tier: tier, actor: open.context.actor,
          makeUUID: open.context.makeUUID)
        var result = MergeResult()
        var lines: [UInt8] = []
        for row in rows {
          guard let event = dating.event(for: row, after: seen[row.id]) else { continue }
          lines += try event.line(extras: LogExtras(changed: []))
          result.added.append(row.id)
        }
        if !lines.isEmpty { try space.append(lines, to: &log) }
        return result
      }
    }.added.isEmpty
  }
}

extension AnchorRow {
  /// Returns the date that a row is sent with: no earlier than the row that it follows from, whatever the
  /// clocks say. On a migrated server the last one written of two rows with the same date wins anyway.
  func updatedAt(after seen: AnchorRow?, on tier: CloudTier) -> HBInstant {
    guard let seen else { return updatedAt }
    return max(updatedAt, tier == .plain ? seen.updatedAt.successor : seen.updatedAt)
  }
}
