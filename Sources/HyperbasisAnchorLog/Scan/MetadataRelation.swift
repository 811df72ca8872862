public import HyperbasisModels

/// The side of a value on which another one lies.
public enum MetadataRelation: String, CaseIterable, Hashable, Sendable {
  case below = "<"
  case atMost = "<="
  case above = ">"
  case atLeast = ">="

  @inlinable
  public func holds<Value: Comparable>(_ left: Value, _ right: Value) -> Bool {
    switch self {
    case .below: left < right
    case .atMost: left <= right
    case .above: left > right
    case .atLeast: left >= right
    }
  }
}

/// A value that those of metadata are compared with: a number with numbers, any other text with
/// texts. Texts compare by their characters, ignoring case, which also orders dates that are
/// written like 2024-06-17.
public struct MetadataOperand: Hashable, Sendable {
  /// In lower case.
  public let text: String
  /// Nil if it is not a number: then no number is on either side of it. If it is one, no text is,
  /// because "10" sorts before "2" as text.
  public let number: Double?
  /// Whether it is text even if it reads as a number or another plain value.
  public let isText: Bool

  /// - Parameter isText: Whether it is text even if it reads as a number.
  public init(_ text: String, isText: Bool = false) {
    self.text = text.lowercased()
    self.isText = isText
    number = isText ? nil : Double(text).flatMap { $0.isFinite ? $0 : nil }
  }

  /// Returns whether a value lies on the given side of this one; only numbers and texts can.
  public func holds(_ relation: MetadataRelation, for value: AnyCodableValue) -> Bool {
    switch value {
    // Whole numbers with many digits are more exact than the nearest double.
    case .int(let value):
      wholeNumber.map { relation.holds(value, $0) }
        ?? number.map { relation.holds(Double(value), $0) } ?? false
    case .double(let value): number.map { relation.holds(value, $0) } ?? false
    case .string(let value): number == nil && relation.holds(value.lowercased(), text)
    case .bool, .null, .array, .dictionary: false
    }
  }

  /// Returns whether a value equals this one: a number of the same value however it is written, the
  /// same text ignoring case, or true, false or null by name.
  public func equals(_ value: AnyCodableValue) -> Bool {
    switch value {
    case .string(let value): return value.lowercased() == text
    case .int(let value): return wholeNumber.map { $0 == value } ?? (number == Double(value))
    case .double(let value): return number == value
    case .bool(let value): return !isText && text == "\(value)"
    case .null: return !isText && text == "null"
    case .array, .dictionary: return false
    }
  }

  private var wholeNumber: Int? { isText ? nil : Int(text) }
}
