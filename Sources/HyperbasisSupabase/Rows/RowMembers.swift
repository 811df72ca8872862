import Foundation
import HyperbasisAnchorLog
import HyperbasisModels

/// The columns of a row that came in, read as what they should be.
struct RowMembers {
  let members: [String: AnyCodableValue]

  func id(_ name: String) throws(RowFault) -> UUID {
    guard let id = optionalId(name) else { throw fault(name, "an id") }
    return id
  }

  func optionalId(_ name: String) -> UUID? {
    members[name]?.stringValue.flatMap { UUIDBits(text: $0)?.uuid }
  }

  func text(_ name: String) throws(RowFault) -> String? {
    switch members[name] {
    case .string(let text): return text
    case nil, .null: return nil
    default: throw fault(name, "text")
    }
  }

  func instant(_ name: String) throws(RowFault) -> HBInstant {
    guard let instant = try optionalInstant(name) else { throw fault(name, "a date") }
    return instant
  }

  func optionalInstant(_ name: String) throws(RowFault) -> HBInstant? {
    guard let text = try text(name) else { return nil }
    guard let instant = HBInstant(rfc3339: text) else {
      throw fault(name, "a date: \(text.prefix(40))")
    }
    return instant
  }

  func integer(_ name: String) throws(RowFault) -> Int {
    guard case .int(let number)? = members[name] else { throw fault(name, "a whole number") }
    return number
  }

  func flag(_ name: String) throws(RowFault) -> Bool {
    guard case .bool(let flag)? = members[name] else { throw fault(name, "true or false") }
    return flag
  }

  /// Returns nil if the row has no such column.
  func sequence(_ name: String = "sync_seq") -> Int64? {
    guard case .int(let number)? = members[name] else { return nil }
    return Int64(number)
  }

  /// 16 finite floats.
  func transform(_ name: String) throws(RowFault) -> [Float] {
    guard let transform = try optionalTransform(name) else { throw fault(name, "a transform") }
    return transform
  }

  func optionalTransform(_ name: String) throws(RowFault) -> [Float]? {
    guard let value = members[name], !value.isNull else { return nil }
    let floats = value.arrayValue?.compactMap { $0.doubleValue.map { Float($0) } } ?? []
    guard floats.count == 16, value.arrayValue?.count == 16, floats.allSatisfy(\.isFinite) else {
      throw fault(name, "16 finite numbers")
    }
    return floats
  }

  func object(_ name: String) throws(RowFault) -> [String: AnyCodableValue]? {
    switch members[name] {
    case .dictionary(let members): return members
    case nil, .null: return nil
    default: throw fault(name, "an object")
    }
  }

  private func fault(_ name: String, _ what: String) -> RowFault {
    RowFault(reason: "\(name) is not \(what)")
  }
}
