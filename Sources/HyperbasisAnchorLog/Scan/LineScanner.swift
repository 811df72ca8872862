import Foundation
import HyperbasisJSONText
import HyperbasisModels

/// Scans lines at several gigabytes a second by knowing their shape.
///
/// One cursor moves over the line and parses every value in place, in whatever order the keys come.
/// Nothing is allocated. Anything that deviates from the expected spelling, even if it is valid
/// (blanks between tokens, escapes in keys, duplicate keys, exotic numbers), is left to the slow
/// path of ``LineDecoder``, which reads whatever this scanner accepts in the same way.
struct LineScanner {
  /// The space's id between quotes, as its five overlapping words.
  private let space: (UInt64, UInt64, UInt64, UInt64, UInt64)
  private var clock = TimestampScanner()
  private let digests: PayloadDigests

  init(spaceId: UUIDBits, digests: PayloadDigests) {
    self.digests = digests
    var text = Array("\"\(spaceId.uuid.uuidString)\"".utf8)
    text.append(contentsOf: repeatElement(0, count: ScanPointer.padding))
    space = text.withUnsafeBufferPointer { text in
      guard let start = text.baseAddress else { return (0, 0, 0, 0, 0) }
      return (start.load8(), start.load8(8), start.load8(16), start.load8(24), start.load8(30))
    }
  }

  /// Bits of the keys that a line needs, by the raw values of ``LineKey``.
  private static let required: UInt32 = 0b11_1111
}

extension LineScanner {
  /// Scans the line at `start`; returns the start of the next one, or nil if the line needs the
  /// slow path.
  @inline(__always)
  mutating func scan(_ start: ScanPointer, into line: inout ScannedLine) -> ScanPointer? {
    guard start.load2() == 0x227B else { return nil }  // {"
    var cursor = start + 2
    var seen: UInt32 = 0
    var micros = 0 as Int64
    var hasFraction = false
    line.flags = EventFlags()
    line.rotationDigest = 0
    line.metadataDigest = 0
    line.metadataShape = 0
    line.actor = 0
    line.rare = []
    while true {
      guard
        let next = member(
          cursor, start, &line, seen: &seen, micros: &micros, hasFraction: &hasFraction)
      else { return nil }
      if next.load2() == 0x222C {  // ,"
        cursor = next + 2
      } else if next[0] == UInt8(ascii: "}") {
        let end = next[1] == UInt8(ascii: "\r") ? next + 2 : next + 1
        guard end[0] == UInt8(ascii: "\n"), seen & Self.required == Self.required else {
          return nil
        }
        if !hasFraction { line.instant &+= micros }
        return end + 1
      } else {
        return nil
      }
    }
  }

  /// Records that a key was seen; returns false if it was seen before.
  @inline(__always)
  private func first(_ key: LineKey, _ seen: inout UInt32) -> Bool {
    let bit = UInt32(1) << UInt32(key.rawValue)
    guard seen & bit == 0 else { return false }
    seen |= bit
    return true
  }

  /// Scans one member, starting after the quote that opens its key; returns the end of its value.
  @inline(__always)
  private mutating func member(
    _ key: ScanPointer, _ start: ScanPointer, _ line: inout ScannedLine, seen: inout UInt32,
    micros: inout Int64, hasFraction: inout Bool
  ) -> ScanPointer? {
    let word = key.load8()
    switch key[0] {
    case UInt8(ascii: "i") where UInt32(truncatingIfNeeded: word) == 0x3A22_6469:  // id":
      guard first(.id, &seen) else { return nil }
      return UUIDScanner.scan(key + 4, &line.id)
    case UInt8(ascii: "a") where word == 0x6449_726F_6863_6E61 && key.load2(8) == 0x3A22:
      guard first(.anchorId, &seen) else { return nil }
      return UUIDScanner.scan(key + 10, &line.anchor)
    case UInt8(ascii: "s") where word == 0x2264_4965_6361_7073 && key[8] == 0x3A:
      guard first(.spaceId, &seen) else { return nil }
      return spaceId(key + 9)
    case UInt8(ascii: "t"):
      return typeTimeOrTransform(key, word, start, &line, &seen, &hasFraction)
    case UInt8(ascii: "v") where word == 0x226E_6F69_7372_6576 && key[8] == 0x3A:
      guard first(.version, &seen) else { return nil }
      return NumberScanner.version(key + 9, &line.version)
    case UInt8(ascii: "m") where word == 0x6174_6164_6174_656D && key.load2(8) == 0x3A22:
      guard first(.metadata, &seen) else { return nil }
      let value = key + 10
      if value[0] == UInt8(ascii: "n") { return ValueScanner.null(value) }
      line.flags.insert(.metadata)
      line.metadata = value - start
      return metadata(value, &line)
    case UInt8(ascii: "c") where word & 0xFF_FFFF_FFFF_FFFF == 0x3A_226B_6365_6863:  // check":
      // The checksum is compared with the line only when the store is verified.
      return ValueScanner.skipPlainString(key + 7)
    default:
      return rareMember(key, word, start, &line, &seen, &micros)
    }
  }

  @inline(__always)
  private func metadata(_ value: ScanPointer, _ line: inout ScannedLine) -> ScanPointer? {
    let scanner = MetadataScanner(digests.metadata)
    if let end = scanner.metadata(value, &line.metadataDigest, &line.metadataShape) { return end }
    guard let end = ValueScanner.skipObject(value) else { return nil }
    var cursor = JSONCursor(UnsafeBufferPointer(start: value, count: end - value))
    // The slow path reports what is wrong.
    guard let metadata = try? cursor.dictionary(depth: 1) else { return nil }
    line.metadataDigest = digests.metadata.of(metadata)
    line.metadataShape = digests.metadata.shape(of: metadata)
    return end
  }

  @inline(__always)
  private mutating func typeTimeOrTransform(
    _ key: ScanPointer, _ word: UInt64, _ start: ScanPointer, _ line: inout ScannedLine,
    _ seen: inout UInt32, _ hasFraction: inout Bool
  ) -> ScanPointer? {
    if word == 0x6D61_7473_656D_6974, key.load2(8) == 0x2270, key[10] == 0x3A {  // timestamp":
      guard first(.timestamp, &seen) else { return nil }
      return clock.scan(key + 11, &line.instant, &hasFraction)
    }
    if word & 0xFFFF_FFFF_FFFF == 0x3A22_6570_7974 {  // type":
      guard first(.type, &seen) else { return nil }
      return type(key + 6, &line)
    }
    if word == 0x726F_6673_6E61_7274, key.load2(8) == 0x226D, key[10] == 0x3A {  // transform":
      guard first(.transform, &seen) else { return nil }
      let value = key + 11
      if value[0] == UInt8(ascii: "n") { return ValueScanner.null(value) }
      line.flags.insert(.transform)
      line.transform = value - start
      return TransformScanner.scan(
        value, &line.position, &line.rotationDigest, digests.rotation)
    }
    return ValueScanner.skipUnknownMember(key)
  }

  @inline(__always)
  private func spaceId(_ value: ScanPointer) -> ScanPointer? {
    let differences =
      (value.load8() ^ space.0) | (value.load8(8) ^ space.1) | (value.load8(16) ^ space.2)
      | (value.load8(24) ^ space.3) | (value.load8(30) ^ space.4)
    return differences == 0 ? value + 38 : nil
  }

  @inline(__always)
  private func type(_ value: ScanPointer, _ line: inout ScannedLine) -> ScanPointer? {
    guard value[0] == UInt8(ascii: "\"") else { return nil }
    let word = value.load8(1)
    if word & 0xFFFF_FFFF_FFFF == 0x2264_6576_6F6D {  // moved"
      line.flags.insert(EventFlags(type: .moved))
      return value + 7
    }
    switch word {
    case 0x2264_6574_6165_7263: line.flags.insert(EventFlags(type: .created))
    case 0x2264_6574_6164_7075: line.flags.insert(EventFlags(type: .updated))
    case 0x2264_6574_656C_6564: line.flags.insert(EventFlags(type: .deleted))
    case 0x6465_726F_7473_6572 where value[9] == UInt8(ascii: "\""):
      line.flags.insert(EventFlags(type: .restored))
      return value + 10
    default: return nil
    }
    return value + 9
  }
}

extension LineScanner {
  /// Scans the members that many logs do not have.
  @inline(never)
  private func rareMember(
    _ key: ScanPointer, _ word: UInt64, _ start: ScanPointer, _ line: inout ScannedLine,
    _ seen: inout UInt32, _ micros: inout Int64
  ) -> ScanPointer? {
    switch word {
    case 0x2264_4972_6F74_6361 where key[8] == 0x3A:  // actorId":
      guard first(.actorId, &seen) else { return nil }
      return actor(key + 9, start, &line)
    case 0x6365_736F_7263_696D where key.load4(8) == 0x7364_6E6F && key.load2(12) == 0x3A22:
      guard first(.microseconds, &seen) else { return nil }
      return NumberScanner.microseconds(key + 14, &micros)
    case 0x6F69_7461_7265_706F where key.load2(8) == 0x226E && key[10] == 0x3A:  // operation":
      guard first(.operation, &seen) else { return nil }
      line.rare.insert(.operation)
      return UUIDScanner.scan(key + 11, &line.operation)
    case 0x3A22_7365_6F64_6E75:  // undoes":
      guard first(.undoes, &seen), !line.rare.contains(.redoes) else { return nil }
      line.rare.insert(.undoes)
      return UUIDScanner.scan(key + 8, &line.undone)
    case 0x3A22_7365_6F64_6572:  // redoes":
      guard first(.redoes, &seen), !line.rare.contains(.undoes) else { return nil }
      line.rare.insert(.redoes)
      return UUIDScanner.scan(key + 8, &line.undone)
    case 0x4164_6574_6165_7263 where key.load2(8) == 0x2274 && key[10] == 0x3A:  // createdAt":
      guard first(.createdAt, &seen) else { return nil }
      line.rare.insert(.createdAt)
      return NumberScanner.integer(key + 11, &line.createdAt)
    case 0x2264_6576_6972_6564 where key[8] == 0x3A:  // derived":
      guard first(.derived, &seen) else { return nil }
      line.rare.insert(.derived)
      return NumberScanner.integer(key + 9, &line.derived)
    case 0x2264_6567_6E61_6863 where key[8] == 0x3A:  // changed":
      guard first(.changed, &seen) else { return nil }
      line.rare.insert(.changed)
      return ValueScanner.skipUnknownMember(key)
    case 0x7374_6365_7272_6F63 where key.load2(8) == 0x3A22:  // corrects":
      guard first(.corrects, &seen) else { return nil }
      line.rare.insert(.corrects)
      line.corrects = key + 10 - start
      return ValueScanner.skipUnknownMember(key)
    default:
      return ValueScanner.skipUnknownMember(key)
    }
  }

  private func actor(
    _ value: ScanPointer, _ start: ScanPointer, _ line: inout ScannedLine
  ) -> ScanPointer? {
    if value[0] == UInt8(ascii: "n") { return ValueScanner.null(value) }
    guard let end = ValueScanner.skipPlainString(value) else { return nil }
    line.actor = value + 1 - start
    line.actorLength = end - value - 2
    return end
  }
}
