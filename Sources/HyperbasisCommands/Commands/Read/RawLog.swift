import Foundation
import Hyperbasis

/// Lines of logs as they are on disk, including those that are ignored everywhere else.
struct RawLog {
  let query: EventQuery
  let anchorId: UUID?

  /// How many bytes of an overlong line, which cannot be an event, are included in JSON.
  private static let excerptLength = 1 << 16

  func print(_ snapshots: [LogSnapshot], _ session: StoreSession, json: Bool) throws {
    let logs = try snapshots.compactMap { try session.store.events.rawLines(of: $0.spaceId) }
    // Unless the last line is printed first, lines can be printed as they are read.
    guard query.isReversed || json else {
      var left = query.limit ?? .max
      for log in logs {
        try log.forEachLine { line in
          guard left > 0, isWanted(line) else { return }
          left -= 1
          try write(line, of: log, session)
        }
      }
      return
    }
    let places = try places(in: logs)
    let printed = (query.isReversed ? places.reversed() : places).prefix(query.limit ?? .max)
    if json { return try session.json.printList(printed) { Self.node(try $0.line(in: logs)) } }
    for place in printed {
      try write(place.line(in: logs), of: logs[place.log], session)
    }
  }

  /// Where to find a line again: a log may be larger than memory.
  private struct Place {
    let log: Int
    let number: Int
    let offset: Int
    let length: Int

    func line(in logs: [RawLineReader]) throws -> RawLine {
      try logs[log].line(number: number, offset: offset, length: length)
    }
  }

  private func places(in logs: [RawLineReader]) throws -> [Place] {
    var places: [Place] = []
    for (number, log) in logs.enumerated() {
      try log.forEachLine { line in
        guard isWanted(line) else { return }
        places.append(
          Place(log: number, number: line.number, offset: line.offset, length: line.length))
      }
    }
    return places
  }

  private func write(
    _ line: RawLine, of log: RawLineReader, _ session: StoreSession
  ) throws {
    guard line.isCut else { return try session.output.writeLine(EscapedText.text(line.bytes)) }
    var rest: [UInt8] = []
    try log.forEachPiece(of: line) { piece in
      rest.append(contentsOf: piece)
      let whole = rest.prefix(EscapedText.wholeCharacters(in: rest))
      try session.output.write(EscapedText.text(Array(whole)))
      rest.removeFirst(whole.count)
    }
    try session.output.writeLine(EscapedText.text(rest))
  }

  private static func node(_ line: RawLine) -> JSONNode {
    var text = line.bytes[...]
    if line.isCut {
      text = text.prefix(EscapedText.wholeCharacters(in: text.prefix(excerptLength)))
    }
    return .object(
      [
        ("line", .integer(line.number)), ("offset", .integer(line.offset)),
        ("length", .integer(line.length)),
        ("text", .string(String(decoding: text, as: UTF8.self))),
      ] + (line.isCut ? [("truncated", .bool(true))] : []))
  }
}

// MARK: - Conditions

extension RawLog {
  /// Returns whether a line matches the query; a line that cannot be read matches no condition.
  private func isWanted(_ line: RawLine) -> Bool {
    let isLimited = anchorId != nil || !query.types.isEmpty || query.from != nil || query.to != nil
    guard isLimited else { return true }
    guard !line.isCut else { return false }
    // A line that is not an event has no date and no type to match.
    guard let event = try? JSONDecoder().decode(LooseEvent.self, from: Data(line.bytes)) else {
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
