extension DateText {
  /// How a date with two numbers before its year is written, as ``DatePattern`` reads it.
  struct Patterns: Sendable {
    let dayFirst: String
    let monthFirst: String
  }

  /// Returns the two ways to read such a date; nil for any other text.
  static func patterns(of bytes: UnsafeBufferPointer<UInt8>) -> Patterns? {
    var scanner = DateTextScanner(bytes)
    guard scanner.number(1, 2) != nil, case let separator = scanner.peek, scanner.take(separator),
      scanner.number(1, 2) != nil, scanner.take(separator), let year = yearPattern(&scanner)
    else { return nil }
    let between = String(UnicodeScalar(separator))
    let time = timePattern(String(decoding: bytes[scanner.position...], as: UTF8.self))
    return Patterns(
      dayFirst: "dd\(between)MM\(between)\(year)\(time)",
      monthFirst: "MM\(between)dd\(between)\(year)\(time)")
  }

  private static func yearPattern(_ scanner: inout DateTextScanner) -> String? {
    let start = scanner.position
    guard scanner.number(2, 4) != nil else { return nil }
    switch scanner.position - start {
    case 4: return "yyyy"
    case 2: return "yy"
    default: return nil
    }
  }

  /// Returns the pattern of what follows the year: ` HH:mm`, ` hh:mm a`, `THH:mm:ssX`.
  private static func timePattern(_ text: String) -> String {
    let letters = text.lowercased()
    let hasHalves = letters.hasSuffix("am") || letters.hasSuffix("pm")
    var fields = [hasHalves ? "hh" : "HH", "mm", "ss"][...]
    var pattern = ""
    var rest = text.unicodeScalars[...]
    while let first = rest.first {
      let digits = rest.prefix(while: isDigit).count
      if digits > 0 {
        // Without colons, every two digits are one field.
        pattern += fields.prefix((digits + 1) / 2).joined()
        fields = fields.dropFirst((digits + 1) / 2)
        rest = rest.dropFirst(digits)
        continue
      }
      switch first {
      case " ", "T", ":": pattern.unicodeScalars.append(first)
      case "t": pattern += " "
      // The fraction is part of the seconds.
      case ".", ",": rest = rest.dropFirst(rest.dropFirst().prefix(while: isDigit).count)
      case "a", "A", "p", "P": return pattern + "a"
      default: return pattern + "X"
      }
      rest = rest.dropFirst()
    }
    return pattern
  }

  private static func isDigit(_ scalar: UnicodeScalar) -> Bool { ("0"..."9").contains(scalar) }
}
