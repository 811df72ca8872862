import Foundation
package import HyperbasisCanvas
import HyperbasisJSONText
package import HyperbasisModels

/// Metadata values as text: text as it is where it cannot be taken for another value, all else as
/// JSON.
package enum ValueText {
  package static func text(_ value: AnyCodableValue, limit: Int = 1000) -> TerminalText {
    if case .string(let text) = value, !isAmbiguous(text) {
      return TerminalText(text, limit: limit)
    }
    return TerminalText(json(value), limit: limit)
  }

  /// Enough to tell what it is, such as in a list of changes.
  package static func short(_ value: AnyCodableValue) -> TerminalText {
    text(value, limit: shortLimit)
  }

  private static let shortLimit = 40
}

// MARK: - Two values

extension ValueText {
  /// Two different values, long texts from shortly before they part.
  package static func pair(
    _ old: AnyCodableValue, _ new: AnyCodableValue
  ) -> (old: TerminalText, new: TerminalText) {
    let (was, current) = (short(old), short(new))
    return was == current ? excerpts(whole(old), whole(new)) : (was, current)
  }

  private static func whole(_ value: AnyCodableValue) -> String {
    if case .string(let text) = value, !isAmbiguous(text) { return text }
    return json(value)
  }

  /// So many characters before the first difference are enough to recognise the place.
  private static let leadLength = 8

  /// Two texts that begin alike, from shortly before their first difference.
  private static func excerpts(
    _ old: String, _ new: String
  ) -> (old: TerminalText, new: TerminalText) {
    // By scalars, as values are compared; characters may be equal without being the same.
    let common = zip(old.unicodeScalars, new.unicodeScalars).prefix { $0 == $1 }.count
    func excerpt(_ text: String) -> TerminalText {
      let difference = text.unicodeScalars.index(text.startIndex, offsetBy: common)
      let start = text.index(difference, offsetBy: -leadLength, limitedBy: text.startIndex)
      guard let start, start > text.startIndex else {
        return TerminalText(text, limit: shortLimit)
      }
      return "…" + TerminalText(String(text[start...]), limit: shortLimit)
    }
    return (excerpt(old), excerpt(new))
  }
}

extension ValueText {
  /// A value as JSON, whose members are in the order of their keys' bytes. Numbers that JSON has
  /// no word for become null.
  static func json(_ value: AnyCodableValue) -> String {
    // The writer fails for NaN and the infinities alone, which no log can hold.
    guard let bytes = try? JSONWriter.encode(value) else { return "null" }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Whether a text would be read as another value, or as no text at all.
  static func isAmbiguous(_ text: String) -> Bool {
    guard let first = text.utf8.first else { return true }
    // Most text is told by its first letter; JSON allows blanks before a value.
    let starts = "\"[{-0123456789tfn \t\r\n\u{FEFF}".utf8
    return starts.contains(first) && parsed(text) != nil
  }

  /// The value that a text is as JSON; nil where it is not JSON.
  static func parsed(_ text: String) -> AnyCodableValue? {
    // What is not JSON is text: that is the grammar, not an error.
    try? JSONParser.parse(Array(text.utf8))
  }
}
