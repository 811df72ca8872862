import Foundation
import HyperbasisModels

/// An event that came from the cloud, as a log needs it: its line, and what tells where that goes.
/// Thousands are held at once, and rows with their dictionaries would take several times as much.
struct IncomingEvent {
  let id: UUID
  let anchorId: UUID
  let spaceId: UUID
  let instant: HBInstant
  /// Its line, newline included; nil for a row that does not fit into one, which has been reported as
  /// unreadable.
  let line: [UInt8]?

  init(_ row: AnchorEventRow) {
    id = row.id
    anchorId = row.anchorId
    spaceId = row.spaceId
    instant = row.instant
    line = try? row.line()
  }
}
