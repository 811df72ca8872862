package import Foundation
package import HyperbasisModels

/// Writes one JSON object, member by member, from values and from bytes that are JSON already.
package struct JSONObjectWriter {
  private var bytes = Data("{".utf8)
  private var isEmpty = true

  package init() {}

  /// Adds a member whose value is JSON already.
  package mutating func add(_ name: String, json value: Data) throws {
    if !isEmpty { bytes.append(UInt8(ascii: ",")) }
    isEmpty = false
    bytes.append(try Self.encode(.string(name)))
    bytes.append(UInt8(ascii: ":"))
    bytes.append(value)
  }

  package mutating func add(_ name: String, _ value: AnyCodableValue) throws {
    try add(name, json: Self.encode(value))
  }

  /// The object, with a newline, as editors expect it.
  package func finish() -> Data {
    bytes + Data("}\n".utf8)
  }

  package static func encode(_ value: AnyCodableValue) throws -> Data {
    do {
      return Data(try JSONWriter.encode(value))
    } catch {
      throw HBStorageError.encodingFailed(underlying: error)
    }
  }
}
