public import Foundation

/// Something that the cloud refuses for good.
public struct HBQuarantinedRow: Equatable, Identifiable, Sendable {
  /// What a refused row stands for.
  public enum Kind: String, Sendable {
    /// A space: its name and its world map.
    case space
    /// The latest state of an anchor.
    case anchor
    /// One event.
    case event
    /// The deletion of a space, which is in the trash here.
    case deletion
  }

  /// What the row stands for.
  public let kind: Kind
  /// The id of the space, the anchor or the event.
  public let id: UUID
  /// The space itself, or the one that the anchor or the event belongs to.
  public let spaceId: UUID
  /// Why it is refused, in the cloud's own words.
  public let reason: String
  /// When it was first refused.
  public let since: Date
  /// PostgreSQL's or PostgREST's code, such as `42501`; nil if there was none.
  public package(set) var code: String?
  /// Whether it is this user who is refused: another one, or one who signs in, may not be.
  public package(set) var deniesPermission = false

  package init(kind: Kind, id: UUID, spaceId: UUID, reason: String, since: Date) {
    (self.kind, self.id, self.spaceId) = (kind, id, spaceId)
    (self.reason, self.since) = (reason, since)
  }
}

/// A row of the cloud that could not be read, and so is not here.
public struct HBUnreadableRow: Equatable, Sendable {
  /// The id of the row; nil if not even that could be read.
  public let id: UUID?
  /// The table, and what is wrong with the row.
  public let reason: String

  package init(id: UUID?, reason: String) {
    self.id = id
    self.reason = reason
  }
}

/// Rows of one kind that the cloud refuses for one reason.
public struct HBRefusal: Equatable, Sendable {
  /// What the rows stand for.
  public let kind: HBQuarantinedRow.Kind
  /// How many rows there are.
  public let count: Int
  /// One of them.
  public let example: HBQuarantinedRow
}

extension HBSyncStatus {
  /// What the cloud refuses, by kind and cause, the most frequent first.
  public var refusals: [HBRefusal] {
    let groups = Dictionary(grouping: quarantined) { row in
      "\(row.kind.rawValue) \(row.code ?? row.reason)"
    }
    return groups.sorted {
      $0.value.count == $1.value.count ? $0.key < $1.key : $0.value.count > $1.value.count
    }
    .compactMap { _, rows in
      rows.first.map { HBRefusal(kind: $0.kind, count: rows.count, example: $0) }
    }
  }
}
