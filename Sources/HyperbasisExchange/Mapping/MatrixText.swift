/// A matrix as text: numbers in brackets, as JSON, Python or Swift print it.
enum MatrixText {
  /// Reads the numbers, and returns how many there are; nil if there is anything else between them.
  static func numbers(in bytes: UnsafeBufferPointer<UInt8>, into numbers: inout [Double]) -> Int? {
    var index = prefixLength(bytes)
    var count = 0
    while index < bytes.count {
      if isBetween(bytes[index]) {
        index += 1
        continue
      }
      let start = index
      while index < bytes.count, !isBetween(bytes[index]) { index += 1 }
      let number = Double(
        UnsafeBufferPointer(rebasing: bytes[start..<index]), point: UInt8(ascii: "."))
      guard let number, number.isFinite else { return nil }
      if count < numbers.count { numbers[count] = number }
      count += 1
    }
    return count
  }

  /// `1 number instead of 16`.
  static func count(_ count: Int, insteadOf wanted: Int) -> String {
    "\(count == 1 ? "1 number" : "\(count) numbers") instead of \(wanted)"
  }

  /// Returns whether the matrix was printed by Swift, which prints columns.
  static func isSwift(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    bytes.starts(with: "simd_float4x4".utf8) || bytes.starts(with: "simd_double4x4".utf8)
      || bytes.starts(with: "float4x4".utf8)
  }

  /// Returns the length of the type's name before the first bracket.
  private static func prefixLength(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    guard let first = bytes.first, (0x61...0x7A).contains(first | 0x20) else { return 0 }
    return bytes.firstIndex { $0 == UInt8(ascii: "(") || $0 == UInt8(ascii: "[") } ?? 0
  }

  private static func isBetween(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x20, 0x09, 0x0A, 0x0D, 0x2C, 0x3B, 0x28, 0x29, 0x5B, 0x5D: true
    default: false
    }
  }
}
