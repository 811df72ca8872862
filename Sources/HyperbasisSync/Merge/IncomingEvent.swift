import Foundation
import HyperbasisModels

/// An event that came from the cloud, as a log needs it: its line, and what determines where that goes.
/// Thousands are held at once, and rows with their dictionaries would take several times the memory.
struct IncomingEvent {
  let id: UUID
  let anchorId: UUID
  let spaceId: UUID
  let instant: HBInstant
  let isDeletion: Bool
  /// 0 if the server does not number its rows.
  let sequence: Int64
  /// Its line, newline included; nil for a row that cannot be written as one, which has been reported as
  /// unreadable.
  let line: [UInt8]?

  init(_ row: AnchorEventRow) {
    id = row.id
    anchorId = row.anchorId
    spaceId = row.spaceId
    instant = row.instant
    isDeletion = row.type == .deleted
    sequence = row.sequence ?? 0
    line = try? row.line()
  }
}
