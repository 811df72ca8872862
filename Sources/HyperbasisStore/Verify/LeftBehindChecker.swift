import Foundation
import HyperbasisModels
import SystemPackage

/// Counts the temporary files that writers left behind when they died: one note for each folder.
///
/// They are never read. A repair moves away those that no writer can still be working on.
struct LeftBehindChecker {
  let context: StoreContext
  /// Nil for all spaces.
  let only: UUID?

  /// In seconds; a writer needs less time for a file.
  private static let leastAge: Int64 = 60
  private static let oldAge: Int64 = 86_400

  /// The temporary files of a folder.
  private struct Leftovers {
    let folder: FilePath
    var old: [FilePath] = []
    var count = 0
  }

  func problems() throws -> [HBStoreProblem] { try leftovers().map(note) }

  /// Moves those that are older than a day to the quarantine.
  func repair() throws -> [HBStoreProblem] {
    try leftovers().map { found in
      var note = note(found)
      guard !found.old.isEmpty else { return note }
      for path in found.old { _ = try Quarantine(context: context).take(path, note) }
      let moved = found.old.count == found.count ? "" : "\(found.old.count) of them "
      note.action = "\(moved)moved to \(context.layout.relative(context.layout.quarantine))"
      return note
    }
  }

  private func note(_ found: Leftovers) -> HBStoreProblem {
    let name = context.layout.relative(found.folder)
    let files = found.count == 1 ? "1 temporary file" : "\(found.count) temporary files"
    var problem = HBStoreProblem(
      file: name.isEmpty ? "." : name, kind: .leftBehind, excerpt: files,
      action: "left by a writer that died, and never read; a repair moves those older than a day "
        + "to .hyperbasis/quarantine")
    problem.isRepairable = !found.old.isEmpty
    return problem
  }

  private func leftovers() throws -> [Leftovers] {
    let now = context.clock().wholeSeconds
    return try context.folders(only: only).compactMap { folder -> Leftovers? in
      var found = Leftovers(folder: folder)
      // What cannot be listed has been reported.
      let entries = try context.skipped.reading(folder) { try context.files.entries(of: folder) }
      for entry in entries ?? []
      where entry.kind == .regular && entry.name.hasSuffix(FilePath.temporarySuffix) {
        let path = folder.appending(entry.name)
        guard let status = try context.files.status(at: path) else { continue }
        let age = now - status.modified / 1_000_000_000
        if age >= Self.leastAge { found.count += 1 }
        if age >= Self.oldAge { found.old.append(path) }
      }
      return found.count == 0 ? nil : found
    }
  }
}

extension StoreContext {
  /// Returns the folders of the store, or only its base and those with files of just one space.
  func folders(only: UUID?) throws -> [FilePath] {
    var folders = [layout.base]
    if only == nil {
      folders += [layout.spaces, layout.anchors, layout.worldMaps, layout.logs].map(\.directory)
      folders += [
        layout.own, layout.index, layout.locks, layout.imports, layout.quarantine, layout.trash,
        layout.sync,
      ]
    }
    // What cannot be listed has been reported.
    let logs = try layout.logs.listing(files, skipped)?.paths ?? [:]
    return folders
      + logs.filter { only == nil || $0.key == only }.values.sorted { $0.string < $1.string }
  }
}
