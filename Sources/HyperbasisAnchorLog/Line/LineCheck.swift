/// The checksum with which a line ends: the CRC-32C of the bytes before its member, as eight
/// hexadecimal digits in lower case.
///
/// It shows whether the line was altered after it was written, even into other valid JSON. It
/// belongs to the bytes and not to the event: whoever writes a line writes its checksum.
public enum LineCheck: Sendable {
  case absent
  case matches
  /// The line is not as it was written.
  case differs

  /// `,"check":"`; the digits and `"}` follow.
  private static let opening = Array(",\"check\":\"".utf8)
  private static let length = opening.count + 8 + 2

  /// Checks a line, without its newline.
  public init(_ line: UnsafeBufferPointer<UInt8>) {
    let line = Self.trimmed(line)
    if let place = Self.place(in: line) {
      let digits = line[place + Self.opening.count..<line.count - 2]
      let body = UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: line[..<place]))
      self = digits.elementsEqual(Self.digits(of: body).utf8) ? .matches : .differs
    } else {
      // Every writer puts the member last; anywhere else, the line was altered.
      self = Self.mentions(line) && Self.hasMember(line) ? .differs : .absent
    }
  }

  /// Returns a line without its checksum, to compare the content of lines.
  static func body(of line: [UInt8]) -> [UInt8] {
    line.withUnsafeBufferPointer { bytes in
      let bytes = trimmed(bytes)
      guard let place = place(in: bytes) else { return Array(bytes) }
      return bytes[..<place] + [UInt8(ascii: "}")]
    }
  }

  /// Ends a line that lacks its last bracket with the checksum of what comes before.
  ///
  /// - Parameter start: where the line begins.
  static func end(_ lines: inout [UInt8], from start: Int) {
    let checksum = lines.withUnsafeBytes { bytes in
      digits(of: UnsafeRawBufferPointer(rebasing: bytes[start...]))
    }
    lines += opening
    lines += checksum.utf8
    lines += "\"}".utf8
  }

  /// Returns the eight digits for the bytes of a line before the member.
  private static func digits(of body: UnsafeRawBufferPointer) -> String {
    let value = CRC32C.of(body)
    return String(unsafeUninitializedCapacity: 8) { text in
      for place in 0..<8 {
        let digit = UInt8(truncatingIfNeeded: value >> (28 - 4 * UInt32(place)) & 0xF)
        text[place] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
      }
      return 8
    }
  }

  /// Drops the carriage return in which lines from other systems end.
  private static func trimmed(
    _ line: UnsafeBufferPointer<UInt8>
  ) -> UnsafeBufferPointer<UInt8> {
    line.last == UInt8(ascii: "\r") ? UnsafeBufferPointer(rebasing: line.dropLast()) : line
  }

  /// Returns where the member begins, with its comma; nil if the line does not end in one.
  private static func place(in line: UnsafeBufferPointer<UInt8>) -> Int? {
    let place = line.count - length
    guard place > 0, line[place..<place + opening.count].elementsEqual(opening),
      line[line.count - 2] == UInt8(ascii: "\""), line[line.count - 1] == UInt8(ascii: "}"),
      line[(place + opening.count)..<(line.count - 2)].allSatisfy(isHexadecimal)
    else { return nil }
    return place
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    byte &- 0x30 < 10 || byte &- 0x61 < 6
  }

  private static let key = Array("\"check\"".utf8)

  /// Returns whether the bytes contain the key's name anywhere, which is cheap to test and seldom
  /// true.
  private static func mentions(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    var place = 0
    while let next = line[place...].firstIndex(of: key[0]) {
      if line[next...].starts(with: key) { return true }
      place = next + 1
    }
    return false
  }

  private static func hasMember(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    // Anything that is not JSON is reported as damage elsewhere.
    (try? LineMembers(line))?.offset(of: .check) != nil
  }
}
