import Foundation
import HyperbasisAnchorLog
import HyperbasisJSONText
import HyperbasisModels

/// The anchors of one space as the cloud last had them, by id.
struct AnchorBases: Equatable, Sendable {
  var rows: [UUID: AnchorRow] = [:]

  static func == (left: AnchorBases, right: AnchorBases) -> Bool {
    left.rows.count == right.rows.count
      && left.rows.allSatisfy { id, row in
        right.rows[id].map { row.isSame(as: $0) } ?? false
      }
  }
}

extension AnchorRow {
  /// Whether two rows describe the same state of an anchor, apart from dates.
  package func hasSameContent(as other: AnchorRow) -> Bool {
    (deletedAt == nil) == (other.deletedAt == nil) && transform == other.transform
      && metadata.hasSameMembers(as: other.metadata)
  }

  func isSame(as other: AnchorRow) -> Bool {
    id == other.id && spaceId == other.spaceId && createdAt == other.createdAt
      && updatedAt == other.updatedAt && deletedAt == other.deletedAt
      && hasSameContent(as: other)
  }
}

// MARK: - On disk

extension AnchorBases {
  /// Returns a line for each row that differs from the saved one, and for each that is gone.
  func lines(over saved: AnchorBases) throws -> [UInt8] {
    var lines: [UInt8] = []
    for (id, row) in rows where !(saved.rows[id].map(row.isSame) ?? false) {
      lines += CheckedLines.line(
        try Array("A \(id.uuidString) ".utf8) + JSONWriter.encode(row.baseJSON))
    }
    for id in saved.rows.keys where rows[id] == nil {
      lines += CheckedLines.line("G \(id.uuidString)".utf8)
    }
    return lines
  }

  /// Returns nil unless every line can be read: an incomplete base does not count.
  init?(_ contents: CheckedLines.Contents, spaceId: UUID) {
    for line in contents.lines {
      let bytes = [UInt8](contents.bytes[line])
      let isGone = bytes.first == UInt8(ascii: "G")
      let end = 2 + 36
      guard bytes.count >= end,
        let id = bytes[2..<end].withUnsafeBufferPointer({ UUIDBits(bytes: $0) })?.uuid
      else { return nil }
      if isGone {
        rows[id] = nil
        continue
      }
      // A line with a valid checksum that cannot be read was written by a later version.
      guard bytes.count > end,
        let members = (try? JSONParser.parse([UInt8](bytes[(end + 1)...])))?.dictionaryValue,
        let row = AnchorRow(members, id: id, spaceId: spaceId)
      else { return nil }
      rows[id] = row
    }
  }

  /// Reads the form of earlier versions.
  ///
  /// Returns nil unless every anchor can be read: an incomplete base does not count.
  init?(_ json: AnyCodableValue, spaceId: UUID) {
    guard let members = json.dictionaryValue, members["format"]?.intValue == 1,
      let anchors = members["anchors"]?.dictionaryValue
    else { return nil }
    for (name, member) in anchors {
      guard let id = UUIDBits(text: name)?.uuid, let members = member.dictionaryValue,
        let row = AnchorRow(members, id: id, spaceId: spaceId)
      else { return nil }
      rows[id] = row
    }
  }
}

extension AnchorRow {
  fileprivate var baseJSON: AnyCodableValue {
    [
      "transform": .array(transform.map { .double(Double($0)) }),
      "metadata": .dictionary(metadata), "createdAt": .int(Int(createdAt.microseconds)),
      "updatedAt": .int(Int(updatedAt.microseconds)),
      "deletedAt": deletedAt.map { .int(Int($0.microseconds)) } ?? .null,
    ]
  }

  fileprivate init?(_ members: [String: AnyCodableValue], id: UUID, spaceId: UUID) {
    func instant(_ name: String) -> HBInstant? {
      members[name]?.intValue.map { HBInstant(microseconds: Int64($0)) }
    }
    let transform = members["transform"]?.arrayValue?.compactMap(\.doubleValue)
    guard let transform, transform.count == 16,
      let metadata = members["metadata"]?.dictionaryValue,
      let createdAt = instant("createdAt"), let updatedAt = instant("updatedAt")
    else { return nil }
    self.init(
      id: id, spaceId: spaceId, transform: transform.map { Float($0) }, metadata: metadata,
      createdAt: createdAt, updatedAt: updatedAt, deletedAt: instant("deletedAt"))
  }
}
