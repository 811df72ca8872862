package import Foundation
import HyperbasisJSONText
package import HyperbasisModels

/// What is remembered of the imports into spaces: the last command, the files, and what was taken off
/// positions. It may be lost without harm.
package struct ImportRecordFile: Sendable {
  let context: StoreContext

  /// What is remembered of a space; nil where nothing is, or nothing that can be read.
  package func load(_ spaceId: UUID) throws -> [String: AnyCodableValue]? {
    try reachingFiles {
      let path = context.layout.importRecord(of: spaceId)
      // It may be lost without harm, and damaged as well.
      let data = try context.skipped.reading(path) {
        try context.files.contents(of: path, atMost: FileLimit.list)
      }
      return data.flatMap { $0 }.flatMap { try? JSONParser.parse([UInt8]($0)).dictionaryValue }
    }
  }

  /// Remembers something else of a space; where it is the same, the file stays as it is.
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
