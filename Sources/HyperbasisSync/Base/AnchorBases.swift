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
  var json: AnyCodableValue { ["format": 1, "anchors": .byId(rows, \.baseJSON)] }

  init?(json: AnyCodableValue, spaceId: UUID) {
    let reader = JSONMembers(json)
    guard reader["format"]?.intValue == 1, let members = reader["anchors"]?.dictionaryValue else {
      return nil
    }
    for (name, member) in members {
      guard let id = UUIDBits(text: name)?.uuid,
        let row = AnchorRow(baseJSON: member, id: id, spaceId: spaceId)
      else { return nil }
      rows[id] = row
    }
  }
}

extension AnchorRow {
  fileprivate var baseJSON: AnyCodableValue {
    [
      "transform": .array(transform.map { .double(Double($0)) }),
      "metadata": .dictionary(metadata), "createdAt": .int(createdAt),
      "updatedAt": .int(updatedAt), "deletedAt": .optional(deletedAt) { .int($0) },
    ]
  }

  fileprivate init?(baseJSON json: AnyCodableValue, id: UUID, spaceId: UUID) {
    let reader = JSONMembers(json)
    guard let transform = reader["transform"]?.list(\.doubleValue), transform.count == 16,
      let metadata = reader["metadata"]?.dictionaryValue,
      let createdAt = reader.instant("createdAt"), let updatedAt = reader.instant("updatedAt")
    else { return nil }
    self.init(
      id: id, spaceId: spaceId, transform: transform.map { Float($0) }, metadata: metadata,
      createdAt: createdAt, updatedAt: updatedAt, deletedAt: reader.instant("deletedAt"))
  }
}
