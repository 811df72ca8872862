import Foundation
package import HyperbasisJSONText
package import HyperbasisModels

extension LogLine {
  /// The bytes of a line with its checksum, without its newline.
  ///
  /// - Throws: ``JSONError`` where the event holds a number that is not finite.
  package static func encode(
    _ event: HBAnchorEvent, extras: LogExtras = LogExtras()
  ) throws(JSONError) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    try writer.members(of: event, at: event.instant)
    for (key, value) in extras.members { try writer.member(key, value) }
    return writer.finishedLine()
  }

  /// The bytes of a line with whatever members its author wrote, without its newline: as the author
  /// would write it, so that stores that hold the same events mostly hold the same bytes.
  ///
  /// - Parameter instant: the event's, which a date far away cannot hold to the microsecond.
  package static func encode(
    _ event: HBAnchorEvent, at instant: HBInstant, extra members: [String: AnyCodableValue]
  ) throws(JSONError) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    try writer.members(of: event, at: instant)
    try writer.extraMembers(members)
    return writer.finishedLine()
  }
}

extension JSONWriter {
  private mutating func member(_ key: LineKey, _ text: String) { member(key.name, text) }

  private mutating func member(_ key: LineKey, _ number: Int) { member(key.name, number) }

  private mutating func member(_ key: LineKey, _ id: UUID) {
    self.key(key.name)
    self.id(id)
  }

  /// Ends the line with the checksum of what stands before it.
  fileprivate mutating func finishedLine() -> [UInt8] {
    let digits = bytes.withUnsafeBytes(LineCheck.digits)
    member(.check, String(decoding: digits, as: UTF8.self))
    endObject()
    return bytes
  }

  fileprivate mutating func members(
    of event: HBAnchorEvent, at instant: HBInstant
  ) throws(JSONError) {
    member(.id, event.id)
    member(.anchorId, event.anchorId)
    member(.spaceId, event.spaceId)
    member(.type, event.type.rawValue)
    member(.timestamp, instant.wholeSecondText)
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
    if instant.fraction != 0 { member(.microseconds, instant.fraction) }
  }

  /// Our own keys in our order, then those of other writers by their bytes.
  fileprivate mutating func extraMembers(
    _ members: [String: AnyCodableValue]
  ) throws(JSONError) {
    for key in LogExtras.keys {
      guard let member = members[key.name] else { continue }
      try self.member(key, member)
    }
    // Standard keys cannot be extra ones, and a line's checksum is not another's.
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
  /// Nil for a value that says more than a place and a count.
  fileprivate init?(_ value: AnyCodableValue) {
    guard let members = value.dictionaryValue, members.count == 2,
      case .int(let index)? = members["index"], case .int(let count)? = members["count"]
    else { return nil }
    self.init(index: index, count: count)
  }
}
