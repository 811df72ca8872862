import Foundation
package import HyperbasisCanvas
import HyperbasisHistory
import HyperbasisJSONText

/// A file of the program's memory: lines of JSON, the first of which identifies the format.
///
/// Lines are independent, so an invalid one can be reported while the others still apply.
package struct MemoryFile: Sendable {
  /// What is wrong with a line.
  package struct Problem: Error, Hashable, Sendable {
    /// Counted from 1.
    package let line: Int
    package let text: TerminalText
  }

  let members: [String: AnyCodableValue]
  let lines: [(number: Int, value: AnyCodableValue)]
  let problems: [Problem]

  static let version = 1

  /// Reads a file of a format.
  init(_ text: String, format: String) throws(Problem) {
    var values: [(number: Int, value: AnyCodableValue)] = []
    var problems: [Problem] = []
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    where !line.allSatisfy(\.isWhitespace) {
      do {
        values.append((index + 1, try JSONParser.parse(Array(line.utf8))))
      } catch {
        problems.append(
          Problem(line: index + 1, text: TerminalText(error.errorDescription ?? "It is not JSON.")))
      }
    }
    guard let head = values.first, head.number == 1 else {
      throw problems.first ?? Problem(line: 1, text: "the file is empty")
    }
    members = head.value.dictionaryValue ?? [:]
    guard members["format"]?.stringValue == format else {
      throw Problem(line: 1, text: "this is not a \(TerminalText(format))")
    }
    guard members["version"]?.intValue == Self.version else {
      throw Problem(line: 1, text: "this was written by another version of the program")
    }
    lines = Array(values.dropFirst())
    self.problems = problems
  }

  /// Returns the text of a file.
  ///
  /// - Throws: if a number is not finite.
  static func text(
    format: String, members: [String: AnyCodableValue], lines: [AnyCodableValue] = []
  ) throws(JSONError) -> String {
    var members = members
    members["format"] = .string(format)
    members["version"] = .int(version)
    var text = ""
    for value in [.dictionary(members)] + lines {
      text += String(decoding: try JSONWriter.encode(value), as: UTF8.self) + "\n"
    }
    return text
  }
}

// MARK: - Values

extension AnyCodableValue {
  init(_ instant: HBInstant) { self = .string(instant.rfc3339Text) }

  init(_ id: UUID) { self = .string(id.uuidString) }

  init(_ date: Date) { self.init(HBInstant(date)) }

  var instant: HBInstant? { stringValue.flatMap { HBInstant(rfc3339: $0) } }

  var uuid: UUID? { stringValue.flatMap { UUID(uuidString: $0) } }
}

extension [String: AnyCodableValue] {
  init(_ anchor: HBAnchor) {
    self = [
      "id": AnyCodableValue(anchor.id), "spaceId": AnyCodableValue(anchor.spaceId),
      // JSON cannot represent numbers that are not finite.
      "transform": .array(anchor.transform.map { $0.isFinite ? .double(Double($0)) : .null }),
      "metadata": .dictionary(anchor.metadata), "createdAt": AnyCodableValue(anchor.createdAt),
      "updatedAt": AnyCodableValue(anchor.updatedAt),
      "deletedAt": anchor.deletedAt.map { AnyCodableValue($0) } ?? .null,
    ]
  }

  /// The anchor that the members describe; nil if one is missing or of the wrong type.
  var anchor: HBAnchor? {
    guard let id = self["id"]?.uuid, let spaceId = self["spaceId"]?.uuid,
      let transform = self["transform"]?.arrayValue,
      let metadata = self["metadata"]?.dictionaryValue,
      let createdAt = self["createdAt"]?.instant, let updatedAt = self["updatedAt"]?.instant
    else { return nil }
    let floats = transform.compactMap { value in
      value.isNull ? Float.nan : value.doubleValue.map { Float($0) }
    }
    guard floats.count == transform.count else { return nil }
    return HBAnchor(
      id: id, spaceId: spaceId, transform: floats, metadata: metadata, createdAt: createdAt.date,
      updatedAt: updatedAt.date, deletedAt: self["deletedAt"]?.instant?.date)
  }
}
