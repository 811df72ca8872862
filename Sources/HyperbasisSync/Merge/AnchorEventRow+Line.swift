import Foundation
import HyperbasisAnchorLog
import HyperbasisJSONText
import HyperbasisModels

extension AnchorEventRow {
  /// The event of a line, with all its extra keys.
  init(_ line: LogLine) {
    let event = line.event
    let extra = line.extraKeys.filter { $0.key != LineKey.microseconds.name }
    self.init(
      id: event.id, anchorId: event.anchorId, spaceId: event.spaceId, type: event.type,
      instant: line.instant, version: event.version, transform: event.transform,
      metadata: event.metadata, actorId: event.actorId,
      extra: Dictionary(extra.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first }))
  }

  /// The line of the event, with its newline; written as its author would, so that stores that
  /// hold the same events mostly hold the same bytes.
  ///
  /// - Throws: ``JSONError`` where it holds a number that is not finite.
  func line() throws(JSONError) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.member(.id, id.uuidString)
    writer.member(.anchorId, anchorId.uuidString)
    writer.member(.spaceId, spaceId.uuidString)
    writer.member(.type, type.rawValue)
    writer.member(.timestamp, instant.wholeSecondText)
    writer.member(.version, version)
    if let transform {
      writer.key(LineKey.transform.name)
      try writer.floats(transform)
    }
    if let metadata {
      writer.key(LineKey.metadata.name)
      try writer.dictionary(metadata)
    }
    if let actorId { writer.member(.actorId, actorId) }
    if instant.fraction != 0 { writer.member(.microseconds, instant.fraction) }
    try writer.extraMembers(extra)
    writer.endObject()
    return writer.bytes + [0x0a]
  }
}

extension JSONWriter {
  /// Our own keys in our order, then those of other writers by their bytes. Standard keys cannot
  /// be extra ones.
  fileprivate mutating func extraMembers(
    _ members: [String: AnyCodableValue]
  ) throws(JSONError) {
    let own: [LineKey] = [.operation, .undoes, .redoes]
    for key in own {
      guard let member = members[key.name] else { continue }
      self.key(key.name)
      try value(member)
    }
    if let batch = members[LineKey.batch.name] {
      key(LineKey.batch.name)
      try self.batch(batch)
    }
    let others = members.filter { LineKey($0.key) == nil }
    for (key, member) in others.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
      self.key(key)
      try value(member)
    }
  }

  private mutating func batch(_ batch: AnyCodableValue) throws(JSONError) {
    guard let members = batch.dictionaryValue, members.count == 2,
      case .int(let index)? = members["index"], case .int(let count)? = members["count"]
    else { return try value(batch) }
    beginObject()
    key("index")
    int(index)
    key("count")
    int(count)
    endObject()
  }
}
