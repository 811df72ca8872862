import Foundation
import HyperbasisAnchorLog
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
  /// Whether two rows say the same of an anchor, apart from dates.
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

// MARK: - JSON

extension AnchorBases {
  var json: AnyCodableValue {
    let anchors = rows.map { ($0.key.uuidString, $0.value.baseJSON) }
    return ["format": 1, "anchors": .dictionary(Dictionary(uniqueKeysWithValues: anchors))]
  }

  /// nil: it is whole or it does not count.
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
