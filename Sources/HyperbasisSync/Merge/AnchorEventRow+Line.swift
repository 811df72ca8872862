import Foundation
import HyperbasisAnchorLog
import HyperbasisJSONText
import HyperbasisModels

extension AnchorEventRow {
  /// Creates the row of a line's event, with all its extra keys.
  init(_ line: LogLine) {
    let event = line.event
    let extra = line.extraKeys.filter { $0.key != LineKey.microseconds.name }
    self.init(
      id: event.id, anchorId: event.anchorId, spaceId: event.spaceId, type: event.type,
      instant: line.instant, version: event.version, transform: event.transform,
      metadata: event.metadata, actorId: event.actorId,
      extra: Dictionary(extra.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first }))
  }

  /// Returns the line of the event, with its newline, as its author would write it, so that stores that
  /// hold the same events mostly hold the same bytes.
  ///
  /// - Throws: ``JSONError`` if it holds a number that is not finite.
  func line() throws(JSONError) -> [UInt8] {
    let event = HBAnchorEvent(
      id: id, anchorId: anchorId, spaceId: spaceId, type: type, timestamp: instant.date,
      version: version, transform: transform, metadata: metadata, actorId: actorId)
    return try LogLine.encode(event, at: instant, extra: extra) + [0x0a]
  }
}
