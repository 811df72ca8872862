import Foundation
package import HyperbasisAnchorLog
import HyperbasisHistory
package import HyperbasisModels

extension HBPlan {
  /// The plan with all its events at one instant.
  ///
  /// - Parameter head: the log that it was written behind; that for which it was made if nil.
  func stamped(_ instant: HBInstant, behind head: HBLogHead? = nil) -> HBPlan {
    HBPlan(
      spaceId: spaceId, kind: kind, operation: operation, target: target, actor: actor,
      changes: changes.map { $0.stamped(instant.date) }, head: head ?? self.head,
      conflicts: conflicts, crossed: crossed, corrects: corrects)
  }

  /// The plan's lines in the order of the events; their instant is yet to come.
  func undatedLines() throws -> LineWriter {
    let lines = lines
    var writer = LineWriter(expected: lines.count)
    do {
      for line in lines { try writer.add(line.event, extras: line.extras) }
    } catch {
      throw HBStorageError.encodingFailed(underlying: error)
    }
    return writer
  }
}

extension HBPlannedChange {
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
