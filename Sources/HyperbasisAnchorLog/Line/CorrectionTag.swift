package import Foundation
package import HyperbasisModels

/// What the events of a correction say about themselves: the extra key `corrects`.
package struct CorrectionTag: Sendable, Equatable {
  /// The ids of the shifts: operations, or the first events that follow. If there is no ``frame``,
  /// those that lead into the frame that the event is written in, oldest first.
  package var shifts: [UUID]
  /// The frame that a whole operation brought the anchors into; nil if a single event brings back
  /// the place of an earlier version, carried into the frame of its day.
  package var frame: HBCorrection.Frame?
  /// The reference date.
  package var since: HBInstant

  package init(shifts: [UUID], frame: HBCorrection.Frame?, since: HBInstant) {
    self.shifts = shifts
    self.frame = frame
    self.since = since
  }
}

extension CorrectionTag {
  /// The name of the extra key.
  package static let key = "corrects"
  /// Stands for the frame of the day.
  private static let now = "now"

  /// Parses the value of the key; nil if it is something else.
  package init?(_ value: AnyCodableValue) {
    guard let members = value.dictionaryValue, let list = members["shifts"]?.arrayValue,
      let name = members["frame"]?.stringValue,
      let since = members["since"]?.stringValue.flatMap(HBInstant.init(rfc3339:))
    else { return nil }
    let ids = list.compactMap { $0.stringValue.flatMap(UUID.init(uuidString:)) }
    let frame = HBCorrection.Frame(rawValue: name)
    guard ids.count == list.count, frame == nil ? name == Self.now : !ids.isEmpty else {
      return nil
    }
    self.init(shifts: ids, frame: frame, since: since)
  }

  /// The value of the key.
  package var value: AnyCodableValue {
    .dictionary([
      "shifts": .array(shifts.map { .string($0.uuidString) }),
      "frame": .string(frame?.rawValue ?? Self.now),
      "since": .string(since.rfc3339Text),
    ])
  }
}
