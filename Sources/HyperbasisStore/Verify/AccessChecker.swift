import Foundation
import SystemPackage

/// Finds out who else may change what is in a store: one note for each folder and reason.
struct AccessChecker {
  let context: StoreContext
  /// Nil for all spaces.
  let only: UUID?

  func problems() throws -> [HBStoreProblem] {
    try context.folders(only: only).flatMap { try problems(of: $0) }
  }

  private func problems(of folder: FilePath) throws -> [HBStoreProblem] {
    let files = context.files
    let looked = try context.skipped.reading(folder) { () -> [FileStatus] in
      guard try folder == context.layout.base || files.status(at: folder)?.isDirectory == true
      else {
        return []
      }
      // The base may be reached through a link, whose owner does not matter.
      let own = try files.status(of: files.open(folder, .directory))
      return try [own]
        + files.entries(of: folder).filter { $0.kind == .regular }.compactMap {
          try files.status(at: folder.appending($0.name))
        }
    }
    guard let looked, let own = looked.first else { return [] }
    return note(
      .worldWritable, folder, own, looked, "anyone on this machine may change it",
      \.isWorldWritable)
      + note(
        .foreignOwner, folder, own, looked, "it belongs to another user", \.isForeign)
  }

  private func note(
    _ kind: HBStoreProblem.Kind, _ folder: FilePath, _ own: FileStatus, _ looked: [FileStatus],
    _ text: String, _ isMeant: (FileStatus) -> Bool
  ) -> [HBStoreProblem] {
    let count = looked.dropFirst().count(where: isMeant)
    guard isMeant(own) || count > 0 else { return [] }
    let name = context.layout.relative(folder)
    let files = count == 1 ? "1 file in it" : "\(count) files in it"
    let whom = isMeant(own) ? (count > 0 ? "the folder and \(files)" : "the folder") : files
    let advice =
      kind == .worldWritable
      ? "anyone who may change it can replace what is there; run chmod -R o-w on it to prevent "
        + "that"
      : "its owner can replace what is there; run chown -R on it to take it over"
    return [
      HBStoreProblem(
        file: name.isEmpty ? "." : name, kind: kind, excerpt: whom, action: "\(text); \(advice)")
    ]
  }
}

extension FileStatus {
  fileprivate var isWorldWritable: Bool { permissions & 0o002 != 0 }

  /// Whether it belongs to another user.
  var isForeign: Bool { owner != geteuid() }
}
