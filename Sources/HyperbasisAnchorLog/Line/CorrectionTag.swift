package import Foundation
package import HyperbasisModels

/// What the events of a correction say about themselves: the extra key `corrects`.
package struct CorrectionTag: Sendable, Equatable {
  /// The ids of the shifts: operations, or the first events that follow.
  package var shifts: [UUID]
  /// Which frame the anchors were brought into.
  package var frame: HBCorrection.Frame
  /// The reference date.
  package var since: HBInstant

  package init(shifts: [UUID], frame: HBCorrection.Frame, since: HBInstant) {
    self.shifts = shifts
    self.frame = frame
    self.since = since
  }
}

extension CorrectionTag {
  /// The name of the extra key.
  package static let key = "corrects"

  /// Nil where the value is something else.
  package init?(_ value: AnyCodableValue) {
    guard let members = value.dictionaryValue, let list = members["shifts"]?.arrayValue,
      let frame = members["frame"]?.stringValue.flatMap(HBCorrection.Frame.init(rawValue:)),
      let since = members["since"]?.stringValue.flatMap(HBInstant.init(rfc3339:))
    else { return nil }
    let ids = list.compactMap { $0.stringValue.flatMap(UUID.init(uuidString:)) }
    guard ids.count == list.count, !ids.isEmpty else { return nil }
    self.init(shifts: ids, frame: frame, since: since)
  }

  /// The value of the key.
  package var value: AnyCodableValue {
    .dictionary([
      "shifts": .array(shifts.map { .string($0.uuidString) }),
      "frame": .string(frame.rawValue),
      "since": .string(since.rfc3339Text),
    ])
  }
}
