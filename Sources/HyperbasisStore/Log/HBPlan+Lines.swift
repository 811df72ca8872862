import Foundation
package import HyperbasisAnchorLog
import HyperbasisHistory
package import HyperbasisModels

extension HBPlan {
  /// The plan with all its events at one instant.
  func stamped(_ instant: HBInstant) -> HBPlan {
    HBPlan(
      spaceId: spaceId, kind: kind, operation: operation, target: target, actor: actor,
      changes: changes.map { $0.stamped(instant.date) }, head: head,
      conflicts: conflicts, crossed: crossed, corrects: corrects)
  }

  /// The plan's lines, each with its newline, in the order of the events.
  func lines() throws -> [UInt8] {
    let count = changes.reduce(0) { $0 + $1.events.count }
    var lines: [UInt8] = []
    var place = 0
    for change in changes {
      for event in change.events {
        var extras = LogExtras(operation: operation, undone: tag)
        if count > 1 { extras.batch = LogExtras.Batch(index: place, count: count) }
        extras.createdAt = change.creationDate(at: event)
        extras.corrects = change.carried ?? corrects
        lines += try event.line(extras: extras)
        place += 1
      }
    }
    return lines
  }
}

extension HBPlannedChange {
  /// The anchor's own creation date, where its fold starts with an event at another instant; nil for
  /// other events.
  fileprivate func creationDate(at event: HBAnchorEvent) -> HBInstant? {
    guard before == nil, event.type == .created, let after else { return nil }
    let created = HBInstant(after.createdAt)
    return created == event.instant ? nil : created
  }

  fileprivate func stamped(_ date: Date) -> HBPlannedChange {
    let provisional = Set(events.map(\.timestamp))
    let after = after.map { anchor in
      HBAnchor(
        id: anchor.id, spaceId: anchor.spaceId, transform: anchor.transform,
        metadata: anchor.metadata,
        createdAt: provisional.contains(anchor.createdAt) ? date : anchor.createdAt,
        updatedAt: provisional.contains(anchor.updatedAt) ? date : anchor.updatedAt,
        deletedAt: anchor.deletedAt.map { provisional.contains($0) ? date : $0 })
    }
    return HBPlannedChange(
      anchorId: anchorId, before: before, after: after, events: events.map { $0.stamped(date) },
      carried: carried)
  }
}

extension HBAnchorEvent {
  /// The event as a line of the log, with its newline.
  package func line(extras: LogExtras = LogExtras()) throws -> [UInt8] {
    do {
      return try LogLine.encode(self, extras: extras) + [0x0a]
    } catch {
      throw HBStorageError.encodingFailed(underlying: error)
    }
  }

  fileprivate func stamped(_ date: Date) -> HBAnchorEvent {
    HBAnchorEvent(
      id: id, anchorId: anchorId, spaceId: spaceId, type: type, timestamp: date,
      version: version, transform: transform, metadata: metadata, actorId: actorId)
  }
}
