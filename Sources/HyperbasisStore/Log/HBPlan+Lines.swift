import Foundation
package import HyperbasisAnchorLog
import HyperbasisHistory
package import HyperbasisModels

extension HBPlan {
  /// The plan with all its events at one instant.
  ///
  /// - Parameter head: the log that it was written behind; that for which it was made if nil.
  func stamped(_ instant: HBInstant, behind head: HBLogHead? = nil) -> HBPlan {
    var dates = WrittenDates()
    return stamped(instant, &dates, behind: head)
  }

  /// The same for one of several plans that were rehearsed together.
  ///
  /// - Parameter dates: those of the plans before; its own are added.
  func stamped(
    _ instant: HBInstant, _ dates: inout WrittenDates, behind head: HBLogHead? = nil
  ) -> HBPlan {
    HBPlan(
      spaceId: spaceId, kind: kind, operation: operation, target: target, actor: actor,
      changes: changes.map { $0.stamped(instant.date, &dates) }, head: head ?? self.head,
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
  fileprivate func stamped(_ date: Date, _ dates: inout WrittenDates) -> HBPlannedChange {
    dates.note(self, at: date)
    return HBPlannedChange(
      anchorId: anchorId, before: before.map(dates.corrected), after: after.map(dates.corrected),
      events: events.map { $0.stamped(date) }, carried: carried)
  }
}

/// The dates at which plans were written, by those that their rehearsal supposed: a plan that was
/// rehearsed behind others shows these in its anchors.
struct WrittenDates {
  private var written: [UUID: [Date: Date]] = [:]

  fileprivate mutating func note(_ change: HBPlannedChange, at date: Date) {
    for supposed in Set(change.events.map(\.timestamp)) {
      written[change.anchorId, default: [:]][supposed] = date
    }
  }

  /// An anchor with the dates at which its events were written.
  fileprivate func corrected(_ anchor: HBAnchor) -> HBAnchor {
    guard let dates = written[anchor.id] else { return anchor }
    return HBAnchor(
      id: anchor.id, spaceId: anchor.spaceId, transform: anchor.transform,
      metadata: anchor.metadata, createdAt: dates[anchor.createdAt] ?? anchor.createdAt,
      updatedAt: dates[anchor.updatedAt] ?? anchor.updatedAt,
      deletedAt: anchor.deletedAt.map { dates[$0] ?? $0 })
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
