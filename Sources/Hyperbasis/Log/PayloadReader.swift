import Foundation

/// Reads payloads of an index one after the other through one buffer.
struct PayloadReader {
  let index: EventIndex
  private var buffer: [UInt8] = Array(repeating: 0, count: 4096)

  init(_ index: EventIndex) {
    self.index = index
  }
}

// MARK: - Values

extension PayloadReader {
  /// The whole line of an event that is one.
  mutating func line(_ ordinal: Int) throws -> LogLine {
    let spaceId = index.spaceId
    return try withBytes(ordinal, from: 0) { bytes in try LogLine.decode(bytes, spaceId: spaceId) }
  }

  /// The transform that an event carries.
  mutating func transform(carriedBy ordinal: Int) throws -> [Float] {
    if let event = index.eventInMemory(ordinal) { return event.transform ?? HBTransform.identity }
    let start = try start(.transform, ordinal)
    return try withBytes(ordinal, from: start) { bytes in
      try Self.transform(bytes, at: 0)
    }
  }

  /// The metadata that an event carries.
  mutating func metadata(carriedBy ordinal: Int) throws -> [String: AnyCodableValue] {
    if let event = index.eventInMemory(ordinal) { return event.metadata ?? [:] }
    let start = try start(.metadata, ordinal)
    return try withBytes(ordinal, from: start) { bytes in
      try Self.metadata(bytes, at: 0)
    }
  }

  /// Transform and metadata in force after an event, read at once where one line has both.
  mutating func payload(
    _ ordinal: Int
  ) throws -> (transform: [Float], metadata: [String: AnyCodableValue]) {
    let transformSource = index.transformSource(ordinal)
    let metadataSource = index.metadataSource(ordinal)
    guard let source = transformSource, source == metadataSource,
      index.eventInMemory(source) == nil
    else {
      return (
        try transformSource.map { try transform(carriedBy: $0) } ?? HBTransform.identity,
        try metadataSource.map { try metadata(carriedBy: $0) } ?? [:]
      )
    }
    let (first, second) = (try start(.transform, source), try start(.metadata, source))
    let start = min(first, second)
    return try withBytes(source, from: start) { bytes in
      (
        try Self.transform(bytes, at: first - start),
        try Self.metadata(bytes, at: second - start)
      )
    }
  }

  private static func transform(
    _ bytes: UnsafeBufferPointer<UInt8>, at offset: Int
  ) throws -> [Float] {
    var cursor = JSONCursor(bytes, at: offset)
    guard let transform = try cursor.transform() else { throw LineFault.badTransform }
    return transform
  }

  private static func metadata(
    _ bytes: UnsafeBufferPointer<UInt8>, at offset: Int
  ) throws -> [String: AnyCodableValue] {
    var cursor = JSONCursor(bytes, at: offset)
    return try cursor.dictionary(depth: 1)
  }
}

// MARK: - Bytes

extension PayloadReader {
  /// Where the value of a key starts in its line.
  private mutating func start(_ key: LineKey, _ ordinal: Int) throws -> Int {
    let place = index.place(ordinal)
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
    let place = index.place(ordinal)
    let length = Int(place.length) - start
    let offset = Int(place.offset)
    if buffer.count < length { buffer = Array(repeating: 0, count: length * 2) }
    let source = index.source
    return try buffer.withUnsafeMutableBytes { buffer in
      let bytes = UnsafeMutableRawBufferPointer(rebasing: buffer[..<max(0, length)])
      guard length > 0, try source.readFully(at: offset + start, into: bytes) else {
        throw LogError.lineChanged(offset: offset)
      }
      do {
        return try body(UnsafeRawBufferPointer(bytes).bindMemory(to: UInt8.self))
      } catch is JSONError, is LineFault {
        throw LogError.lineChanged(offset: offset)
      }
    }
  }
}

extension EventIndex {
  func place(_ ordinal: Int) -> EventPlace { columns.places[row(ordinal)] }

  /// The event where it is held in memory; nil where it is a line.
  func eventInMemory(_ ordinal: Int) -> HBAnchorEvent? {
    place(ordinal).memoryIndex.map { memory[$0] }
  }
}
