import Foundation
package import HyperbasisAnchorLog
import HyperbasisHistory
import HyperbasisJSONText
package import HyperbasisModels

extension HBPlan {
  /// Returns the plan with all its events at one instant.
  ///
  /// - Parameters:
  ///   - earlier: the dates of the plans that it was rehearsed to follow.
  ///   - head: the head of the log that it was written behind; nil for the one it was made for.
  func stamped(
    _ instant: HBInstant, following earlier: WrittenDates = WrittenDates(),
    behind head: HBLogHead? = nil
  ) -> HBPlan {
    HBPlan(
      spaceId: spaceId, kind: kind, operation: operation, target: target, actor: actor,
      changes: changes.map { $0.stamped(instant.date, following: earlier) },
      head: head ?? self.head, conflicts: conflicts, overridden: overridden,
      crossed: crossed, corrects: corrects)
  }

  /// Returns the plan's lines in the order of the events, without their instant.
  func undatedLines() throws -> LineWriter {
    let lines = lines
    var writer = LineWriter(expected: lines.count)
    for line in lines {
      do {
        try writer.add(line.event, extras: line.extras, isNew: true)
      } catch {
        throw HBStorageError(error, of: line.event)
      }
    }
    return writer
  }
}

extension HBPlannedChange {
  fileprivate func stamped(_ date: Date, following earlier: WrittenDates) -> HBPlannedChange {
    HBPlannedChange(
      anchorId: anchorId, before: before.map { earlier.correcting($0) },
      after: after.map { after in
        earlier.correcting(after) { supposed in
          events.contains { $0.timestamp == supposed } ? date : nil
        }
      },
      events: events.map { $0.stamped(date) }, carried: carried)
  }
}

/// The dates at which plans were written, by the dates that their rehearsal assumed: the anchors of
/// a plan that was rehearsed behind others bear the assumed ones.
struct WrittenDates {
  private var written: [UUID: [Date: Date]] = [:]

  /// - Parameters:
  ///   - plan: a plan as it was rehearsed.
  ///   - written: the same plan as it was written.
  mutating func note(_ plan: HBPlan, writtenAs written: HBPlan) {
    for (change, stamped) in zip(plan.changes, written.changes) {
      for (supposed, event) in zip(change.events, stamped.events) {
        self.written[change.anchorId, default: [:]][supposed.timestamp] = event.timestamp
      }
    }
  }

  /// Returns an anchor with the dates at which its events were written.
  ///
  /// - Parameter known: returns the date for an event that is not noted here yet; nil for the others.
  fileprivate func correcting(
    _ anchor: HBAnchor, _ known: (Date) -> Date? = { _ in nil }
  ) -> HBAnchor {
    let dates = written.isEmpty ? nil : written[anchor.id]
    func corrected(_ supposed: Date) -> Date { known(supposed) ?? dates?[supposed] ?? supposed }
    return HBAnchor(
      id: anchor.id, spaceId: anchor.spaceId, transform: anchor.transform,
      metadata: anchor.metadata, createdAt: corrected(anchor.createdAt),
      updatedAt: corrected(anchor.updatedAt), deletedAt: anchor.deletedAt.map(corrected))
  }
}

extension HBAnchorEvent {
  /// Returns the event as a line of the log, with its newline.
  package func line(extras: LogExtras = LogExtras()) throws -> [UInt8] {
    do {
      return try LogLine.encode(self, extras: extras, isNew: true) + [0x0a]
    } catch {
      throw HBStorageError(error, of: self)
    }
  }

  fileprivate func stamped(_ date: Date) -> HBAnchorEvent {
    HBAnchorEvent(
      id: id, anchorId: anchorId, spaceId: spaceId, type: type, timestamp: date,
      version: version, transform: transform, metadata: metadata, actorId: actorId)
  }
}

extension HBStorageError {
  /// Creates the error of an event that cannot be a line of a log; if it is too long, the error names
  /// what makes it so.
  fileprivate init(_ error: JSONError, of event: HBAnchorEvent) {
    let metadata = error.reason == .tooLong ? event.metadata : nil
    self = .encodingFailed(
      underlying: metadata.flatMap(UnwritableMetadataError.init(tooLong:)) ?? error)
  }
}
