import Foundation
import HyperbasisJSONText
import HyperbasisModels
import SystemPackage

extension HBLocalStore {
  /// What the cloud is still to be told, oldest first; empty where the file is absent or damaged.
  package func loadPendingOperations() -> [HBPendingOperation] {
    pendingElements().compactMap { HBPendingOperation($0) }
  }

  /// Replaces the list. Elements that this version does not understand stay in the file; a file
  /// that is not a list at all goes to quarantine first.
  package func savePendingOperations(_ operations: [HBPendingOperation]) throws {
    try reaching {
      let strangers = pendingElements().filter { HBPendingOperation($0) == nil }
      try quarantineDamagedPendingFile()
      let list = AnyCodableValue.array(operations.map(\.element) + strangers)
      try context.files.createDirectories(context.layout.base)
      try context.files.replace(
        context.layout.pendingOperations, with: JSONWriter.data(list), .durable)
    }
  }

  private func pendingElements() -> [AnyCodableValue] {
    // Does not throw, as is promised; a list that cannot be read goes to quarantine when it is saved.
    guard let data = try? context.files.contents(of: context.layout.pendingOperations),
      let list = try? JSONParser.parse([UInt8](data))
    else { return [] }
    return list.arrayValue ?? []
  }

  private func quarantineDamagedPendingFile() throws {
    let path = context.layout.pendingOperations
    // What is not a list at all is moved away.
    guard let data = try context.files.contents(of: path),
      (try? JSONParser.parse([UInt8](data)))?.arrayValue == nil
    else { return }
    try context.files.createDirectories(context.layout.quarantine)
    try context.files.rename(
      path,
      to: context.layout.quarantine.appending("\(context.makeUUID().uuidString).bytes"))
  }
}
