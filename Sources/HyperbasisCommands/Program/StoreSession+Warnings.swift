import Foundation
import Hyperbasis

// Warnings about what could not be read, each printed once.

extension StoreSession {
  /// Prints one warning for all damage met while reading, and one for everything that could not be
  /// read.
  func warn() throws {
    let skipped = store.catalog.skipped
    let damaged = damagedLogs.sorted { $0.key < $1.key }.flatMap { file, count in
      Array(repeating: file, count: count)
    }
    // A folder that cannot be used hides everything in it; checking the store tells only the folder.
    let names = Set(skipped.map(\.file))
    let unusable = skipped.filter { !$0.why.isUnreadable && !Self.lies($0.file, inOneOf: names) }
    let all = Dictionary(grouping: damaged + unusable.map(\.file), by: isInTrash)
    try warnOfDamage(all[false] ?? [], kept: "on disk", steps: [command("verify")])
    let word = deletedSpace.map { TrashNames(self).argument(of: $0) } ?? ""
    try warnOfDamage(
      all[true] ?? [], kept: "in the trash",
      steps: [command("restore-space \(word)"), command("verify")])
    try warnOfUnreadable(skipped.filter(\.why.isUnreadable))
    try warnOfGoneLogs()
  }

  /// Calls `body`, and if it does not find something, says first what could not be read: it may be there.
  func warningOfHidden(_ body: () throws -> Void) throws {
    do {
      try body()
    } catch let error as SelectorError {
      try warn()
      throw error
    } catch HBStorageError.notFound(let type, let id) {
      try warn()
      throw HBStorageError.notFound(type: type, id: id)
    }
  }

  /// Whether a file went to the trash with the space that this command deleted.
  private func isInTrash(_ file: String) -> Bool {
    deletedSpace.map { file.uppercased().contains($0.uuidString) } ?? false
  }

  /// - Parameter steps: the commands that show the details, in this order.
  private func warnOfDamage(_ damaged: [String], kept: String, steps: [String]) throws {
    guard let first = damaged.first else { return }
    let files = Set(damaged).count
    let place = files == 1 ? first : "\(files) files"
    let count = damaged.count == 1 ? "1 damaged part" : "\(damaged.count) damaged parts"
    try context.writeWarning(
      "skipped \(count) of \(place) (kept \(kept)); run "
        + "\(steps.joined(separator: ", then ")) for details")
  }

  /// - Parameter unreadable: sorted by path.
  private func warnOfUnreadable(_ unreadable: [(file: String, why: SkippedFile)]) throws {
    // A folder that cannot be read hides everything in it.
    let names = Set(unreadable.map(\.file))
    let outermost = unreadable.filter { !Self.lies($0.file, inOneOf: names) }
    guard let first = outermost.first else { return }
    let others = outermost.count == 1 ? "" : " (and \(outermost.count - 1) more)"
    try context.writeWarning("not everything could be read\(others): \(first.why.reason)")
  }

  private static func lies(_ file: String, inOneOf folders: Set<String>) -> Bool {
    file.indices.contains { file[$0] == "/" && folders.contains(String(file[..<$0])) }
  }
}
