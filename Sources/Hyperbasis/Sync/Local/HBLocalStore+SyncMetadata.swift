import Foundation

extension HBLocalStore {
  /// When the store was last synced, for whoever looks: `{"lastSyncDate": "2024-01-15T10:30:00Z"}`.
  /// Nothing here depends on it. Other members stay; a file that is no object is left as it is.
  func saveLastSync(_ instant: HBInstant) throws {
    try reaching {
      let path = context.layout.syncMetadata
      var members: [String: AnyCodableValue] = [:]
      if let data = try context.files.contents(of: path) {
        guard let known = (try? JSONParser.parse([UInt8](data)))?.dictionaryValue else { return }
        members = known
      }
      members["lastSyncDate"] = .string(instant.wholeSecondText)
      try context.files.replace(
        path, with: JSONObjectWriter.encode(.dictionary(members)), .view)
    }
  }
}
