import Foundation
import HyperbasisJSONText
import HyperbasisModels

/// Reads payloads of an index one after the other through one buffer.
public struct PayloadReader {
  private let payloads: EventPayloads
  private var buffer: PayloadBuffer

  /// - Parameter readsAhead: whether to read ahead, which helps to read whole lines one after the
  ///   other.
  public init(_ index: borrowing EventIndex, readsAhead: Bool = false) {
    self.init(index.payloads, readsAhead: readsAhead)
  }

  init(_ payloads: EventPayloads, readsAhead: Bool = false) {
    self.payloads = payloads
    buffer = PayloadBuffer(readsAhead: readsAhead)
  }
}

extension PayloadReader {
  /// Returns the whole line of an event; the event must not be in memory.
  public mutating func line(_ ordinal: Int) throws -> LogLine {
    let spaceId = payloads.spaceId
    return try withBytes(ordinal, from: 0) { bytes in try LogLine.decode(bytes, spaceId: spaceId) }
  }

  /// Returns the transform that an event carries.
  mutating func transform(carriedBy ordinal: Int) throws -> [Float] {
    if let event = payloads.eventInMemory(payloads.place(ordinal)) {
      return event.transform ?? HBTransform.identity
    }
    let start = try start(.transform, ordinal)
    return try withBytes(ordinal, from: start, PayloadDecoder.transform)
  }

  /// Returns the metadata in force after an event that carries some.
  mutating func metadata(carriedBy ordinal: Int) throws -> [String: AnyCodableValue] {
    if let merged = payloads.mergedMetadata(ordinal) { return merged }
    if let event = payloads.eventInMemory(payloads.place(ordinal)) { return event.metadata ?? [:] }
    let start = try start(.metadata, ordinal)
    return try withBytes(ordinal, from: start, PayloadDecoder.metadata)
  }

  /// Returns the metadata that a line carries, and the keys that it says it changes; nil if it does
  /// not say so with a list of texts.
  mutating func edit(
    _ ordinal: Int
  ) throws -> (metadata: [String: AnyCodableValue], changed: [String]?) {
    try withBytes(ordinal, from: 0) { bytes in
      let members = try LineMembers(bytes)
      guard let start = members.offset(of: .metadata) else {
        throw LineFault.damaged("metadata is missing")
      }
      var cursor = JSONCursor(bytes, at: start)
      let metadata = try cursor.dictionary(depth: 1)
      guard let offset = members.offset(of: .changed) else { return (metadata, nil) }
      var list = JSONCursor(bytes, at: offset)
      return (metadata, try list.value(depth: 1).textsIfAll)
    }
  }

  /// Runs `body` on the bytes of the metadata that an event carries; nil if it is not a line, or if
  /// other metadata is in force after it.
  mutating func withMetadata<Result>(
    carriedBy ordinal: Int, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
  ) throws -> Result? {
    guard payloads.eventInMemory(payloads.place(ordinal)) == nil,
      payloads.mergedMetadata(ordinal) == nil
    else { return nil }
    return try withBytes(ordinal, from: try start(.metadata, ordinal), body)
  }

  /// Returns where the value of a key starts in its line.
  private mutating func start(_ key: LineKey, _ ordinal: Int) throws -> Int {
    let place = payloads.place(ordinal)
    let near = key == .transform ? place.transform : place.metadata
    if near != EventPlace.far { return Int(near) }
    return try withBytes(ordinal, from: 0) { bytes in
      guard let offset = try LineMembers(bytes).offset(of: key) else {
        throw LineFault.damaged("\(key.name) is missing")
      }
      return offset
    }
  }

  /// Runs `body` on the bytes of a line, starting at an offset within it.
  private mutating func withBytes<Result>(
    _ ordinal: Int, from start: Int, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
  ) throws -> Result {
    let place = payloads.place(ordinal)
    try payloads.requireWholeIndex()
    let line = Int(place.offset)
    do {
      return try buffer.with(line + start..<line + Int(place.length), of: payloads.source, body)
    } catch is JSONError, is LineFault {
      throw LogError.lineChanged(offset: line)
    }
  }
}

extension EventIndex {
  var payloads: EventPayloads { EventPayloads(self) }

  /// Returns where the payload of an event lies.
  public func place(_ ordinal: Int) -> EventPlace { columns.places[row(ordinal)] }

  /// Returns the event if it is held in memory; nil if it is a line.
  func eventInMemory(_ ordinal: Int) -> HBAnchorEvent? {
    place(ordinal).memoryIndex.map { memory[$0] }
  }
}

extension AnyCodableValue {
  /// The elements of a list of texts; nil for anything else.
  fileprivate var textsIfAll: [String]? {
    guard let elements = arrayValue else { return nil }
    let texts = elements.compactMap(\.stringValue)
    return texts.count == elements.count ? texts : nil
  }
}
