package import Foundation
import HyperbasisAnchorLog
package import HyperbasisHistory
package import HyperbasisModels
package import SystemPackage

/// A deleted space in the trash.
package struct TrashedSpace: Sendable {
  /// The space as it was when it was deleted, read from its files in the trash.
  package let summary: SpaceSummary
  /// Nil if the name of its folder does not say.
  package let deletedAt: HBInstant?
  /// Which deletion of the space within that second it was, counted from 1.
  let number: Int
  package let folder: FilePath

  package var id: UUID { summary.id }

  /// The name of its folder, which no other deletion has.
  package var entry: String { folder.lastComponent?.string ?? "" }
}

extension TrashedSpace {
  /// Whether a space was deleted before another one; within one second the folders of one space are
  /// numbered.
  fileprivate static func isEarlier(_ left: TrashedSpace, _ right: TrashedSpace) -> Bool {
    (left.deletedAt?.microseconds ?? .min, left.number)
      < (right.deletedAt?.microseconds ?? .min, right.number)
  }
}

extension SpaceTrash {
  /// Returns the deleted spaces, the last deleted first. One that was deleted more than once is listed
  /// as often.
  ///
  /// - Complexity: reads the logs of all of them.
  package func list() throws -> [TrashedSpace] {
    try reachingFiles {
      let trash = context.layout.trash
      let folders = try context.files.entries(of: trash).filter(\.isDirectory)
      return try folders.flatMap { try trashed(in: trash.appending($0.name)) }
        .sorted { TrashedSpace.isEarlier($1, $0) }
    }
  }

  /// Returns the name that a space had when it was last deleted; nil if it had none, or is not in the
  /// trash.
  package func name(of id: UUID) throws -> String? { try deletions(of: id).last?.summary.name }

  /// Returns what the trash holds of one space, the last deletion last.
  package func deletions(of id: UUID) throws -> [TrashedSpace] {
    try reachingFiles {
      try folders(of: id).flatMap { try trashed(in: $0) }.sorted(by: TrashedSpace.isEarlier)
    }
  }

  /// Returns those of some events that no log of a space in the trash has.
  package func unknown(_ events: [UUID], of id: UUID) throws -> [UUID] {
    try reachingFiles {
      var rest = events
      for folder in try folders(of: id) where !rest.isEmpty {
        rest = try store(in: folder).open[id].withPresentLog { log in
          let index = log.index
          return rest.filter { index.ordinal(ofEvent: $0) == nil }
        }
      }
      return rest
    }
  }

  /// Returns a store for what a folder holds: the files lie in it as in a store of their own.
  private func store(in folder: FilePath) -> HBLocalStore {
    HBLocalStore(
      baseDirectory: URL(filePath: folder.string, directoryHint: .isDirectory),
      files: context.files, indexPolicy: .readOnly, clock: context.clock)
  }

  /// Returns what a folder holds; nothing if it is not one of ours, or holds nothing of a space.
  ///
  /// A list, because a throwing function that returns nil for an optional as large as this one loses
  /// the error register in release builds (Swift 6.3, x86-64).
  private func trashed(in folder: FilePath) throws -> [TrashedSpace] {
    let parts = (folder.lastComponent?.string ?? "").split(separator: ".")
    guard let name = parts.first, name.utf8.count == 36, let id = UUID(uuidString: String(name))
    else { return [] }
    let store = store(in: folder)
    let summaries = try store.catalog.summaries(measuringMaps: false)
    context.skipped.add(store.context.skipped)
    guard let summary = summaries.first(where: { $0.id == id }) else { return [] }
    let deletedAt = parts.dropFirst().first.flatMap { HBInstant(trashTime: String($0)) }
    // The first folder of a second bears no number.
    let number = parts.dropFirst(2).first.flatMap { Int($0) } ?? 1
    return [TrashedSpace(summary: summary, deletedAt: deletedAt, number: number, folder: folder)]
  }
}

extension HBInstant {
  /// `20240620T120000Z`, as in the name of a folder in the trash.
  var trashTime: String { wholeSecondText.filter { $0 != ":" && $0 != "-" } }

  fileprivate init?(trashTime text: String) {
    guard text.utf8.count == 16, text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    var parts: [String] = []
    var rest = Substring(text)
    for length in [4, 2, 2, 1, 2, 2, 3] {
      parts.append(String(rest.prefix(length)))
      rest = rest.dropFirst(length)
    }
    let date = parts[0...2].joined(separator: "-")
    self.init(rfc3339: date + parts[3] + parts[4...].joined(separator: ":"))
  }
}
