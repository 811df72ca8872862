package import Foundation
import HyperbasisJSONText
package import HyperbasisModels

/// The records of imports into spaces: the last command, the files, and what was subtracted from
/// positions. They may be lost without harm.
package struct ImportRecordFile: Sendable {
  let context: StoreContext

  /// Returns the record of a space; nil if there is none, or none that can be read.
  package func load(_ spaceId: UUID) throws -> [String: AnyCodableValue]? {
    try reachingFiles {
      let path = context.layout.importRecord(of: spaceId)
      // It may be lost or damaged without harm.
      let data = try context.skipped.reading(path) {
        try context.files.contents(of: path, atMost: FileLimit.list)
      }
      return data.flatMap { $0 }.flatMap { try? JSONParser.parse([UInt8]($0)).dictionaryValue }
    }
  }

  /// Saves the record of a space; if it is the same as before, the file stays as it is.
  package func save(_ record: [String: AnyCodableValue], of spaceId: UUID) throws {
    guard try load(spaceId) != record else { return }
    try reachingFiles {
      try context.files.createDirectories(context.layout.imports)
      let bytes = try JSONWriter.encode(.dictionary(record))
      try context.files.replace(
        context.layout.importRecord(of: spaceId), with: Data(bytes + [0x0a]), .view)
    }
  }
}
