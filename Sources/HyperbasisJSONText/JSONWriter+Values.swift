public import Foundation
public import HyperbasisModels

// Values that occur many times in long lists, written without an intermediate string.
extension JSONWriter {
  /// Writes a UUID as a string in upper case.
  public mutating func id(_ id: UUID) {
    ascii(38) { text in
      text[0] = UInt8(ascii: "\"")
      id.write(to: UnsafeMutableBufferPointer(rebasing: text[1..<37]))
      text[37] = UInt8(ascii: "\"")
    }
  }

  /// Writes an instant as RFC 3339 text in UTC; a fraction has no trailing zeros.
  public mutating func instant(_ instant: HBInstant) {
    let day = instant.wholeSeconds.flooredQuotient(86_400)
    let date = HBInstant.civil(fromDays: day)
    guard 0...9999 ~= date.year, instant.fraction == 0 else {
      return string(instant.rfc3339Text)
    }
    let time = Int(instant.wholeSeconds - day * 86_400)
    ascii(22) { text in
      text[0] = UInt8(ascii: "\"")
      Self.digits(date.year, 4, text, 1)
      text[5] = UInt8(ascii: "-")
      Self.digits(date.month, 2, text, 6)
      text[8] = UInt8(ascii: "-")
      Self.digits(date.day, 2, text, 9)
      text[11] = UInt8(ascii: "T")
      Self.digits(time / 3600, 2, text, 12)
      text[14] = UInt8(ascii: ":")
      Self.digits(time / 60 % 60, 2, text, 15)
      text[17] = UInt8(ascii: ":")
      Self.digits(time % 60, 2, text, 18)
      text[20] = UInt8(ascii: "Z")
      text[21] = UInt8(ascii: "\"")
    }
  }

  private static func digits(
    _ number: Int, _ count: Int, _ text: UnsafeMutableBufferPointer<UInt8>, _ start: Int
  ) {
    var rest = number
    for place in (start..<start + count).reversed() {
      text[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
  }
}
