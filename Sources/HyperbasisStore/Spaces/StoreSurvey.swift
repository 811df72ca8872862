package import Foundation
import HyperbasisAnchorLog
import SystemPackage

/// One look at the whole store: which spaces there are, and what shows whether a space has changed,
/// without any of its files being opened.
package struct StoreSurvey: Sendable {
  let anchors: AnchorListing
  /// The statuses of the spaces' files, logs and maps that are there.
  let files: [UUID: FileStatus]
  let logs: [UUID: FileStatus]
  let maps: [UUID: FileStatus]
  /// All spaces that a file, a log or an anchor file names.
  package let ids: Set<UUID>

  init(_ context: StoreContext) throws {
    anchors = try context.anchors.look()
    files = try context.statuses(of: context.layout.spaces)
    maps = try context.statuses(of: context.layout.worldMaps)
    var logs: [UUID: FileStatus] = [:]
    // Spaces of which something is there that is not a file, or not even readable.
    var others = try context.spaces.ids()
    for (id, folder) in try context.layout.logs.paths(context.files, context.skipped) {
      let path = folder.appending(StoreLayout.logName)
      guard let found = try context.skipped.reading(path, { try context.files.status(at: path) })
      else {
        others.insert(id)
        continue
      }
      if let found { logs[id] = found }
    }
    self.logs = logs
    ids = others.union(anchors.shares.keys).union(files.keys).union(logs.keys)
  }
}

extension StoreSurvey {
  func stamps(of id: UUID) -> SpaceMemory.Stamps {
    SpaceMemory.Stamps(
      file: FileStamp(files[id]), map: FileStamp(maps[id]), log: FileStamp(logs[id]),
      anchors: anchors.shares[id]?.digest ?? 0)
  }

  /// Returns a digest that differs if any file of a space does; never 0.
  package func digest(of id: UUID) -> UInt64 {
    max(1, withUnsafeBytes(of: stamps(of: id)) { BlockChecksum.of($0) })
  }

  /// Returns a digest that differs if any anchor file of a space does.
  package func anchorDigest(of id: UUID) -> UInt64 { anchors.shares[id]?.digest ?? 0 }

  /// Returns how many bytes a space's log had; 0 if it had none.
  package func logSize(of id: UUID) -> Int { logs[id]?.size ?? 0 }

  /// Whether a file of a space may have changed since the look without its date changing.
  ///
  /// - Parameter now: the file system's time, in nanoseconds since 1970, at the look or before it.
  package func mayHaveChanged(_ id: UUID, since now: Int64) -> Bool {
    let stamps = stamps(of: id)
    if [stamps.file, stamps.map, stamps.log].contains(where: { $0.mayStillChange(at: now) }) {
      return true
    }
    guard let newest = anchors.shares[id]?.newest else { return false }
    return FileStamp(inode: 0, size: 0, modified: newest).mayStillChange(at: now)
  }
}

extension SpaceCatalog {
  /// Looks at everything once.
  package func survey() throws -> StoreSurvey {
    try reachingFiles { try StoreSurvey(open.context) }
  }
}
