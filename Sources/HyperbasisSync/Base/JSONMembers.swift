import Foundation
import HyperbasisAnchorLog
import HyperbasisModels

/// The members of a JSON object, read by what they should be.
struct JSONMembers {
  private let members: [String: AnyCodableValue]

  init(_ value: AnyCodableValue) {
    members = value.dictionaryValue ?? [:]
  }

  subscript(_ name: String) -> AnyCodableValue? { members[name] }

  func id(_ name: String) -> UUID? {
    members[name]?.stringValue.flatMap { UUIDBits(text: $0)?.uuid }
  }

  func instant(_ name: String) -> HBInstant? {
    members[name]?.intValue.map { HBInstant(microseconds: Int64($0)) }
  }

  /// A value of its own; nil where it is absent, null or something else.
  func optional<Value>(_ name: String, _ read: (AnyCodableValue) -> Value?) -> Value? {
    members[name].flatMap { $0.isNull ? nil : read($0) }
  }
}

extension AnyCodableValue {
  static func int(_ instant: HBInstant) -> AnyCodableValue { .int(Int(instant.microseconds)) }

  static func optional<Value>(
    _ value: Value?, _ write: (Value) -> AnyCodableValue
  ) -> AnyCodableValue {
    value.map(write) ?? .null
  }

  static func byId<Value>(
    _ values: [UUID: Value], _ write: (Value) -> AnyCodableValue
  ) -> AnyCodableValue {
    .dictionary(
      Dictionary(uniqueKeysWithValues: values.map { ($0.key.uuidString, write($0.value)) }))
  }

  /// All members of an object whose names are ids; nil where one is anything else.
  func byId<Value>(_ read: (AnyCodableValue) -> Value?) -> [UUID: Value]? {
    guard let members = dictionaryValue else { return nil }
    var result: [UUID: Value] = [:]
    for (name, member) in members {
      guard let id = UUIDBits(text: name)?.uuid, let value = read(member) else { return nil }
      result[id] = value
    }
    return result
  }

  /// All elements of an array; nil where one is anything else.
  func list<Value>(_ read: (AnyCodableValue) -> Value?) -> [Value]? {
    guard let elements = arrayValue else { return nil }
    var result: [Value] = []
    for element in elements {
      guard let value = read(element) else { return nil }
      result.append(value)
    }
    return result
  }
}
