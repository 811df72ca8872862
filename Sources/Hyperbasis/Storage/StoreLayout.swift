package import Foundation
package import SystemPackage

/// Where things lie in a store. An id becomes part of a path only as a parsed `UUID`.
package struct StoreLayout: Sendable {
  package let base: FilePath

  package init(_ directory: URL) {
    base = FilePath(directory.standardizedFileURL.path).lexicallyNormalized()
  }

  package var spaces: FilePath { base.appending("spaces") }
  package var anchors: FilePath { base.appending("anchors") }
  package var events: FilePath { base.appending("events") }
  package var worldMaps: FilePath { base.appending("worldmaps") }
  package var pendingOperations: FilePath { base.appending("pending_operations.json") }
  package var syncMetadata: FilePath { base.appending("sync_metadata.json") }

  package var own: FilePath { base.appending(".hyperbasis") }
  package var locks: FilePath { own.appending("locks") }
  package var quarantine: FilePath { own.appending("quarantine") }
  package var trash: FilePath { own.appending("trash") }
  package var sync: FilePath { own.appending("sync") }
  /// Where world maps stand on their way from or to the cloud.
  package var transfers: FilePath { sync.appending("transfers") }

  package func lock(of space: UUID) -> FilePath {
    locks.appending("\(space.uuidString).lock")
  }

  /// Held by whoever syncs, as long as a pass lasts.
  package var syncLock: FilePath { locks.appending("sync.lock") }
  /// Held while the list of pending operations is changed.
  package var pendingLock: FilePath { locks.appending("pending.lock") }

  /// How the names of a log and of a space's files end.
  package static let logName = "events.jsonl"
  package static let fileSuffix = ".json"
  package static let mapSuffix = ".bin"

  /// A path relative to the store, as reports name it.
  package func relative(_ path: FilePath) -> String {
    var path = path
    guard path.removePrefix(base) else { return path.string }
    return path.string
  }
}

extension UUID {
  /// The id that a name in a store stands for: a UUID in any case, followed by `suffix`.
  ///
  /// The length is checked because `UUID` accepts a text that goes on after a NUL.
  init?(fileName: String, suffix: String) {
    guard fileName.hasSuffix(suffix) else { return nil }
    let text = fileName.dropLast(suffix.count)
    guard text.utf8.count == 36, let id = UUID(uuidString: String(text)) else { return nil }
    self = id
  }
}
