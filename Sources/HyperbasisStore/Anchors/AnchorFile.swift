package import Foundation
import HyperbasisAnchorLog
import HyperbasisJSONText
package import HyperbasisModels

/// An anchor's file: one anchor's latest state, a view of the log.
package enum AnchorFile {
  /// Reads a file.
  ///
  /// - Throws: ``HBStorageError/decodingFailed(underlying:)``.
  package static func decode(_ data: Data) throws -> HBAnchor {
    do {
      var reader = AnchorReader()
      try data.withBytes { (bytes) throws(JSONError) in try reader.read(bytes) }
      return try reader.anchor()
    } catch let error as HBStorageError {
      throw error
    } catch {
      throw HBStorageError.decodingFailed(underlying: error)
    }
  }

  /// Returns the error of a file whose name contains another id.
  static func misnamed(_ id: UUID) -> HBStorageError {
    .decodingFailed(
      underlying: FileFormatError(reason: "it contains the id \(id.uuidString)"))
  }

  /// - Throws: ``HBStorageError/encodingFailed(underlying:)``.
  package static func encode(_ anchor: HBAnchor) throws -> Data {
    do throws(JSONError) {
      var writer = JSONWriter()
      writer.beginObject()
      writer.key("id")
      writer.id(anchor.id)
      writer.key("spaceId")
      writer.id(anchor.spaceId)
      writer.key("transform")
      try writer.floats(anchor.transform)
      writer.key("metadata")
      try writer.dictionary(anchor.metadata)
      writer.member("createdAt", HBInstant(anchor.createdAt).wholeSecondText)
      writer.member("updatedAt", HBInstant(anchor.updatedAt).wholeSecondText)
      writer.member("deletedAt", anchor.deletedAt.map { HBInstant($0).wholeSecondText })
      writer.endObject()
      return Data(writer.bytes)
    } catch {
      throw HBStorageError.encodingFailed(underlying: error)
    }
  }
}

/// Collects the members of an anchor's file in whatever order they come; if a name occurs twice, the
/// first one counts.
private struct AnchorReader {
  private var texts: [String: String] = [:]
  private var transform: [Float]?
  private var metadata: [String: AnyCodableValue]?

  mutating func read(_ bytes: UnsafeBufferPointer<UInt8>) throws(JSONError) {
    var cursor = JSONCursor(bytes, at: JSONCursor.byteOrderMarkLength(bytes))
    cursor.skipSpace()
    try cursor.members(depth: 0) { (cursor: inout JSONCursor) throws(JSONError) in
      let name = try cursor.string()
      try cursor.colon()
      try take(name, &cursor)
    }
    try cursor.expectEnd()
  }

  private mutating func take(_ name: String, _ cursor: inout JSONCursor) throws(JSONError) {
    switch name {
    case "transform" where transform == nil:
      transform = try cursor.transform()
    case "metadata" where metadata == nil && cursor.byte == UInt8(ascii: "{"):
      metadata = try cursor.dictionary(depth: 1)
    case "id", "spaceId", "createdAt", "updatedAt", "deletedAt":
      guard cursor.byte == UInt8(ascii: "\""), texts[name] == nil else { fallthrough }
      texts[name] = try cursor.string()
    default:
      try cursor.skipValue(depth: 1)
    }
  }

  func anchor() throws -> HBAnchor {
    guard let transform else { throw Self.damaged("its transform is not 16 finite numbers") }
    return HBAnchor(
      id: try uuid("id"), spaceId: try uuid("spaceId"), transform: transform,
      metadata: metadata ?? [:], createdAt: try date("createdAt"), updatedAt: try date("updatedAt"),
      deletedAt: texts["deletedAt"] == nil ? nil : try date("deletedAt"))
  }

  private func uuid(_ name: String) throws -> UUID {
    guard let bits = texts[name].flatMap(UUIDBits.init(text:)) else {
      throw Self.damaged("its \(name) is not a UUID")
    }
    return bits.uuid
  }

  private func date(_ name: String) throws -> Date {
    guard let instant = texts[name].flatMap(HBInstant.init(rfc3339:)) else {
      throw Self.damaged("its \(name) is not a date")
    }
    return instant.date
  }

  private static func damaged(_ reason: String) -> HBStorageError {
    .decodingFailed(underlying: FileFormatError(reason: reason))
  }
}
