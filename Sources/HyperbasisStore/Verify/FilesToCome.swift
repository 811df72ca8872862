import Foundation
import HyperbasisAnchorLog
import HyperbasisModels

/// Anchors without a file of which that is no news.
struct FilesToCome {
  let open: OpenSpaces
  /// What has been found so far.
  let known: [HBStoreProblem]

  private var context: StoreContext { open.context }
}

extension FilesToCome {
  /// Returns those of the anchors without a file of which that is no news, such as those that somebody
  /// has just changed. If not even the folder is there, no file has been lost: somebody has copied only
  /// the logs.
  func anchors(in log: borrowing LoadedLog) throws -> Set<UUID> {
    let (anchors, index) = (log.unfiled, log.index)
    guard !anchors.isEmpty else { return [] }
    let folder = context.layout.anchors.directory
    let status = try context.skipped.reading(folder) { try context.files.status(at: folder) }
    let told = Set(known.map(\.file)).union(known.map(\.excerpt))
    // Of a folder that cannot be read, nobody knows what it lacks.
    guard status??.isDirectory == true, !told.contains(context.layout.relative(folder)) else {
      return anchors
    }
    let now = context.clock().microseconds
    return try anchors.filter { id in
      let changed = index.slot(of: id).map { index.instant(index.newestOrdinal(ofSlot: $0)) }
      let isNoNews =
        changed.map { now - $0.microseconds < Self.longestLag } ?? false
        || open.anchorFiles.isDirty(id, of: index.spaceId)
        || told.contains("anchors/\(id.uuidString).json")
        || told.contains(FileChecker.contains(id))
      // It may have got one since the folder was looked at.
      return try isNoNews || context.anchors.owner(of: id) == index.spaceId
    }
  }

  /// How far the files of anchors may be behind the log, and some more, in microseconds.
  private static let longestLag: Int64 = 2_000_000
}
