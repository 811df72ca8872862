package import Foundation
import HyperbasisAnchorLog
package import HyperbasisModels

/// The events of spaces, as their logs hold them.
package struct EventRepository: Sendable {
  let open: OpenSpaces
}

extension EventRepository {
  /// Appends one event as it is, with its own id, version and date; for events that were made
  /// elsewhere. To make new ones, use ``PlanExecutor/perform(_:spaceId:)``.
  ///
  /// - Throws: ``HBAnchorError/invalidTransform(count:)`` for a transform that is not 16 finite
  ///   floats.
  package func append(_ event: HBAnchorEvent) throws {
    if let transform = event.transform, transform.count != 16 || !transform.allSatisfy(\.isFinite) {
      throw HBAnchorError.invalidTransform(count: transform.count)
    }
    try reachingFiles {
      let space = open[event.spaceId]
      var deleted = DeletedAnchors(of: space, in: open)
      let staysPurged = try space.withLock {
        let isLate = try space.withLogForAppending { log in
          try space.reconcile(event.anchorId, in: &log)
          let isLate = log.index.isLate(event.instant, of: event.anchorId)
          if isLate { try space.writeImplied(of: [event.anchorId], to: &log) }
          return isLate
        }
        // Only now that what the file says beyond the log is safe.
        if isLate { try open.context.anchors.outdate(event.anchorId, of: event.spaceId) }
        let wasPurged = try space.withLogForAppending { log in
          let extras = LogExtras(changed: try Self.keysChanged(by: event, in: log.index))
          let wasPurged = try deleted.isPurged(event.anchorId, in: log.index)
          try deleted.noteDeletion(
            of: event.type == .deleted ? [event.anchorId] : [], amid: [event.anchorId], in: log)
          try space.append(event.line(extras: extras), to: &log)
          return wasPurged
        }
        return try wasPurged && space.withLog { $0.index.isHidden(anchor: event.anchorId) }
      }
      if !staysPurged { open.anchorFiles.mark([event.anchorId], of: space) }
    }
  }

  private static func keysChanged(
    by event: HBAnchorEvent, in index: EventIndex
  ) throws -> [String]? {
    let slot = index.slot(of: event.anchorId)
    let before = slot.flatMap { slot in
      index.ordinals(ofSlot: slot).last { index.instant($0) <= event.instant }
    }
    return event.keysChanged(from: try before.map { try index.metadata($0) } ?? [:])
  }

  /// Returns the events in a space's log in canonical order.
  package func load(of spaceId: UUID) throws -> [HBAnchorEvent] {
    try reachingFiles {
      try open[spaceId].withLog { log in
        try (0..<log.index.count).filter { !log.index.isSynthetic($0) }.map(log.index.event)
      }
    }
  }

  /// Returns the events of one anchor in a space's log in canonical order.
  package func load(of spaceId: UUID, anchorId: UUID) throws -> [HBAnchorEvent] {
    try reachingFiles {
      try open[spaceId].withLog { log in
        guard let slot = log.index.slot(of: anchorId) else { return [] }
        return try log.index.ordinals(ofSlot: slot).filter { !log.index.isSynthetic($0) }
          .map(log.index.event)
      }
    }
  }

  /// Returns the greatest version of an anchor in a space's log; 0 if it has none.
  package func currentVersion(of anchorId: UUID, spaceId: UUID) throws -> Int {
    try reachingFiles {
      try open[spaceId].withLog { log in
        log.index.slot(of: anchorId).map(log.index.maximumVersion) ?? 0
      }
    }
  }

  /// Returns how many bytes a space's log has; 0 if there is none.
  package func logSize(of spaceId: UUID) throws -> Int {
    try reachingFiles { try open.context.log(of: spaceId).status?.size ?? 0 }
  }

  /// Calls `body` with each line of a space's log, damaged ones included, in the order of the
  /// file. The log is read piece by piece.
  package func forEachLine(of spaceId: UUID, _ body: (RawLine) throws -> Void) throws {
    try reachingFiles { try rawLines(of: spaceId)?.forEachLine(body) }
  }

  /// Returns a reader for the lines of a space's log; nil if there is none.
  package func rawLines(of spaceId: UUID) throws -> RawLineReader? {
    try reachingFiles { try open.context.openLog(of: spaceId).map(RawLineReader.init) }
  }
}
