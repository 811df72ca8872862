import Foundation
import HyperbasisJSONText
import HyperbasisModels
import HyperbasisSync

/// A row as it travels: one JSON object, whose keys are the columns.
protocol WireRow: Sendable {
  init(_ members: RowMembers) throws(RowFault)
}

/// A row that is written as well. Every row writes every column, absent values as nulls: a column
/// that is left out keeps its value on the server, and a deletion could not be taken back.
protocol WritableRow: WireRow, Identifiable where ID == UUID {
  static var table: String { get }
  static func columns(_ tier: CloudTier) -> [String]
  func write(_ writer: inout JSONWriter, _ tier: CloudTier) throws(JSONError)
}

/// Why a row is not valid.
struct RowFault: Error {
  var reason: String
}

extension WritableRow {
  /// Returns the column that numbers rows, if there is one.
  static func numbering(_ tier: CloudTier) -> [String] { tier == .migrated ? ["sync_seq"] : [] }

  /// Returns rows as the body of a request.
  ///
  /// - Throws: ``CloudFailure/rejected(_:)`` for what no server could accept.
  static func body(_ rows: [Self], _ tier: CloudTier) throws(CloudFailure) -> [UInt8] {
    try written { (writer) throws(JSONError) in
      writer.beginArray()
      for row in rows { try row.write(&writer, tier) }
      writer.endArray()
    }
  }

  /// Returns one row as the body of a change.
  func body(_ tier: CloudTier) throws(CloudFailure) -> [UInt8] {
    try Self.written { (writer) throws(JSONError) in try write(&writer, tier) }
  }

  private static func written(
    _ write: (inout JSONWriter) throws(JSONError) -> Void
  ) throws(CloudFailure) -> [UInt8] {
    var writer = JSONWriter()
    do throws(JSONError) {
      try write(&writer)
    } catch {
      throw .rejected(ServerResponse(status: 400, message: error.errorDescription))
    }
    return writer.bytes
  }
}

extension ManifestEntry: WireRow {
  init(_ members: RowMembers) throws(RowFault) {
    self.init(
      id: try members.id("id"), updatedAt: try members.instant("updated_at"),
      deletedAt: try members.optionalInstant("deleted_at"),
      spaceId: members.optionalId("space_id"))
  }
}

// MARK: - Writing

extension JSONWriter {
  mutating func column(_ name: String, _ id: UUID?) {
    // Paths and texts are compared by their characters, so ids have the same case everywhere.
    member(name, id?.wireText)
  }

  mutating func column(_ name: String, _ number: Int?) {
    key(name)
    if let number { int(number) } else { null() }
  }

  /// Writes an instant with all its microseconds.
  mutating func column(_ name: String, _ instant: HBInstant?) throws(JSONError) {
    key(name)
    guard let instant else { return null() }
    // Years beyond that have no such text.
    guard WireInstant.range.contains(instant) else {
      throw JSONError(.numberOutOfRange, at: bytes.count)
    }
    string(instant.rfc3339Text)
  }

  mutating func column(_ name: String, _ transform: [Float]?) throws(JSONError) {
    key(name)
    if let transform { try floats(transform) } else { null() }
  }

  mutating func column(
    _ name: String, _ members: [String: AnyCodableValue]?
  ) throws(JSONError) {
    key(name)
    if let members { try dictionary(members) } else { null() }
  }
}

enum WireInstant {
  /// The years 1 to 9999.
  static let range =
    HBInstant(
      microseconds: -62_135_596_800_000_000)...HBInstant(
      microseconds: 253_402_300_799_999_999)
}

extension UUID {
  /// In lower case, as servers write it.
  var wireText: String { uuidString.lowercased() }
}
