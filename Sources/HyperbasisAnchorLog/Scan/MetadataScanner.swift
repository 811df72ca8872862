import HyperbasisJSONText

/// Checks and digests metadata of the usual spelling in one pass.
///
/// Whatever it accepts, ``ValueScanner`` accepts too, and the digest is that of the decoded value.
struct MetadataScanner {
  private let digests: MetadataDigest

  /// Objects with more members are decoded, as a duplicate key counts once.
  private static let memberLimit = 16
  private static let depthLimit = 8

  init(_ digests: MetadataDigest) {
    self.digests = digests
  }

  /// Scans metadata; returns what follows it, or nil if it must be decoded.
  func metadata(
    _ value: ScanPointer, _ digest: inout UInt64, _ shape: inout UInt32
  ) -> ScanPointer? {
    var members = digests.members()
    let end = object(value, &members, depth: 1)
    digest = members.bits
    shape = members.shape
    return end
  }

  private func object(
    _ value: ScanPointer, _ members: inout MetadataDigest.Members, depth: Int
  ) -> ScanPointer? {
    guard value[0] == UInt8(ascii: "{"), depth < Self.depthLimit else { return nil }
    if value[1] == UInt8(ascii: "}") { return value + 2 }
    return withUnsafeTemporaryAllocation(of: UInt64.self, capacity: Self.memberLimit) { keys in
      self.members(value, &members, keys, depth: depth)
    }
  }

  private func members(
    _ value: ScanPointer, _ members: inout MetadataDigest.Members,
    _ keys: UnsafeMutableBufferPointer<UInt64>, depth: Int
  ) -> ScanPointer? {
    var cursor = value
    var count = 0
    while true {
      var (key, member): (UInt64, UInt64) = (0, 0)
      // Keys beyond ASCII may be equal though their bytes differ.
      guard let colon = text(cursor + 1, &key, isASCII: true), colon[0] == UInt8(ascii: ":"),
        let end = any(colon + 1, &member, depth: depth + 1), count < Self.memberLimit,
        !keys[..<count].contains(key)
      else { return nil }
      keys[count] = key
      count += 1
      members.add(key, member)
      if end[0] == UInt8(ascii: "}") { return end + 1 }
      guard end[0] == UInt8(ascii: ",") else { return nil }
      cursor = end
    }
  }

  private func array(
    _ value: ScanPointer, _ digest: inout UInt64, depth: Int
  ) -> ScanPointer? {
    guard depth < Self.depthLimit else { return nil }
    var elements: [UInt64] = []
    var cursor = value
    if value[1] == UInt8(ascii: "]") {
      digest = digests.array(elements)
      return value + 2
    }
    while true {
      var element: UInt64 = 0
      guard let end = any(cursor + 1, &element, depth: depth + 1) else { return nil }
      elements.append(element)
      if end[0] == UInt8(ascii: "]") {
        digest = digests.array(elements)
        return end + 1
      }
      guard end[0] == UInt8(ascii: ",") else { return nil }
      cursor = end
    }
  }

  private func any(
    _ value: ScanPointer, _ digest: inout UInt64, depth: Int
  ) -> ScanPointer? {
    switch value[0] {
    case UInt8(ascii: "\""): return text(value, &digest, isASCII: false)
    case UInt8(ascii: "{"):
      var members = digests.members()
      let end = object(value, &members, depth: depth)
      digest = members.bits
      return end
    case UInt8(ascii: "["): return array(value, &digest, depth: depth)
    case UInt8(ascii: "t"):
      digest = digests.bool(true)
      return value.load4() == 0x6575_7274 ? value + 4 : nil
    case UInt8(ascii: "f"):
      digest = digests.bool(false)
      return value.load4(1) == 0x6573_6C61 ? value + 5 : nil
    case UInt8(ascii: "n"):
      digest = digests.null
      return ValueScanner.null(value)
    default: return number(value, &digest)
    }
  }

  /// Scans a number of at most 15 digits without an exponent, which is exact as it stands.
  private func number(_ value: ScanPointer, _ digest: inout UInt64) -> ScanPointer? {
    guard let end = NumberScanner.skip(value), end - value <= 16 else { return nil }
    var cursor = value
    let isNegative = cursor[0] == UInt8(ascii: "-")
    if isNegative { cursor += 1 }
    var mantissa = 0
    var digits = 0
    var decimals = -1
    while cursor < end {
      if cursor[0] == UInt8(ascii: ".") {
        decimals = 0
      } else {
        guard case let digit = cursor[0] &- UInt8(ascii: "0"), digit < 10 else { return nil }
        mantissa = mantissa * 10 + Int(digit)
        digits += 1
        if decimals >= 0 { decimals += 1 }
      }
      cursor += 1
    }
    guard digits <= 15 else { return nil }
    let signed = isNegative ? -mantissa : mantissa
    if decimals <= 0 {
      digest = digests.integer(signed)
    } else {
      // Both are exact as doubles, so their quotient is the nearest double.
      digest = digests.double(Double(signed) / Self.powersOfTen[decimals])
    }
    return end
  }

  private static let powersOfTen: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
  ]

  @inline(__always)
  private func text(
    _ value: ScanPointer, _ digest: inout UInt64, isASCII: Bool
  ) -> ScanPointer? {
    guard value[0] == UInt8(ascii: "\"") else { return nil }
    var text = TextDigest(digests.key)
    var cursor = value + 1
    while true {
      let word = cursor.load8()
      let plain = ValueScanner.plainCount(word)
      text.add(word, plain)
      cursor += plain
      switch cursor[0] {
      case UInt8(ascii: "\""):
        digest = text.bits
        return cursor + 1
      case UInt8(ascii: "\\"):
        guard let byte = ValueScanner.shortEscape(cursor[1]) else { return nil }
        text.add(UInt64(byte), 1)
        cursor += 2
      case 0..<0x20: return nil
      case 0x80...:
        let length = UTF8Text.scalarLength(UnsafeBufferPointer(start: cursor, count: 4), at: 0)
        guard length > 0, !isASCII else { return nil }
        text.add(cursor.load8(), length)
        cursor += length
      default: continue
      }
    }
  }
}
