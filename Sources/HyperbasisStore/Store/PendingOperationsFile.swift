import Foundation
import HyperbasisJSONText
import HyperbasisModels
import SystemPackage

/// The list of what has yet to be sent to the cloud: `pending_operations.json`.
package struct PendingOperationsFile: Sendable {
  let context: StoreContext

  private var path: FilePath { context.layout.pendingOperations }
}

extension PendingOperationsFile {
  /// Loads the operations, oldest first; empty if the file is missing or damaged.
  package func load() -> [HBPendingOperation] {
    elements.compactMap { HBPendingOperation($0) }
  }

  /// Replaces the list. Elements that this version does not understand stay in the file; a file
  /// that is not a list at all goes to quarantine first.
  package func save(_ operations: [HBPendingOperation]) throws {
    try reachingFiles {
      let strangers = elements.filter { HBPendingOperation($0) == nil }
      try quarantineIfDamaged()
      let list = AnyCodableValue.array(operations.map(\.element) + strangers)
      try context.files.createDirectories(context.layout.base, isFlushed: true)
      try context.files.replace(path, with: JSONWriter.data(list), .durable)
    }
  }

  // Does not throw, as `load` promises; a list that cannot be read goes to quarantine at the next save.
  private var elements: [AnyCodableValue] {
    guard let data = try? context.files.contents(of: path, atMost: FileLimit.list) else {
      return []
    }
    return Self.list(in: data) ?? []
  }

  /// Moves away what is not a list, or not even a file.
  private func quarantineIfDamaged() throws {
    let isSound = try context.skipped.reading(path) {
      try context.files.contents(of: path, atMost: FileLimit.list).map { Self.list(in: $0) != nil }
        ?? true
    }
    guard isSound != true else { return }
    try context.createOwnDirectory(context.layout.quarantine)
    try context.files.rename(
      path,
      to: context.layout.quarantine.appending("\(context.makeUUID().uuidString).bytes"))
    try context.files.synchronizeMoves(
      from: path.removingLastComponent(), to: context.layout.quarantine)
  }

  /// Returns nil if it is not a list at all.
  private static func list(in data: Data) -> [AnyCodableValue]? {
    (try? JSONParser.parse([UInt8](data)))?.arrayValue
  }
}
