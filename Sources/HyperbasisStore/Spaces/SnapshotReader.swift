package import Foundation
import HyperbasisAnchorLog
import HyperbasisDiagnostics
package import HyperbasisHistory
import HyperbasisModels

/// Reads spaces as they are now. Writes nothing outside `.hyperbasis`, and works on a read-only directory.
package struct SnapshotReader: Sendable {
  let open: OpenSpaces
}

extension SnapshotReader {
  /// Returns a space as it is now. Loads its log, or takes in what was appended since the last look.
  ///
  /// - Throws: ``HBStorageError/notFound(type:id:)`` for a space that nothing names.
  package func snapshot(of spaceId: UUID) throws -> LogSnapshot {
    try reachingFiles {
      let space = open[spaceId]
      let name = try space.name()
      let snapshot = try space.withCurrentLog { $0.snapshot(of: spaceId, named: name ?? nil) }
      let isNamed =
        try name != nil || snapshot.head.events > 0 || SpaceCatalog(open: open).isOnDisk(spaceId)
      guard isNamed else {
        try SpaceCatalog(open: open).checkBase()
        throw HBStorageError.notFound(type: "space", id: spaceId)
      }
      return snapshot
    }
  }

  /// Returns the snapshot with what was appended since, under the name that the space has now; nil if
  /// nothing has changed.
  ///
  /// - Throws: ``HBStorageError/notFound(type:id:)`` if the log was there and is gone.
  package func refresh(_ snapshot: LogSnapshot) throws -> LogSnapshot? {
    try reachingFiles {
      let space = open[snapshot.spaceId]
      // A file that is being replaced gives no name for a moment.
      let name = try space.name() ?? snapshot.name
      return try space.withCurrentLog { log in
        log.head == snapshot.head && name == snapshot.name
          ? nil : log.snapshot(of: snapshot.spaceId, named: name)
      }
    }
  }

  /// Remembers how far a space's log reaches, as far as that is possible: for a space that people look at
  /// for a while.
  package func rememberReach(of spaceId: UUID) {
    DiagnosticLog.store.attempt("remember how far \(spaceId.uuidString) reaches") {
      let space = open[spaceId]
      try space.withPresentLog { space.noteReachIfFree($0) }
    }
  }

  /// Returns the path of a space's log relative to the store, as reports show it.
  package func logName(of spaceId: UUID) throws -> String {
    try reachingFiles {
      open.context.layout.relative(try open.context.log(of: spaceId).path)
    }
  }
}

extension LoadedLog {
  fileprivate func snapshot(of spaceId: UUID, named name: String?) -> LogSnapshot {
    LogSnapshot(
      spaceId: spaceId, name: name, timeline: HBTimeline(index: index), head: head,
      problems: problems)
  }
}
