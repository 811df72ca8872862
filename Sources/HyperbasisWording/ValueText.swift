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
    if case .double(let double) = value { return TerminalText(number(double, digits: 6)) }
    return text(value, limit: 40)
  }

  /// Two different values, with as many digits as it takes to tell them apart.
  package static func pair(
    _ old: AnyCodableValue, _ new: AnyCodableValue
  ) -> (old: TerminalText, new: TerminalText) {
    guard case .double(let was) = old, case .double(let current) = new else {
      return (short(old), short(new))
    }
    let digits = (6...17).first { number(was, digits: $0) != number(current, digits: $0) } ?? 17
    return (
      TerminalText(number(was, digits: digits)), TerminalText(number(current, digits: digits))
    )
  }

  private static func number(_ value: Double, digits: Int) -> String {
    Int(exactly: value).map { "\($0)" } ?? String(format: "%.\(digits)g", value)
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
