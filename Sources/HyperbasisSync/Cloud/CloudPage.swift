package import Foundation
package import HyperbasisModels

/// Rows in the order of their keys, as many as the server returns at once.
package struct CloudPage<Row: Sendable, Position: Sendable>: Sendable {
  package var rows: [Row]
  package var unreadable: [UnreadableRow]
  /// The key of the last row, readable or not; nil for an empty page. The next page starts after it.
  package var end: Position?
  /// Whether nothing follows. A server may return fewer rows than asked for without saying so: a short
  /// page proves nothing, only a count of all rows or an empty page does.
  package var isLast: Bool

  package init(
    rows: [Row], unreadable: [UnreadableRow] = [], end: Position?, isLast: Bool
  ) {
    self.rows = rows
    self.unreadable = unreadable
    self.end = end
    self.isLast = isLast
  }
}

/// What is new in all tables of a migrated server, as far as one response holds it.
package struct CloudChanges: Sendable {
  package var spaces: CloudPage<SpaceRow, Int64>
  package var tombstones: CloudPage<Tombstone, Int64>
  package var anchors: CloudPage<AnchorRow, Int64>
  package var events: CloudPage<AnchorEventRow, Int64>

  package init(
    spaces: CloudPage<SpaceRow, Int64>, tombstones: CloudPage<Tombstone, Int64>,
    anchors: CloudPage<AnchorRow, Int64>, events: CloudPage<AnchorEventRow, Int64>
  ) {
    self.spaces = spaces
    self.tombstones = tombstones
    self.anchors = anchors
    self.events = events
  }
}

/// Rows that were asked for by their ids.
package struct CloudRows<Row: Sendable>: Sendable {
  package var rows: [Row]
  package var unreadable: [UnreadableRow] = []

  package init(rows: [Row]) {
    self.rows = rows
  }
}

/// A row that came and is not valid: a transform that is not 16 finite numbers, an anchor without a
/// space, an infinite date. It is skipped and reported, and hides no other.
package struct UnreadableRow: Codable, Hashable, Sendable {
  package var id: UUID?
  package var reason: String

  package init(id: UUID?, reason: String) {
    self.id = id
    self.reason = reason
  }
}

/// A row to be written.
package struct RowWrite<Row: Sendable>: Sendable {
  package var row: Row
  /// The date of the row that the server had when it was last looked at; nil if it had none.
  ///
  /// A row that the server had is only ever updated: if it is gone, somebody has deleted it. And one that
  /// somebody has written since is not overwritten: it must be read first.
  package var seen: HBInstant?

  package init(_ row: Row, seen: HBInstant?) {
    self.row = row
    self.seen = seen
  }
}

extension RowWrite {
  /// Whether the row may be created.
  package var mayInsert: Bool { seen == nil }
}
