import Foundation
import Hyperbasis
import HyperbasisCanvas

/// Metadata values as text.
enum ValueText {
  /// Enough to tell what it is, such as in a list of changes.
  static func short(_ value: AnyCodableValue) -> TerminalText {
    if case .double(let double) = value { return TerminalText(number(double, digits: 6)) }
    return text(value, limit: 40)
  }

  /// Two different values, with as many digits as it takes to tell them apart.
  static func pair(
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

  static func text(_ value: AnyCodableValue, limit: Int = 1000) -> TerminalText {
    switch value {
    case .string(let text): TerminalText(text, limit: limit)
    case .int(let number): "\(number)"
    case .double(let number): Int(exactly: number).map { "\($0)" } ?? "\(number)"
    case .bool(let flag): flag ? "true" : "false"
    case .null: "null"
    case .array(let values): "[\(CountText.text(values.count, "value"))]"
    case .dictionary(let members): "{\(CountText.text(members.count, "key"))}"
    }
  }

  private static func number(_ value: Double, digits: Int) -> String {
    Int(exactly: value).map { "\($0)" } ?? String(format: "%.\(digits)g", value)
  }
}
