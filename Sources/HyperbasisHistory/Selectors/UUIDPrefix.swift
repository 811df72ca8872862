package import Foundation

/// The beginning of a UUID as hexadecimal digits, in any case, with or without its hyphens.
package struct UUIDPrefix: Hashable, Sendable {
  private var digits: [UInt8]

  /// Nil unless the text holds 1 to 32 hexadecimal digits and nothing else except hyphens.
  package init?(_ text: String) {
    digits = []
    for byte in text.utf8 where byte != UInt8(ascii: "-") {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80 else {
        return nil
      }
      digits.append(UInt8(digit))
    }
    guard (1...32).contains(digits.count) else { return nil }
  }

  /// How many digits there are.
  package var count: Int { digits.count }

  /// Whether it is a whole UUID.
  package var isWhole: Bool { digits.count == 32 }

  /// Whether a UUID starts with it.
  package func matches(_ id: UUID) -> Bool {
    withUnsafeBytes(of: id.uuid) { bytes in
      digits.indices.allSatisfy { index in
        let byte = bytes[index / 2]
        return digits[index] == (index % 2 == 0 ? byte >> 4 : byte & 0x0F)
      }
    }
  }

  /// Returns it without its last digit; nil if it has only one.
  package func dropLast() -> UUIDPrefix? {
    guard digits.count > 1 else { return nil }
    var shorter = self
    shorter.digits.removeLast()
    return shorter
  }
}
