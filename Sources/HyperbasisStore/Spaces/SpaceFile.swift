package import Foundation
import HyperbasisJSONText
package import HyperbasisModels

/// A space's file: what it says, and its bytes, so that a rewrite keeps what others have put there.
package final class SpaceFile: Sendable {
  package let id: UUID
  package let name: String?
  package let createdAt: HBInstant
  package let updatedAt: HBInstant
  package let isCompressed: Bool
  private let fields: JSONFields

  /// - Throws: ``HBStorageError/decodingFailed(underlying:)``; the world map is not looked at.
  package init(_ data: Data) throws {
    let fields: JSONFields
    do {
      fields = try JSONFields(data)
    } catch {
      throw HBStorageError.decodingFailed(underlying: error)
    }
    guard let id = fields.value("id")?.stringValue.flatMap(UUID.init(uuidString:)) else {
      throw Self.damaged("its id is not a UUID")
    }
    guard let created = Self.instant("createdAt", fields) else {
      throw Self.damaged("its createdAt is not a date")
    }
    self.fields = fields
    self.id = id
    name = fields.value("name")?.stringValue
    createdAt = created
    updatedAt = Self.instant("updatedAt", fields) ?? created
    isCompressed = fields.value("isCompressed")?.boolValue ?? false
  }

  private static func instant(_ name: String, _ fields: JSONFields) -> HBInstant? {
    fields.value(name)?.stringValue.flatMap { HBInstant(rfc3339: $0) }
  }

  private static func damaged(_ reason: String) -> HBStorageError {
    .decodingFailed(underlying: FileFormatError(reason: reason))
  }
}

// MARK: - World map

extension SpaceFile {
  /// Whether the file itself holds a world map.
  var hasInlineMap: Bool { fields.span("worldMapData") != nil }

  /// Returns the world map in the file, as it lies there; nil if there is none.
  package func inlineMap() throws -> Data? {
    guard let span = fields.span("worldMapData") else { return nil }
    guard let text = base64Text(fields.raw(span)), let map = Data(base64Encoded: text) else {
      if fields.value("worldMapData") == .null { return nil }
      throw Self.damaged("its world map is not base64")
    }
    return map
  }

  /// Returns what a JSON string says; nil if it is not one.
  private func base64Text(_ json: Data) -> Data? {
    let (quote, escape, slash) = (UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"))
    guard json.first == quote else { return nil }
    let text = json.dropFirst().dropLast()
    // Apple's encoder writes every slash of the alphabet as `\/`; others rarely escape anything.
    let hasOnlySlashes = zip(text, text.dropFirst()).allSatisfy { $0 != escape || $1 == slash }
    guard hasOnlySlashes else {
      return fields.value("worldMapData")?.stringValue.map { Data($0.utf8) }
    }
    return text.contains(escape) ? text.filter { $0 != escape } : text
  }
}

// MARK: - Writing

extension SpaceFile {
  /// Encodes a new file as readers of the format expect it.
  package static func encode(_ space: HBStorageSpace) throws -> Data {
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("id", space.id.uuidString)
    for (name, value) in try members(of: space, inline: true) { writer.member(name, json: value) }
    return finish(&writer)
  }

  /// Returns the file with the values of a space, keeping its form and its unknown members.
  ///
  /// - Parameter keepingMap: whether to leave the world map in the file as it is.
  func replacing(with space: HBStorageSpace, keepingMap: Bool) throws -> Data {
    var members = try Self.members(of: space, inline: hasInlineMap && !keepingMap)
    var writer = JSONWriter()
    writer.beginObject()
    for field in fields.fields {
      if let place = members.firstIndex(where: { $0.name == field.name }) {
        let member = members.remove(at: place)
        writer.member(member.name, json: member.value)
      } else {
        writer.member(field.name, json: fields.raw(field.value))
      }
    }
    for member in members { writer.member(member.name, json: member.value) }
    return Self.finish(&writer)
  }

  /// Ends the file with a newline, as editors expect it.
  private static func finish(_ writer: inout JSONWriter) -> Data {
    writer.endObject()
    return Data(writer.bytes + [0x0a])
  }

  private static func members(
    of space: HBStorageSpace, inline: Bool
  ) throws -> [(name: String, value: Data)] {
    var members = try members(
      name: space.name, isCompressed: space.isCompressed, createdAt: HBInstant(space.createdAt),
      updatedAt: HBInstant(space.updatedAt))
    if inline {
      let map = Data("\"\(space.worldMapData.base64EncodedString())\"".utf8)
      members.insert(("worldMapData", map), at: 1)
    }
    return members
  }

  /// Returns the members besides the id and the world map, in their order.
  package static func members(
    name: String?, isCompressed: Bool, createdAt: HBInstant, updatedAt: HBInstant
  ) throws -> [(name: String, value: Data)] {
    let members: [(String, AnyCodableValue)] = [
      ("name", name.map { .string($0) } ?? .null), ("isCompressed", .bool(isCompressed)),
      ("createdAt", .string(createdAt.wholeSecondText)),
      ("updatedAt", .string(updatedAt.wholeSecondText)),
    ]
    return try members.map { ($0.0, try JSONWriter.data($0.1)) }
  }
}
