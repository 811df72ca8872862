public import Foundation
import HyperbasisJSONText
import HyperbasisModels

/// Reads one line into an event: the slow path, which knows every spelling that JSON allows.
struct LineDecoder {
  private let bytes: UnsafeBufferPointer<UInt8>
  let members: LineMembers

  init(_ bytes: UnsafeBufferPointer<UInt8>) throws(LineFault) {
    self.bytes = bytes
    do {
      members = try LineMembers(bytes)
    } catch {
      throw .damaged(Self.text(of: error, in: bytes))
    }
  }

  /// Describes an error; valid JSON that is not an object is called that, without naming a byte.
  private static func text(
    of error: JSONError, in bytes: UnsafeBufferPointer<UInt8>
  ) -> String {
    let isValue = error.reason == .unexpectedByte && (try? JSONParser.parse(Array(bytes))) != nil
    return isValue ? "it is not a JSON object" : "byte \(error.offset): \(error.reason.rawValue)"
  }

  /// Returns a cursor at the value of a key; nil if it is absent or null.
  func cursor(_ key: LineKey) -> JSONCursor? {
    guard let offset = members.offset(of: key), bytes[offset] != UInt8(ascii: "n") else {
      return nil
    }
    return JSONCursor(bytes, at: offset)
  }
}

// MARK: - Values

extension LineDecoder {
  /// Returns the text of a key; nil if it is absent.
  func text(_ key: LineKey) throws(LineFault) -> String? {
    guard var cursor = cursor(key) else { return nil }
    // The fault names the member; its line is kept whole.
    guard cursor.byte == UInt8(ascii: "\""), let text = try? cursor.string() else {
      throw .damaged("\(key.name) is not text")
    }
    return text
  }

  func requiredText(_ key: LineKey) throws(LineFault) -> String {
    guard let text = try text(key) else { throw .damaged("\(key.name) is missing") }
    return text
  }

  func requiredUUID(_ key: LineKey) throws(LineFault) -> UUIDBits {
    guard let id = UUIDBits(text: try requiredText(key)) else {
      throw .damaged("\(key.name) is not a UUID")
    }
    return id
  }

  /// Returns the UUID of an extra key; nil if there is none or the value is something else.
  // Extra keys may hold anything: one that is not a UUID means nothing here.
  func optionalUUID(_ key: LineKey) -> UUIDBits? {
    (try? text(key)).flatMap { UUIDBits(text: $0) }
  }

  func version() throws(LineFault) -> Int32 {
    guard var cursor = cursor(.version) else { throw .damaged("version is missing") }
    let start = cursor.position
    // The fault names the member; its line is kept whole.
    guard let number = try? cursor.number() else { throw .damaged("version is not a number") }
    if let version = number.integer(in: cursor), (1...Int(Int32.max)).contains(version) {
      return Int32(version)
    }
    let token = UnsafeBufferPointer(rebasing: bytes[start..<min(cursor.position, start + 30)])
    let isWhole = number.double(in: cursor).map { $0 == $0.rounded() } ?? false
    guard isWhole else { throw .damaged("version is not a whole number") }
    throw .badVersion(String(decoding: token, as: UTF8.self))
  }

  /// Returns the instant, and whether the microseconds are bad. A fraction inside the timestamp
  /// wins.
  func instant() throws(LineFault) -> (instant: HBInstant, hasBadMicroseconds: Bool) {
    let text = try requiredText(.timestamp)
    guard let whole = HBInstant(rfc3339: text) else {
      throw .damaged("timestamp is not a date with a zone")
    }
    guard var cursor = cursor(.microseconds) else { return (whole, false) }
    // Bad microseconds count as 0 and are reported.
    let number = try? cursor.number()
    guard let micros = number?.integer(in: cursor), (0..<1_000_000).contains(micros) else {
      return (whole, true)
    }
    if text.utf8.contains(UInt8(ascii: ".")) { return (whole, false) }
    return (whole.advanced(byMicroseconds: Int64(micros)), false)
  }

  /// Returns the transform; nil if the line has none.
  func transform() throws(LineFault) -> [Float]? {
    guard var cursor = cursor(.transform) else { return nil }
    // The fault names the member; its line is kept whole.
    guard let transform = (try? cursor.transform()) ?? nil else { throw .badTransform }
    return transform
  }

  /// Checks that the metadata is an object; returns whether there is any.
  func hasMetadata() throws(LineFault) -> Bool {
    guard let cursor = cursor(.metadata) else { return false }
    guard cursor.byte == UInt8(ascii: "{") else { throw .damaged("metadata is not an object") }
    return true
  }

  /// Returns the metadata; empty if it cannot be decoded.
  func metadata() -> [String: AnyCodableValue] {
    guard var cursor = cursor(.metadata) else { return [:] }
    // Checked when the line was read.
    return (try? cursor.dictionary(depth: 1)) ?? [:]
  }

  /// Returns the whole number of an extra key; nil if there is none or the value is something else.
  // Extra keys may hold anything, as above.
  func optionalInteger(_ key: LineKey) -> Int64? {
    guard var cursor = cursor(key), let number = try? cursor.number() else { return nil }
    return number.integer(in: cursor).map(Int64.init)
  }

  func undone() -> OperationTag? {
    if let id = optionalUUID(.undoes) { return .undoes(id.uuid) }
    return optionalUUID(.redoes).map { .redoes($0.uuid) }
  }
}

// MARK: - The whole line

extension LogLine {
  /// Decodes the event that a line holds; its newline is not part of `bytes`.
  ///
  /// - Parameter spaceId: the space that the line must belong to; nil for any.
  public static func decode(_ bytes: [UInt8], spaceId: UUID? = nil) throws(LineFault) -> LogLine {
    try bytes.withUnsafeBufferPointer { (bytes) throws(LineFault) in
      try decode(bytes, spaceId: spaceId)
    }
  }

  static func decode(
    _ bytes: UnsafeBufferPointer<UInt8>, spaceId: UUID? = nil
  ) throws(LineFault) -> LogLine {
    let decoder = try LineDecoder(bytes)
    let head = try LineHead(decoder, spaceId: spaceId.map { UUIDBits($0) })
    var metadata: [String: AnyCodableValue]?
    if head.metadata != nil, var cursor = decoder.cursor(.metadata) {
      // Checked when the line was read.
      metadata = try? cursor.dictionary(depth: 1)
    }
    let event = HBAnchorEvent(
      id: head.id.uuid, anchorId: head.anchor.uuid, spaceId: head.space.uuid, type: head.type,
      timestamp: head.instant.date, version: Int(head.version), transform: head.transform,
      metadata: metadata, actorId: head.actor)
    let extra = decoder.members.extra.compactMap { member in
      var cursor = JSONCursor(bytes, at: member.offset)
      // An extra key whose value is not JSON is left out.
      return (try? cursor.value(depth: 1)).map { (key: member.key, value: $0) }
    }
    return LogLine(
      event: event, instant: head.instant, operation: head.operation?.uuid,
      undone: head.undone, extraKeys: extra, hasBadMicroseconds: head.hasBadMicroseconds)
  }
}

/// What the columns need from a line, as the slow path reads it.
struct LineHead {
  let id: UUIDBits
  let anchor: UUIDBits
  let space: UUIDBits
  let type: HBAnchorEvent.EventType
  let instant: HBInstant
  let hasBadMicroseconds: Bool
  let version: Int32
  let transform: [Float]?
  /// Nil if the line has none; empty if it cannot be decoded.
  let metadata: [String: AnyCodableValue]?
  let actor: String?
  let operation: UUIDBits?
  let undone: OperationTag?
  /// Microseconds since 1970.
  let createdAt: Int64?
  /// Microseconds since 1970.
  let derived: Int64?

  /// Reads everything that must be present before it judges what is merely foreign, so that a
  /// damaged line is reported as damaged.
  init(_ decoder: LineDecoder, spaceId: UUIDBits?) throws(LineFault) {
    id = try decoder.requiredUUID(.id)
    anchor = try decoder.requiredUUID(.anchorId)
    space = try decoder.requiredUUID(.spaceId)
    let type = try decoder.requiredText(.type)
    (instant, hasBadMicroseconds) = try decoder.instant()
    let hasMetadata = try decoder.hasMetadata()
    actor = try decoder.text(.actorId)
    let version = Result { () throws(LineFault) in try decoder.version() }
    if case .failure(.damaged(let detail)) = version { throw .damaged(detail) }
    if let spaceId, space != spaceId { throw .foreignSpace(space.uuid) }
    guard let known = HBAnchorEvent.EventType(rawValue: type) else { throw .unknownType(type) }
    self.type = known
    self.version = try version.get()
    transform = try decoder.transform()
    metadata = hasMetadata ? decoder.metadata() : nil
    operation = decoder.optionalUUID(.operation)
    undone = decoder.undone()
    createdAt = decoder.optionalInteger(.createdAt)
    derived = decoder.optionalInteger(.derived)
  }
}
