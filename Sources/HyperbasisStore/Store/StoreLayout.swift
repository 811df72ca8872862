package import Foundation
import HyperbasisAnchorLog
package import SystemPackage

/// Where things lie in a store. An id becomes part of a path only as a parsed `UUID`.
///
/// Paths are made once, because every look at the store needs them.
package struct StoreLayout: Sendable {
  package let base: FilePath
  package let spaces: NamedFileKind
  package let anchors: NamedFileKind
  /// The folders in which the logs lie.
  package let logs: NamedFileKind
  package let worldMaps: NamedFileKind
  package let pendingOperations: FilePath
  package let syncMetadata: FilePath

  package let own: FilePath
  package let bookmarks: FilePath
  package let imports: FilePath
  /// The notes of deleted anchors that have yet to get a file.
  let unfiled: FilePath
  /// The list of the spaces of a cloud that are followed.
  package let followed: FilePath
  /// What saves reading all of a log.
  package let index: FilePath
  package let locks: FilePath
  package let quarantine: FilePath
  package let trash: FilePath
  package let sync: FilePath
  /// Where world maps lie on their way from or to the cloud.
  package let transfers: FilePath

  package init(_ directory: URL) {
    base = FilePath(directory.standardizedFileURL.path).lexicallyNormalized()
    spaces = NamedFileKind(directory: base.appending("spaces"), suffix: ".json")
    anchors = NamedFileKind(directory: base.appending("anchors"), suffix: ".json")
    logs = NamedFileKind(directory: base.appending("events"), suffix: "")
    worldMaps = NamedFileKind(directory: base.appending("worldmaps"), suffix: ".bin")
    pendingOperations = base.appending("pending_operations.json")
    syncMetadata = base.appending("sync_metadata.json")
    own = base.appending(".hyperbasis")
    bookmarks = own.appending("bookmarks.json")
    imports = own.appending("imports")
    unfiled = own.appending("unfiled")
    followed = own.appending("followed.json")
    index = own.appending("index")
    locks = own.appending("locks")
    quarantine = own.appending("quarantine")
    trash = own.appending("trash")
    sync = own.appending("sync")
    transfers = sync.appending("transfers")
  }

  /// Whether what is written at a path would be taken for a file of the store, or replace one.
  package func holdsOwnFile(at path: FilePath) -> Bool {
    let path = path.resolvingFolder
    let root = base.resolvingLinks
    let folders = [spaces, anchors, logs, worldMaps].map(\.directory) + [own]
    return (folders + [pendingOperations, syncMetadata]).compactMap(\.lastComponent)
      .contains { path.starts(with: root.appending($0)) }
  }

  package func lock(of space: UUID) -> FilePath {
    locks.appending("\(space.uuidString).lock")
  }

  /// What is known about the anchor files.
  var anchorIndex: FilePath { index.appending("anchors.index") }

  /// What is known about all spaces.
  var spaceIndex: FilePath { index.appending("spaces.index") }

  /// Returns where the log of a space lies unless its folder's name is in lower case.
  func usualLog(of space: UUID) -> FilePath {
    logs.usualPath(of: space).appending(Self.logName)
  }

  package func index(of space: UUID) -> FilePath {
    index.appending("\(space.uuidString).index")
  }

  /// Returns the file that remembers how far a space's log reached.
  func reach(of space: UUID) -> FilePath {
    index.appending("\(space.uuidString)\(Self.reachSuffix)")
  }

  static let reachSuffix = ".reach"

  /// Held while a sync pass lasts.
  package var syncLock: FilePath { locks.appending("sync.lock") }
  /// Held while the list of pending operations is changed.
  package var pendingLock: FilePath { locks.appending("pending.lock") }

  /// Held while anchor files are written, so that processes do so one after the other.
  var anchorLock: FilePath { locks.appending("anchors.lock") }

  /// Held while bookmarks are changed.
  package var bookmarkLock: FilePath { locks.appending("bookmarks.lock") }

  /// Returns the file with the record of the imports into a space.
  package func importRecord(of space: UUID) -> FilePath {
    imports.appending("\(space.uuidString).json")
  }

  /// Returns the file with the note of a space's deleted anchors that have yet to get a file.
  func unfiled(of space: UUID) -> FilePath {
    unfiled.appending("\(space.uuidString).json")
  }

  package static let logName = "events.jsonl"

  /// Returns a path relative to the store, as reports show it.
  package func relative(_ path: FilePath) -> String {
    var path = path
    guard path.removePrefix(base) else { return path.string }
    return path.string
  }
}

extension UUID {
  /// Creates the id that a name in a store stands for: a UUID in any case, followed by `suffix`.
  ///
  /// Goes by its bytes, because directories of anchors hold very many names.
  init?(fileName: String, suffix: String) {
    var (name, suffix) = (fileName, suffix)
    let bits = name.withUTF8 { name in
      let hasSuffix = suffix.withUTF8 { suffix in
        name.count == 36 + suffix.count && name[36...].elementsEqual(suffix)
      }
      return hasSuffix ? UUIDBits(bytes: UnsafeBufferPointer(rebasing: name[..<36])) : nil
    }
    guard let bits else { return nil }
    self = bits.uuid
  }
}
