import Foundation
package import HyperbasisAnchorLog
package import HyperbasisModels

/// What an anchor's file knows that the log does not.
///
/// Older writers delete anchors without an event, and lose the metadata of a save that also moves the
/// anchor; and what was saved before there was a log has no events at all. The timeline gets events that
/// make up for this, derived from nothing but the file and the log, so every read on every machine gives
/// the same ones, down to their ids.
package enum ImpliedEvents {
  /// Returns the events that lead from the log to the state in an anchor's file; none if the file agrees
  /// with the log, is merely older, belongs to another space or holds no valid anchor.
  ///
  /// - Parameters:
  ///   - file: the anchor as its file has it.
  ///   - index: the log of the space, without synthetic events of that anchor.
  package static func syntheticEvents(
    for file: HBAnchor, index: EventIndex
  ) throws -> [HBAnchorEvent] {
    guard file.spaceId == index.spaceId, file.validate() else { return [] }
    guard let slot = index.slot(of: file.id) else { return unversioned(file) }
    let newest = index.newestOrdinal(ofSlot: slot)
    let current = try index.anchorState(after: newest)
    let state = AnchorState(file)
    guard state != current, file.writtenAt.wholeSeconds >= index.instant(newest).wholeSeconds,
      try !index.holds(state, slot: slot, inSecond: file.writtenAt.wholeSeconds)
    else { return [] }
    let instant = index.instantOfItsOwn(from: max(file.writtenAt, index.instant(newest).successor))
    return AnchorStep.saving(state, over: current).enumerated().map { offset, step in
      file.event(step, at: instant, version: index.nextVersion(ofSlot: slot, offset))
    }
  }

  /// Returns the event that ends an anchor in the log of a space that its file no longer names, since the
  /// original SDK saves it under another space without a word here. None if the log is newer than the file,
  /// or hides the anchor already.
  ///
  /// - Parameter index: the log of the space that the anchor was in.
  package static func departure(of file: HBAnchor, from index: EventIndex) -> [HBAnchorEvent] {
    guard file.spaceId != index.spaceId, file.validate(), let slot = index.slot(of: file.id)
    else { return [] }
    let newest = index.newestOrdinal(ofSlot: slot)
    guard index.isVisible(newest),
      file.writtenAt.wholeSeconds >= index.instant(newest).wholeSeconds
    else { return [] }
    let instant = index.instantOfItsOwn(from: max(file.writtenAt, index.instant(newest).successor))
    return [
      file.event(
        .deleted, of: index.spaceId, at: instant, version: index.nextVersion(ofSlot: slot, 0))
    ]
  }

  /// The history of a file without events: when the anchor was created, and when deleted.
  private static func unversioned(_ file: HBAnchor) -> [HBAnchorEvent] {
    let created = HBInstant(file.createdAt)
    var events = [
      file.event(.whole(.created, AnchorState(file)), at: created, version: 1)
    ]
    if let deletedAt = file.deletedAt {
      // A deletion dated before the creation would leave the anchor visible.
      events.append(file.event(.deleted, at: max(created, HBInstant(deletedAt)), version: 2))
    }
    return events
  }
}

extension HBAnchor {
  /// When its file was written, as far as its dates show.
  package var writtenAt: HBInstant {
    max(HBInstant(updatedAt), deletedAt.map { HBInstant($0) } ?? HBInstant(updatedAt))
  }

  fileprivate func event(
    _ step: AnchorStep, of space: UUID? = nil, at instant: HBInstant, version: Int
  ) -> HBAnchorEvent {
    HBAnchorEvent(
      id: syntheticId(step.type), anchorId: id, spaceId: space ?? spaceId, type: step.type,
      timestamp: instant.date, version: version, transform: step.transform,
      metadata: step.metadata)
  }

  /// The UUID, in the namespace of the anchor's id, of `CREATED UPDATED DELETED TYPE`, with dates in UTC
  /// and `-` for no deletion.
  private func syntheticId(_ type: HBAnchorEvent.EventType) -> UUID {
    let dates = [createdAt, updatedAt, deletedAt].map { date in
      date.map { HBInstant($0).rfc3339Text } ?? "-"
    }
    return UUIDv5.make(namespace: id, name: (dates + [type.rawValue]).joined(separator: " "))
  }
}

extension EventIndex {
  /// Whether an anchor is in a state at some moment of a second: after one of its events within it, or when
  /// it begins, unless an event at that very moment ends the state.
  fileprivate func holds(_ state: AnchorState, slot: Int, inSecond second: Int64) throws -> Bool {
    var next: HBInstant?
    for ordinal in ordinals(ofSlot: slot).reversed() {
      let instant = instant(ordinal)
      guard instant.wholeSeconds <= second else { continue }
      let isBefore = instant.wholeSeconds < second
      if isBefore, next?.fraction == 0 { return false }
      if try anchorState(after: ordinal) == state { return true }
      if isBefore { return false }
      next = instant
    }
    return false
  }
}
