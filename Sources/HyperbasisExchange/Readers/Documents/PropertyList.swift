import Foundation
import HyperbasisAnchorLog

/// A binary property list that is read in place: objects are read on demand, so that a large file costs
/// only what is used of it.
///
/// Layout, from CoreFoundation's `CFBinaryPList.c`: `bplist00`, objects, a table of their offsets, and
/// a trailer of 32 bytes.
struct PropertyList {
  private let source: any ByteSource
  private let size: Int
  private let offsetSize: Int
  private let referenceSize: Int
  private let tableOffset: Int
  let objectCount: Int
  let root: Int

  enum Value {
    case null
    case bool(Bool)
    case int(Int)
    case real(Double)
    case text(String)
    case data([UInt8])
    /// What archives refer to their objects by.
    case uid(Int)
    case array([Int])
    case dictionary(keys: [Int], values: [Int])
  }

  /// The most bytes that are read for one value.
  private static let valueLimit = 16 << 20

  init(_ source: any ByteSource) throws {
    self.source = source
    size = try source.size()
    let head = try Self.bytes(source, size, at: 0, count: 8)
    guard head.starts(with: Array("bplist0".utf8)) else {
      throw UnreadableInput.unfit("it is not a binary property list")
    }
    let trailer = try Self.bytes(source, size, at: size - 32, count: 32)
    offsetSize = Int(trailer[6])
    referenceSize = Int(trailer[7])
    objectCount = try Self.number(trailer[8..<16])
    root = try Self.number(trailer[16..<24])
    tableOffset = try Self.number(trailer[24..<32])
    guard (1...8).contains(offsetSize), (1...8).contains(referenceSize), objectCount < 1 << 28,
      tableOffset + objectCount * offsetSize <= size
    else { throw Self.damaged }
  }

  /// Returns the object with this number.
  func value(_ object: Int) throws -> Value {
    guard object >= 0, object < objectCount else { throw Self.damaged }
    let entry = try bytes(at: tableOffset + object * offsetSize, count: offsetSize)
    let offset = try Self.number(entry[...])
    let marker = try bytes(at: offset, count: 1)[0]
    return try value(marker: marker, at: offset + 1)
  }

  private func value(marker: UInt8, at offset: Int) throws -> Value {
    let low = Int(marker & 0x0F)
    switch marker >> 4 {
    case 0x0: return marker == 0x08 ? .bool(false) : marker == 0x09 ? .bool(true) : .null
    case 0x1: return .int(try Self.number(bytes(at: offset, count: 1 << low)[...]))
    case 0x2: return try real(offset, 1 << low)
    case 0x8: return .uid(try Self.number(bytes(at: offset, count: low + 1)[...]))
    case 0x4:
      let (count, start) = try count(low, offset)
      return .data(try bytes(at: start, count: count))
    case 0x5:
      let (count, start) = try count(low, offset)
      return .text(String(decoding: try bytes(at: start, count: count), as: UTF8.self))
    case 0x6:
      let (count, start) = try count(low, offset)
      return .text(try wideText(bytes(at: start, count: 2 * count)))
    case 0xA, 0xC:
      let (count, start) = try count(low, offset)
      return .array(try references(count, at: start))
    case 0xD:
      let (count, start) = try count(low, offset)
      return .dictionary(
        keys: try references(count, at: start),
        values: try references(count, at: start + count * referenceSize))
    default: return .null
    }
  }

  private func real(_ offset: Int, _ length: Int) throws -> Value {
    let bytes = try bytes(at: offset, count: length)
    switch length {
    case 4: return .real(Double(Float(bitPattern: UInt32(try Self.number(bytes[...])))))
    case 8:
      let bits = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      return .real(Double(bitPattern: bits))
    default: throw Self.damaged
    }
  }

  /// Returns how many items an object has and where they begin: a small count is in the marker itself.
  private func count(_ low: Int, _ offset: Int) throws -> (Int, Int) {
    guard low == 0x0F else { return (low, offset) }
    let marker = try bytes(at: offset, count: 1)[0]
    let length = 1 << Int(marker & 0x0F)
    guard marker >> 4 == 1, length <= 8 else { throw Self.damaged }
    let count = try Self.number(bytes(at: offset + 1, count: length)[...])
    guard count <= size else { throw Self.damaged }
    return (count, offset + 1 + length)
  }

  private func references(_ count: Int, at offset: Int) throws -> [Int] {
    let bytes = try bytes(at: offset, count: count * referenceSize)
    return try (0..<count).map {
      try Self.number(bytes[$0 * referenceSize..<($0 + 1) * referenceSize])
    }
  }

  private func wideText(_ bytes: [UInt8]) throws -> String {
    let units = stride(from: 0, to: bytes.count - 1, by: 2).map { (index: Int) -> UInt16 in
      UInt16(bytes[index]) << 8 | UInt16(bytes[index + 1])
    }
    return String(decoding: units, as: UTF16.self)
  }

  private func bytes(at offset: Int, count: Int) throws -> [UInt8] {
    try Self.bytes(source, size, at: offset, count: count)
  }

  private static func bytes(
    _ source: any ByteSource, _ size: Int, at offset: Int, count: Int
  ) throws -> [UInt8] {
    guard offset >= 0, count >= 0, count <= valueLimit, offset <= size - count else {
      throw damaged
    }
    var result = [UInt8](repeating: 0, count: count)
    guard try result.withUnsafeMutableBytes({ try source.readFully(at: offset, into: $0) }) else {
      throw damaged
    }
    return result
  }

  /// Returns a whole number, most significant byte first.
  private static func number(_ bytes: ArraySlice<UInt8>) throws -> Int {
    // Wider numbers exist, but none of them is a count or an offset.
    let value = bytes.suffix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    guard let number = Int(exactly: value) else { throw damaged }
    return number
  }

  static var damaged: UnreadableInput { UnreadableInput("its property list is damaged") }
}
