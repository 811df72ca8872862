import Foundation
package import HyperbasisCanvas
import HyperbasisJSONText
package import HyperbasisModels

/// Metadata values as text: text as it is if it cannot be taken for another value, everything else as
/// JSON.
package enum ValueText {
  package static func text(_ value: AnyCodableValue, limit: Int = 1000) -> TerminalText {
    TerminalText(whole(value), limit: limit)
  }

  /// Returns the text as a string, however long it is; it is not safe to write to a terminal.
  package static func whole(_ value: AnyCodableValue) -> String {
    if case .string(let text) = value, !isAmbiguous(text) { return text }
    return json(value)
  }

  /// Returns enough to tell what it is, such as in a list of changes.
  package static func short(_ value: AnyCodableValue) -> TerminalText {
    text(value, limit: shortLimit)
  }

  private static let shortLimit = 40
}

// MARK: - Two values

extension ValueText {
  /// Returns two different values; long texts begin shortly before the first difference.
  package static func pair(
    _ old: AnyCodableValue, _ new: AnyCodableValue
  ) -> (old: TerminalText, new: TerminalText) {
    let (was, current) = (short(old), short(new))
    return readAlike(was, current) ? excerpts(whole(old), whole(new)) : (was, current)
  }

  /// Returns whether people read two texts alike: equal characters may consist of different scalars.
  private static func readAlike(_ one: TerminalText, _ other: TerminalText) -> Bool {
    one.plain == other.plain
  }

  /// This many characters before the first difference are enough to recognise the place.
  private static let leadLength = 8

  /// Returns two texts that begin alike from shortly before their first difference on.
  private static func excerpts(
    _ old: String, _ new: String
  ) -> (old: TerminalText, new: TerminalText) {
    // By scalars, as values are compared; characters may be equal without being the same.
    let common = zip(old.unicodeScalars, new.unicodeScalars).prefix { $0 == $1 }.count
    func excerpt(_ text: String, _ rest: (Substring.UnicodeScalarView) -> String) -> TerminalText {
      let difference = text.unicodeScalars.index(text.startIndex, offsetBy: common)
      let start = text.index(difference, offsetBy: -leadLength, limitedBy: text.startIndex)
      let lead = text.unicodeScalars[(start ?? text.startIndex)..<difference]
      let shown = TerminalText(
        String(lead) + rest(text.unicodeScalars[difference...]), limit: shortLimit)
      return start ?? text.startIndex > text.startIndex ? "…" + shown : shown
    }
    let (was, current) = (excerpt(old) { String($0) }, excerpt(new) { String($0) })
    guard readAlike(was, current) else { return (was, current) }
    return (excerpt(old, numbered), excerpt(new, numbered))
  }

  /// Returns a text with numbers in place of the scalars that may look like others: `e\u{301}` for an
  /// accent that is a scalar of its own.
  private static func numbered(_ scalars: Substring.UnicodeScalarView) -> String {
    scalars.map { scalar in
      (0x20..<0x7F).contains(scalar.value)
        ? String(scalar) : "\\u{\(String(scalar.value, radix: 16))}"
    }.joined()
  }
}

extension ValueText {
  /// Returns a value as JSON, with its members in the order of their keys' bytes. Numbers that JSON
  /// cannot express become null.
  static func json(_ value: AnyCodableValue) -> String {
    // The writer fails only for NaN and the infinities, which no log can hold.
    guard let bytes = try? JSONWriter.encode(value) else { return "null" }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns whether a text would be read as another value, or as no text at all.
  static func isAmbiguous(_ text: String) -> Bool {
    guard let first = text.utf8.first else { return true }
    // Most text can be told by its first letter; JSON allows blanks before a value.
    let starts = "\"[{-0123456789tfn \t\r\n\u{FEFF}".utf8
    return starts.contains(first) && parsed(text) != nil
  }

  /// Returns the value that a text is as JSON; nil if it is not JSON.
  static func parsed(_ text: String) -> AnyCodableValue? {
    // What is not JSON is text: that is the grammar, not an error.
    try? JSONParser.parse(Array(text.utf8))
  }
}
