public import Foundation
public import HyperbasisModels

/// Writes compact JSON that is always the same for the same values.
///
/// The writer adds commas and colons. Text never holds a raw control character, line separator or
/// direction override, so that neither a line reader nor a terminal is misled.
public struct JSONWriter {
  /// What has been written.
  public private(set) var bytes: [UInt8] = []
  private var needsComma = false

  public init() {}
}

// MARK: - Structure

extension JSONWriter {
  public mutating func beginObject() { open("{") }

  public mutating func endObject() { close("}") }

  public mutating func beginArray() { open("[") }

  public mutating func endArray() { close("]") }

  /// Writes the key of the member whose value comes next.
  public mutating func key(_ key: String) {
    string(key)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  /// Ends the line of a value in a list that has one value per line.
  public mutating func endLine() {
    bytes.append(UInt8(ascii: "\n"))
    needsComma = false
  }

  /// Reserves room for `count` bytes in all.
  public mutating func reserve(_ count: Int) { bytes.reserveCapacity(count) }

  private mutating func open(_ bracket: Unicode.Scalar) {
    startValue()
    bytes.append(UInt8(ascii: bracket))
    needsComma = false
  }

  private mutating func close(_ bracket: Unicode.Scalar) {
    bytes.append(UInt8(ascii: bracket))
    needsComma = true
  }

  /// Writes a value of `count` bytes, which `fill` initializes.
  mutating func ascii(
    _ count: Int, _ fill: (UnsafeMutableBufferPointer<UInt8>) -> Void
  ) {
    startValue()
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: count) { text in
      fill(text)
      bytes.append(contentsOf: text)
    }
  }

  private mutating func startValue() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
  }
}

// MARK: - Members

extension JSONWriter {
  /// Writes a member; null if there is no text.
  public mutating func member(_ name: String, _ text: String?) {
    key(name)
    if let text { string(text) } else { null() }
  }

  public mutating func member(_ name: String, _ number: Int) {
    key(name)
    int(number)
  }

  public mutating func member(_ name: String, _ flag: Bool) {
    key(name)
    bool(flag)
  }

  /// Writes a member whose value is JSON already.
  public mutating func member(_ name: String, json value: Data) {
    key(name)
    startValue()
    bytes.append(contentsOf: value)
  }
}

// MARK: - Values

extension JSONWriter {
  public mutating func null() { word("null") }

  public mutating func bool(_ value: Bool) { word(value ? "true" : "false") }

  public mutating func int(_ value: Int) { word(String(value)) }

  /// Writes the shortest text that reads back as this double; a whole number has no `.0`.
  public mutating func double(_ value: Double) throws(JSONError) {
    try number(value.isFinite, value.description)
  }

  /// Writes the shortest text that reads back as this float.
  public mutating func float(_ value: Float) throws(JSONError) {
    // Most numbers of a transform are whole; for those there is no shortest text to search for.
    let isNegativeZero = value == 0 && value.sign == .minus
    if !isNegativeZero, let whole = Int32(exactly: value), whole.magnitude < 1 << 24 {
      return word(String(whole))
    }
    try number(value.isFinite, value.description)
  }

  /// Writes an array of floats, such as a transform; −0, which equals 0, is written as `0`.
  public mutating func floats(_ values: [Float]) throws(JSONError) {
    beginArray()
    for value in values { try float(value == 0 ? 0 : value) }
    endArray()
  }

  /// Writes any value; the keys of dictionaries are sorted by their bytes.
  public mutating func value(_ value: AnyCodableValue) throws(JSONError) {
    switch value {
    case .string(let text): string(text)
    case .int(let number): int(number)
    case .double(let number): try double(number)
    case .bool(let flag): bool(flag)
    case .null: null()
    case .array(let elements):
      beginArray()
      for element in elements { try self.value(element) }
      endArray()
    case .dictionary(let members): try dictionary(members)
    }
  }

  /// Writes an object whose keys are sorted by their bytes.
  public mutating func dictionary(_ members: [String: AnyCodableValue]) throws(JSONError) {
    beginObject()
    let sorted = members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    for (key, member) in sorted {
      self.key(key)
      try value(member)
    }
    endObject()
  }

  private mutating func number(_ isFinite: Bool, _ text: String) throws(JSONError) {
    guard isFinite else { throw JSONError(.notFinite, at: bytes.count) }
    let isWhole = text.utf8.suffix(2).elementsEqual(".0".utf8)
    startValue()
    bytes.append(contentsOf: text.utf8.dropLast(isWhole ? 2 : 0))
  }

  private mutating func word(_ text: String) {
    startValue()
    bytes.append(contentsOf: text.utf8)
  }
}

extension JSONWriter {
  /// Returns the JSON text of a value.
  public static func encode(_ value: AnyCodableValue) throws(JSONError) -> [UInt8] {
    var writer = JSONWriter()
    try writer.value(value)
    return writer.bytes
  }

  /// Returns the JSON text of a value, for a file.
  ///
  /// - Throws: ``HBStorageError/encodingFailed(underlying:)``.
  public static func data(_ value: AnyCodableValue) throws -> Data {
    do {
      return Data(try encode(value))
    } catch {
      throw HBStorageError.encodingFailed(underlying: error)
    }
  }
}

// MARK: - Text

extension JSONWriter {
  public mutating func string(_ text: String) {
    startValue()
    bytes.append(UInt8(ascii: "\""))
    if !appendPlain(text) {
      for scalar in text.unicodeScalars { append(scalar) }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Appends in one piece a text whose bytes all stand for themselves, as do those of nearly every
  /// key.
  ///
  /// - Returns: false for any other text, of which nothing is appended.
  private mutating func appendPlain(_ text: String) -> Bool {
    let isAppended = text.utf8.withContiguousStorageIfAvailable { text in
      guard text.allSatisfy(Self.standsForItself) else { return false }
      bytes.append(contentsOf: text)
      return true
    }
    return isAppended ?? false
  }

  private static func standsForItself(_ byte: UInt8) -> Bool {
    0x20...0x7E ~= byte && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }

  @inline(__always)
  private mutating func append(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "\"", "\\":
      bytes.append(UInt8(ascii: "\\"))
      bytes.append(UInt8(truncatingIfNeeded: scalar.value))
    case "\u{8}": bytes.append(contentsOf: "\\b".utf8)
    case "\u{C}": bytes.append(contentsOf: "\\f".utf8)
    case "\n": bytes.append(contentsOf: "\\n".utf8)
    case "\r": bytes.append(contentsOf: "\\r".utf8)
    case "\t": bytes.append(contentsOf: "\\t".utf8)
    case "\u{20}"..."\u{7E}": bytes.append(UInt8(truncatingIfNeeded: scalar.value))
    default:
      if Self.isEscaped(scalar) {
        escape(scalar)
      } else {
        bytes.append(contentsOf: UTF8.encode(scalar) ?? .init())
      }
    }
  }

  /// Returns whether a scalar is a control, a separator of lines or paragraphs, or changes the
  /// direction of text.
  private static func isEscaped(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x61C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF:
      true
    default: false
    }
  }

  private mutating func escape(_ scalar: Unicode.Scalar) {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    let zeros = String(repeating: "0", count: max(0, 4 - digits.count))
    bytes.append(contentsOf: "\\u\(zeros)\(digits)".utf8)
  }
}
