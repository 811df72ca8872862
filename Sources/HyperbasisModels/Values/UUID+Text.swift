package import Foundation

// Foundation formats each byte of an id separately with `printf`, which takes longer than looking up the
// file that the id names.
extension UUID {
  /// The id as `uuidString` has it: 8-4-4-4-12 hexadecimal digits in upper case.
  package var text: String {
    String(unsafeUninitializedCapacity: 36) { bytes in
      write(to: bytes)
      return 36
    }
  }

  /// Writes the 36 bytes of the text to the start of a buffer.
  package func write(to text: UnsafeMutableBufferPointer<UInt8>) {
    precondition(text.count >= 36)
    withUnsafeBytes(of: uuid) { bytes in
      var place = 0
      for (number, byte) in bytes.enumerated() {
        if number == 4 || number == 6 || number == 8 || number == 10 {
          text[place] = UInt8(ascii: "-")
          place += 1
        }
        text[place] = Self.hexDigit(byte >> 4)
        text[place + 1] = Self.hexDigit(byte & 0x0F)
        place += 2
      }
    }
  }

  private static func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
  }
}
