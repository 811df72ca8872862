import Foundation
import SystemPackage

/// Looks for what is neither a file nor a folder in `.hyperbasis`, and for files where folders
/// belong. The trash and the quarantine are left out: what is in them may have been wrong before.
struct OwnFolderChecker {
  let context: StoreContext
  private(set) var misfits: [Misfit] = []

  struct Misfit {
    let path: FilePath
    let reason: String
    let remedy: Finding.Remedy
  }

  init(context: StoreContext) {
    self.context = context
  }

  mutating func run() throws {
    let layout = context.layout
    guard let status = try context.files.status(at: layout.own) else { return }
    guard status.isDirectory else {
      // Without it there is no quarantine to move it to.
      return add(layout.own, status.kind, expected: .directory, .none)
    }
    try look(into: layout.own)
  }

  private mutating func look(into folder: FilePath) throws {
    let layout = context.layout
    let entries: [DirectoryEntry]
    do {
      entries = try context.files.entries(of: folder)
    } catch {
      guard error.concernsOneFile else { throw error }
      misfits.append(Misfit(path: folder, reason: error.reason, remedy: .none))
      return
    }
    for entry in entries {
      let path = folder.appending(entry.name)
      let isFolder = [
        layout.index, layout.locks, layout.imports, layout.unfiled, layout.quarantine,
        layout.trash, layout.sync,
      ].contains(path)
      let holdsFiles =
        [layout.index, layout.locks, layout.imports, layout.unfiled].contains(folder)
      switch entry.kind {
      case .regular where !isFolder: continue
      case .directory where !holdsFiles:
        if path != layout.trash, path != layout.quarantine { try look(into: path) }
      case let kind:
        // What stands in the quarantine's place cannot be moved there.
        let remedy: Finding.Remedy = path == layout.quarantine ? .none : .moveToQuarantine(path)
        add(path, kind, expected: isFolder ? .directory : .regular, remedy)
      }
    }
  }

  private mutating func add(
    _ path: FilePath, _ kind: FileKind, expected: FileKind, _ remedy: Finding.Remedy
  ) {
    misfits.append(
      Misfit(
        path: path, reason: "it is \(kind.rawValue) where \(expected.rawValue) belongs",
        remedy: remedy))
  }
}
