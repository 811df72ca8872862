package import Foundation
import HyperbasisAnchorLog
package import HyperbasisModels

extension HBLocalStore {
  /// Appends one event as it is, with its own id, version and date; for events that were made
  /// elsewhere. ``perform(_:spaceId:)`` is what makes new ones.
  ///
  /// - Throws: ``HBAnchorError/invalidTransform(count:)`` for a transform that is not 16 finite
  ///   floats.
  package func appendEvent(_ event: HBAnchorEvent) throws {
    if let transform = event.transform, transform.count != 16 || !transform.allSatisfy(\.isFinite) {
      throw HBAnchorError.invalidTransform(count: transform.count)
    }
    try reaching {
      let record = record(of: event.spaceId)
      let line = try event.line()
      try record.lock.withLock {
        try record.withLogForAppending { log in
          try record.reconcile(event.anchorId, in: &log)
          try record.append(line, to: &log)
        }
      }
      view.mark([event.anchorId], of: record)
    }
  }

  /// The events in a space's log in canonical order.
  package func loadEvents(spaceId: UUID) throws -> [HBAnchorEvent] {
    try reaching {
      try record(of: spaceId).withLog { log in
        try (0..<log.index.count).filter { !log.index.isSynthetic($0) }.map(log.index.event)
      }
    }
  }

  /// The events of one anchor in a space's log in canonical order.
  package func loadEvents(anchorId: UUID, spaceId: UUID) throws -> [HBAnchorEvent] {
    try reaching {
      try record(of: spaceId).withLog { log in
        guard let slot = log.index.slot(of: anchorId) else { return [] }
        return try log.index.ordinals(ofSlot: slot).filter { !log.index.isSynthetic($0) }
          .map(log.index.event)
      }
    }
  }

  /// The greatest version of an anchor in a space's log; 0 where it has none.
  package func currentVersion(anchorId: UUID, spaceId: UUID) throws -> Int {
    try reaching {
      try record(of: spaceId).withLog { log in
        log.index.slot(of: anchorId).map(log.index.maximumVersion) ?? 0
      }
    }
  }

  /// Moves a space's log to the trash.
  package func deleteEvents(spaceId: UUID) throws {
    try reaching {
      let record = record(of: spaceId)
      try record.lock.withLock {
        guard try context.log(of: spaceId).status != nil else { return }
        view.drop(spaceId)
        let trash = try makeTrash(for: spaceId)
        try moveLog(of: spaceId, to: trash)
        record.forget()
      }
    }
  }
}
