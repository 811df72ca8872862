import Foundation
package import HyperbasisModels
import HyperbasisStore

/// Codes an instant, or the lack of one, as microseconds since 1970.
@propertyWrapper
package struct Microseconds<Value: CodedInstant>: Codable, Equatable, Sendable {
  package var wrappedValue: Value

  package init(wrappedValue: Value) {
    self.wrappedValue = wrappedValue
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let microseconds = container.decodeNil() ? nil : try container.decode(Int64.self)
    guard let value = Value.of(microseconds.map { HBInstant(microseconds: $0) }) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "the instant is missing")
    }
    wrappedValue = value
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(wrappedValue.instant?.microseconds)
  }
}

/// An instant or an optional instant.
package protocol CodedInstant: Equatable, Sendable {
  static func of(_ instant: HBInstant?) -> Self?
  var instant: HBInstant? { get }
}

extension HBInstant: CodedInstant {
  package static func of(_ instant: HBInstant?) -> HBInstant? { instant }
  package var instant: HBInstant? { self }
}

extension HBInstant?: CodedInstant {
  package static func of(_ instant: HBInstant?) -> HBInstant?? { .some(instant) }
  package var instant: HBInstant? { self }
}

/// Codes a dictionary as an object whose member names are ids.
@propertyWrapper
struct ById<Value: Codable & Equatable & Sendable>: Codable, Equatable, Sendable {
  var wrappedValue: [UUID: Value]

  init(wrappedValue: [UUID: Value]) {
    self.wrappedValue = wrappedValue
  }

  init(from decoder: any Decoder) throws {
    wrappedValue = try [String: Value](from: decoder).reduce(into: [:]) { result, member in
      guard let id = UUID(uuidString: member.key) else {
        throw DecodingError.dataCorrupted(
          .init(codingPath: decoder.codingPath, debugDescription: "\(member.key) is not an id"))
      }
      result[id] = member.value
    }
  }

  func encode(to encoder: any Encoder) throws {
    let named = wrappedValue.map { ($0.key.uuidString, $0.value) }
    try Dictionary(uniqueKeysWithValues: named).encode(to: encoder)
  }
}

/// Coded briefly, as a list of four numbers, since there is one for each space.
extension FileStatus: Codable {
  package init(from decoder: any Decoder) throws {
    var numbers = try decoder.unkeyedContainer()
    self.init(
      device: UInt64(bitPattern: try numbers.decode(Int64.self)),
      inode: UInt64(bitPattern: try numbers.decode(Int64.self)),
      size: try numbers.decode(Int.self), modified: try numbers.decode(Int64.self),
      kind: .regular)
  }

  package func encode(to encoder: any Encoder) throws {
    let numbers = [Int64(bitPattern: device), Int64(bitPattern: inode), Int64(size), modified]
    try numbers.encode(to: encoder)
  }
}
