import Foundation
import Hyperbasis
import HyperbasisJSONText

/// JSON whose members keep the order in which they are printed.
enum JSONNode {
  case null
  case bool(Bool)
  case integer(Int)
  case number(Double)
  case float(Float)
  case string(String)
  case id(UUID)
  case instant(HBInstant)
  case array([JSONNode])
  case object([(String, JSONNode)])
}

extension JSONNode {
  /// A metadata value; the members of objects are sorted by the bytes of their keys.
  init(_ value: AnyCodableValue) {
    switch value {
    case .null: self = .null
    case .bool(let value): self = .bool(value)
    case .int(let value): self = .integer(value)
    case .double(let value): self = .number(value)
    case .string(let value): self = .string(value)
    case .array(let values): self = .array(values.map(JSONNode.init))
    case .dictionary(let members): self.init(members)
    }
  }

  init(_ members: [String: AnyCodableValue]) {
    let sorted = members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    self = .object(sorted.map { ($0.key, JSONNode($0.value)) })
  }

  init(_ id: UUID) { self = .id(id) }

  init(_ instant: HBInstant) { self = .instant(instant) }

  init(_ date: Date) { self.init(HBInstant(date)) }

  init(transform: [Float]) { self = .array(transform.map { .float($0) }) }

  init(sorted keys: Set<String>) {
    let sorted = keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    self = .array(sorted.map { .string($0) })
  }

  static func optional(_ text: String?) -> JSONNode { optional(text) { .string($0) } }
  static func optional(_ number: Int?) -> JSONNode { optional(number) { .integer($0) } }
  static func optional(_ date: Date?) -> JSONNode { optional(date) { JSONNode($0) } }
  static func optional(_ instant: HBInstant?) -> JSONNode { optional(instant) { JSONNode($0) } }

  /// Returns a node, or null for nil.
  static func optional<Value>(
    _ value: Value?, _ node: (Value) throws -> JSONNode
  ) rethrows -> JSONNode {
    try value.map(node) ?? .null
  }

  /// The node on one line; numbers that JSON cannot express are null.
  var text: String {
    var writer = JSONWriter()
    write(to: &writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  private func write(to writer: inout JSONWriter) {
    switch self {
    case .null: writer.null()
    case .bool(let value): writer.bool(value)
    case .integer(let value): writer.int(value)
    case .number(let value): do { try writer.double(value) } catch { writer.null() }
    case .float(let value): do { try writer.float(value) } catch { writer.null() }
    case .string(let value): writer.string(value)
    case .id(let value): writer.id(value)
    case .instant(let value): writer.instant(value)
    case .array(let elements):
      writer.beginArray()
      for element in elements { element.write(to: &writer) }
      writer.endArray()
    case .object(let members):
      writer.beginObject()
      for (key, value) in members {
        writer.key(key)
        value.write(to: &writer)
      }
      writer.endObject()
    }
  }
}
