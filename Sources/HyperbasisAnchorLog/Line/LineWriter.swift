import Foundation
package import HyperbasisJSONText
package import HyperbasisModels

/// Lines of a log that are complete but for their instant: all events of an append share it, and it
/// is known only when it is their turn to be written.
package struct LineWriter {
  private var writer = JSONWriter()
  private var lines: [Line] = []

  /// Where the whole second and the microseconds belong in a line, which lacks its last bracket.
  private struct Line {
    let second: Int
    let fraction: Int
    let end: Int
  }

  /// - Parameter expected: about how many lines there will be.
  package init(expected: Int = 1) {
    writer.reserve(expected * Self.usualLength)
    lines.reserveCapacity(expected)
  }

  /// Most of our lines are shorter.
  private static let usualLength = 480
}

extension LineWriter {
  package var isEmpty: Bool { lines.isEmpty }

  /// Adds the line of an event.
  ///
  /// - Parameter isNew: whether no log has the event yet, so that it is refused if no reader would
  ///   accept its line.
  /// - Throws: ``JSONError`` if the event holds a number that is not finite, or is new and nested
  ///   too deeply or too long.
  package mutating func add(
    _ event: HBAnchorEvent, extras: LogExtras = LogExtras(), isNew: Bool = false
  ) throws(JSONError) {
    let start = writer.bytes.count
    if isNew, event.metadata?.isNestedTooDeeply ?? false { throw JSONError(.nested, at: start) }
    try add(event) { writer throws(JSONError) in try writer.members(of: extras) }
    guard isNew, writer.bytes.count - start > Self.longest else { return }
    throw JSONError(.tooLong, at: start)
  }

  /// Leaves room for what is added to a line when it is written, and for what an anchor's file
  /// holds beyond its events.
  private static let longest = LineBlocks.lineLimit - 4096

  /// Adds the line of an event with whatever members its author wrote.
  fileprivate mutating func add(
    _ event: HBAnchorEvent, extra members: [String: AnyCodableValue]
  ) throws(JSONError) {
    try add(event) { writer throws(JSONError) in try writer.extraMembers(members) }
  }

  private mutating func add(
    _ event: HBAnchorEvent, _ addExtras: (inout JSONWriter) throws(JSONError) -> Void
  ) throws(JSONError) {
    writer.beginObject()
    writer.identity(of: event)
    let second = writer.timestampToCome()
    try writer.content(of: event)
    let fraction = writer.bytes.count
    try addExtras(&writer)
    lines.append(Line(second: second, fraction: fraction, end: writer.bytes.count))
    writer.endLine()
  }

  /// Returns the lines, each with its checksum and its newline.
  package func bytes(at instant: HBInstant) -> [UInt8] {
    let second = instant.wholeSecondText.utf8
    let fraction = (instant.fraction == 0 ? "" : ",\"microseconds\":\(instant.fraction)").utf8
    var result: [UInt8] = []
    result.reserveCapacity(writer.bytes.count + lines.count * Self.mostAdded)
    writer.bytes.withUnsafeBufferPointer { parts in
      var next = 0
      for line in lines {
        let start = result.count
        result.append(contentsOf: parts[next..<line.second])
        result.append(contentsOf: second)
        result.append(contentsOf: parts[line.second..<line.fraction])
        result.append(contentsOf: fraction)
        result.append(contentsOf: parts[line.fraction..<line.end])
        LineCheck.end(&result, from: start)
        result.append(UInt8(ascii: "\n"))
        next = line.end + 1
      }
    }
    return result
  }

  /// Returns the only line, without its newline.
  fileprivate func line(at instant: HBInstant) -> [UInt8] {
    var line = bytes(at: instant)
    line.removeLast()
    return line
  }

  /// Room for microseconds, a checksum and brackets.
  private static let mostAdded = 48
}

extension LogLine {
  /// Returns the bytes of a line with its checksum, without its newline.
  ///
  /// - Parameters:
  ///   - instant: the event's, if it is known more exactly than by its date, which cannot hold
  ///     every microsecond before 1860 or after 2110.
  ///   - isNew: whether no log has the event yet.
  /// - Throws: as ``LineWriter/add(_:extras:isNew:)`` does.
  package static func encode(
    _ event: HBAnchorEvent, at instant: HBInstant? = nil, extras: LogExtras = LogExtras(),
    isNew: Bool = false
  ) throws(JSONError) -> [UInt8] {
    var writer = LineWriter()
    try writer.add(event, extras: extras, isNew: isNew)
    return writer.line(at: instant ?? event.instant)
  }

  /// Returns the bytes of a line with whatever members its author wrote, without its newline: as
  /// the author would write it, so that stores that hold the same events mostly hold the same
  /// bytes.
  ///
  /// - Parameter instant: the event's, which a distant date cannot hold to the microsecond.
  package static func encode(
    _ event: HBAnchorEvent, at instant: HBInstant, extra members: [String: AnyCodableValue]
  ) throws(JSONError) -> [UInt8] {
    var writer = LineWriter()
    try writer.add(event, extra: members)
    return writer.line(at: instant)
  }
}

extension JSONWriter {
  fileprivate mutating func member(_ key: LineKey, _ text: String) { member(key.name, text) }

  private mutating func member(_ key: LineKey, _ number: Int) { member(key.name, number) }

  private mutating func member(_ key: LineKey, _ id: UUID) {
    self.key(key.name)
    self.id(id)
  }

  fileprivate mutating func identity(of event: HBAnchorEvent) {
    member(.id, event.id)
    member(.anchorId, event.anchorId)
    member(.spaceId, event.spaceId)
    member(.type, event.type.rawValue)
  }

  /// Writes a timestamp without its text; returns where the text belongs.
  fileprivate mutating func timestampToCome() -> Int {
    member(.timestamp, "")
    return bytes.count - 1
  }

  fileprivate mutating func content(of event: HBAnchorEvent) throws(JSONError) {
    member(.version, event.version)
    if let transform = event.transform {
      key(LineKey.transform.name)
      try floats(transform)
    }
    if let metadata = event.metadata {
      key(LineKey.metadata.name)
      try dictionary(metadata)
    }
    if let actor = event.actorId { member(.actorId, actor) }
  }

  /// Writes our own keys in our order; as every line has them, no intermediate values are made.
  fileprivate mutating func members(of extras: LogExtras) throws(JSONError) {
    for key in LogExtras.keys {
      switch key {
      case .operation: if let operation = extras.operation { member(key, operation) }
      case .batch:
        guard let batch = extras.batch else { continue }
        self.key(key.name)
        members(of: batch)
      default: if let value = extras.value(of: key) { try member(key, value) }
      }
    }
  }

  /// Writes our own keys in our order, then those of other writers sorted by their bytes.
  fileprivate mutating func extraMembers(
    _ members: [String: AnyCodableValue]
  ) throws(JSONError) {
    for key in LogExtras.keys {
      guard let member = members[key.name] else { continue }
      try self.member(key, member)
    }
    // Standard keys cannot be extra ones, and the checksum of one line is not that of another.
    let others = members.filter { LineKey($0.key) == nil }
    for (key, member) in others.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
      self.key(key)
      try value(member)
    }
  }

  fileprivate mutating func member(_ key: LineKey, _ value: AnyCodableValue) throws(JSONError) {
    self.key(key.name)
    if key == .batch, let batch = LogExtras.Batch(value) {
      members(of: batch)
    } else {
      try self.value(value)
    }
  }

  private mutating func members(of batch: LogExtras.Batch) {
    beginObject()
    member("index", batch.index)
    member("count", batch.count)
    endObject()
  }
}

extension LogExtras.Batch {
  /// Reads an index and a count; nil if the value is anything else.
  fileprivate init?(_ value: AnyCodableValue) {
    guard let members = value.dictionaryValue, members.count == 2,
      case .int(let index)? = members["index"], case .int(let count)? = members["count"]
    else { return nil }
    self.init(index: index, count: count)
  }
}
