import Hyperbasis

// What could not be read, told once.

extension StoreSession {
  /// One warning for all damage that was met while reading, and one for what could not be read.
  func warn() throws {
    let skipped = store.catalog.skipped
    let damaged = damagedLogs.sorted { $0.key < $1.key }.flatMap { file, count in
      Array(repeating: file, count: count)
    }
    try warnOfDamage(damaged + skipped.filter { !$0.why.isUnreadable }.map(\.file))
    try warnOfUnreadable(skipped.filter(\.why.isUnreadable))
  }

  private func warnOfDamage(_ damaged: [String]) throws {
    guard let first = damaged.first else { return }
    let files = Set(damaged).count
    let place = files == 1 ? first : "\(files) files"
    let count = damaged.count == 1 ? "1 damaged part" : "\(damaged.count) damaged parts"
    try context.writeError(
      "warning: \(count) of \(place) skipped and kept; \(command("verify")) tells more")
  }

  /// - Parameter unreadable: in the order of their paths.
  private func warnOfUnreadable(_ unreadable: [(file: String, why: SkippedFile)]) throws {
    // What lies in a folder that cannot be read is hidden with it.
    let names = Set(unreadable.map(\.file))
    let outermost = unreadable.filter { !Self.lies($0.file, inOneOf: names) }
    guard let first = outermost.first else { return }
    let others = outermost.count == 1 ? "" : " (and \(outermost.count - 1) more)"
    try context.writeError("warning: not all could be read\(others): \(first.why.reason)")
  }

  private static func lies(_ file: String, inOneOf folders: Set<String>) -> Bool {
    file.indices.contains { file[$0] == "/" && folders.contains(String(file[..<$0])) }
  }
}
