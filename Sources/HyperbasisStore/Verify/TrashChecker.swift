import Foundation
import HyperbasisModels
import SystemPackage

/// Looks for spaces that were on their way to the trash or back when the process moving them died.
struct TrashChecker {
  let open: OpenSpaces
  /// Nil for all spaces.
  let only: UUID?

  private var context: StoreContext { open.context }
  private var trash: SpaceTrash { SpaceTrash(open: open) }

  func problems() throws -> [HBStoreProblem] {
    // What stands in the place of the trash has been reported.
    let entries = try context.skipped.reading(context.layout.trash) {
      try context.files.entries(of: context.layout.trash)
    }
    return try (entries ?? []).filter(\.isDirectory).flatMap { entry -> [HBStoreProblem] in
      guard let id = UUID(uuidString: String(entry.name.prefix(36))), only == nil || only == id
      else { return [] }
      let folder = context.layout.trash.appending(entry.name)
      return try context.skipped.reading(folder) { try problems(of: id, in: folder) } ?? []
    }
  }

  private func problems(of id: UUID, in folder: FilePath) throws -> [HBStoreProblem] {
    if try context.files.status(at: SpaceTrash.mark(in: folder)) != nil {
      return [
        problem(
          folder, "the restore of space \(id.uuidString)",
          "it was not completed; restore the space again to move the rest")
      ]
    }
    let hasLog = try context.log(of: id).status != nil
    let isCut =
      hasLog
      ? try lacksAnchors(folder, of: id)
      : try SpaceCatalog(open: open).holds(id) && trash.isUnfinished(folder, of: id)
    guard isCut else { return [] }
    let wayBack = hasLog ? "" : ", or restore it"
    return [
      problem(
        folder, "the deletion of space \(id.uuidString)",
        "it was not completed; delete the space again to finish it\(wayBack)")
    ]
  }

  /// Whether anchors of a space that has its log still lie in a folder of the trash and not in the
  /// store: they are moved before the log.
  private func lacksAnchors(_ folder: FilePath, of id: UUID) throws -> Bool {
    let layout = context.layout
    func names(_ kind: NamedFileKind) throws -> [String] {
      try context.files.entries(of: folder.appending(kind.directory.lastComponent?.string ?? ""))
        .map(\.name)
    }
    guard try names(layout.spaces).isEmpty, try names(layout.logs).isEmpty else { return false }
    return try names(layout.anchors).contains { name in
      try context.files.status(at: layout.anchors.directory.appending(name)) == nil
    }
  }

  private func problem(_ folder: FilePath, _ what: String, _ action: String) -> HBStoreProblem {
    HBStoreProblem(
      file: context.layout.relative(folder), kind: .cutShort, excerpt: what, action: action)
  }
}
