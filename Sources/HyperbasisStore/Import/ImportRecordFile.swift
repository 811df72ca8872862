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
      guard let data = try context.files.contents(of: context.layout.importRecord(of: spaceId))
      else { return nil }
      // It may be lost without harm, and damaged as well.
      return try? JSONParser.parse([UInt8](data)).dictionaryValue
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
