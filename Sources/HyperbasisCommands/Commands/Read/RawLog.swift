import Foundation
import Hyperbasis

/// Lines of logs as they are on disk, those included that take no part in anything.
struct RawLog {
  let query: EventQuery
  let anchorId: UUID?

  func print(_ snapshots: [LogSnapshot], _ session: StoreSession, json: Bool) throws {
    // Nothing has to wait for the last line where it is printed last.
    guard query.isReversed || json else {
      var left = query.limit ?? .max
      return try forEachLine(of: snapshots, session) { line in
        guard left > 0 else { return }
        left -= 1
        try session.output.writeLine(Self.text(line.bytes))
      }
    }
    var lines: [RawLine] = []
    try forEachLine(of: snapshots, session) { lines.append($0) }
    if query.isReversed { lines.reverse() }
    let printed = lines.prefix(query.limit ?? .max)
    if json { return try session.json.printList(printed) { Self.node($0) } }
    for line in printed { try session.output.writeLine(Self.text(line.bytes)) }
  }

  private func forEachLine(
    of snapshots: [LogSnapshot], _ session: StoreSession, _ body: (RawLine) throws -> Void
  ) throws {
    for snapshot in snapshots {
      try session.store.events.forEachLine(of: snapshot.spaceId) { line in
        if isWanted(line.bytes) { try body(line) }
      }
    }
  }

  private static func node(_ line: RawLine) -> JSONNode {
    .object([
      ("line", .integer(line.number)), ("offset", .integer(line.offset)),
      ("length", .integer(line.bytes.count)),
      ("text", .string(String(decoding: line.bytes, as: UTF8.self))),
    ])
  }
}

// MARK: - Text

extension RawLog {
  /// A line as it is, except for characters that would steer a terminal: these are escaped the way
  /// JSON escapes them, so that the line still means the same.
  static func text(_ bytes: [UInt8]) -> String {
    let line = String(decoding: bytes, as: UTF8.self)
    guard line.unicodeScalars.contains(where: steers) else { return line }
    var text = ""
    for scalar in line.unicodeScalars {
      if steers(scalar) {
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  private static func steers(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.value < 0x1_0000 else { return false }
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: return true
    default: return false
    }
  }
}

// MARK: - Conditions

extension RawLog {
  /// Whether a line fits what was asked for; a line that cannot be read fits no condition.
  private func isWanted(_ bytes: [UInt8]) -> Bool {
    let isLimited = anchorId != nil || !query.types.isEmpty || query.from != nil || query.to != nil
    guard isLimited else { return true }
    // A line that is not an event has no date and no type to go by.
    guard let event = try? JSONDecoder().decode(LooseEvent.self, from: Data(bytes)) else {
      return false
    }
    if let anchorId, event.anchorId.flatMap(UUID.init(uuidString:)) != anchorId { return false }
    if !query.types.isEmpty {
      guard let type = event.type.flatMap(HBAnchorEvent.EventType.init(rawValue:)),
        query.types.contains(type)
      else { return false }
    }
    guard query.from != nil || query.to != nil else { return true }
    guard let instant = event.instant else { return false }
    return instant >= query.from ?? instant && instant <= query.to ?? instant
  }

  /// What can be read of a line that may not be a valid event.
  private struct LooseEvent: Decodable {
    var anchorId: String?
    var type: String?
    var timestamp: String?
    var microseconds: Int?

    var instant: HBInstant? {
      guard let timestamp, let instant = HBInstant(rfc3339: timestamp) else { return nil }
      let extra = microseconds.flatMap { (0...999_999).contains($0) ? $0 : nil } ?? 0
      return instant.fraction == 0 ? instant.advanced(byMicroseconds: Int64(extra)) : instant
    }
  }
}
