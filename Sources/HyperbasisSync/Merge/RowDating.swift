import Foundation
import HyperbasisAnchorLog
import HyperbasisHistory
import HyperbasisModels
import HyperbasisStore

/// Sees to it that each row that is sent has an event of its very date.
///
/// Whoever pulls the row derives an event from it, which gives way once the event of that date is
/// there. A row that two sides were merged into, that has to be later than the one before it, or that
/// rests on an event derived from another row, would have none, and what was derived from it would
/// stay for ever.
struct RowDating {
  let index: EventIndex
  let tier: CloudTier
  let actor: String?
  let makeUUID: @Sendable () -> UUID
}

extension RowDating {
  /// The event that a row needs before it is sent: an edit that names no key, and so changes nothing
  /// whatever others did at the same time. Nil where there is an event of the row's date.
  ///
  /// - Parameters:
  ///   - row: as the log has it.
  ///   - seen: the row in the cloud, than which it is to be later.
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
  /// - Returns: whether there were any, so that the rows have other dates now.
  func date(
    _ rows: [AnchorRow], after seen: [UUID: AnchorRow], of spaceId: UUID, on tier: CloudTier
  ) throws -> Bool {
    try !merging(into: spaceId) { space in
      try space.withLogForAppending { log in
        // A server that keeps events gets the ones of this log, except those that were derived.
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
  /// The date that a row is sent with: what was seen is older than what follows from it, whatever the
  /// clocks say. A migrated server lets the later of two rows of one instant win by itself.
  func updatedAt(after seen: AnchorRow?, on tier: CloudTier) -> HBInstant {
    guard let seen else { return updatedAt }
    return max(updatedAt, tier == .plain ? seen.updatedAt.successor : seen.updatedAt)
  }
}
