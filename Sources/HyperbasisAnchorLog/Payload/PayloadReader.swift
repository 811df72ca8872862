import Foundation
import HyperbasisJSONText
import HyperbasisModels

/// Reads payloads of an index one after the other through one buffer.
public struct PayloadReader {
  private let payloads: EventPayloads
  private var buffer: PayloadBuffer

  /// - Parameter readsAhead: for who reads whole lines, one after the other.
  public init(_ index: borrowing EventIndex, readsAhead: Bool = false) {
    self.init(index.payloads, readsAhead: readsAhead)
  }

  init(_ payloads: EventPayloads, readsAhead: Bool = false) {
    self.payloads = payloads
    buffer = PayloadBuffer(readsAhead: readsAhead)
  }
}

extension PayloadReader {
  /// The whole line of an event that is one.
  public mutating func line(_ ordinal: Int) throws -> LogLine {
    let spaceId = payloads.spaceId
    return try withBytes(ordinal, from: 0) { bytes in try LogLine.decode(bytes, spaceId: spaceId) }
  }

  /// The transform that an event carries.
  mutating func transform(carriedBy ordinal: Int) throws -> [Float] {
    if let event = payloads.eventInMemory(payloads.place(ordinal)) {
      return event.transform ?? HBTransform.identity
    }
    let start = try start(.transform, ordinal)
    return try withBytes(ordinal, from: start, PayloadDecoder.transform)
  }

  /// The metadata that an event carries.
  mutating func metadata(carriedBy ordinal: Int) throws -> [String: AnyCodableValue] {
    if let event = payloads.eventInMemory(payloads.place(ordinal)) { return event.metadata ?? [:] }
    let start = try start(.metadata, ordinal)
    return try withBytes(ordinal, from: start, PayloadDecoder.metadata)
  }

  /// Runs `body` on the bytes of the metadata that an event carries; nil where it is not a line.
  mutating func withMetadata<Result>(
    carriedBy ordinal: Int, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
  ) throws -> Result? {
    guard payloads.eventInMemory(payloads.place(ordinal)) == nil else { return nil }
    return try withBytes(ordinal, from: try start(.metadata, ordinal), body)
  }

  /// Where the value of a key starts in its line.
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

  /// Runs `body` on the bytes of a line from an offset within it on.
  private mutating func withBytes<Result>(
    _ ordinal: Int, from start: Int, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
  ) throws -> Result {
    let place = payloads.place(ordinal)
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

  func place(_ ordinal: Int) -> EventPlace { columns.places[row(ordinal)] }

  /// The event where it is held in memory; nil where it is a line.
  func eventInMemory(_ ordinal: Int) -> HBAnchorEvent? {
    place(ordinal).memoryIndex.map { memory[$0] }
  }
}
