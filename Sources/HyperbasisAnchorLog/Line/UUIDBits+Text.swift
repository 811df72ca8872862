extension UUIDBits {
  /// Parses a UUID of 8-4-4-4-12 hexadecimal digits in any case; nil for anything else.
  public init?(text: String) {
    var text = text
    guard let bits = text.withUTF8(Self.init(bytes:)) else { return nil }
    self = bits
  }

  /// Does the same for the text's bytes.
  package init?(bytes: UnsafeBufferPointer<UInt8>) {
    guard bytes.count == 36 else { return nil }
    var words: (high: UInt64, low: UInt64) = (0, 0)
    for (index, byte) in bytes.enumerated() {
      if index == 8 || index == 13 || index == 18 || index == 23 {
        guard byte == UInt8(ascii: "-") else { return nil }
        continue
      }
      guard let digit = Self.hexDigit(byte) else { return nil }
      words.high = words.high << 4 | words.low >> 60
      words.low = words.low << 4 | digit
    }
    self.init(high: words.high, low: words.low)
  }

  private static func hexDigit(_ byte: UInt8) -> UInt64? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt64(byte - UInt8(ascii: "A") + 10)
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt64(byte - UInt8(ascii: "a") + 10)
    default: nil
    }
  }
}
