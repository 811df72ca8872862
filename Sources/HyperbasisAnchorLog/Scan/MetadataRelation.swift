public import HyperbasisModels

/// On which side of a value another one lies.
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

/// What the values of metadata are compared with: a number with numbers, any other text with texts,
/// in the order of their characters, in any case, which is also the order of dates that are written
/// like 2024-06-17.
public struct MetadataOperand: Hashable, Sendable {
  /// In lower case.
  public let text: String
  /// Nil where it is not a number: then no number is on any side of it. Where it is one, no text is,
  /// for "10" stands before "2" in the order of characters.
  public let number: Double?
  /// Whether it is a text even where it reads as a number or another plain value.
  public let isText: Bool

  /// - Parameter isText: Whether it is a text even where it reads as a number.
  public init(_ text: String, isText: Bool = false) {
    self.text = text.lowercased()
    self.isText = isText
    number = isText ? nil : Double(text).flatMap { $0.isFinite ? $0 : nil }
  }

  /// Whether a value lies on a side of this one; only numbers and texts lie on any.
  public func holds(_ relation: MetadataRelation, for value: AnyCodableValue) -> Bool {
    switch value {
    case .int(let value): number.map { relation.holds(Double(value), $0) } ?? false
    case .double(let value): number.map { relation.holds(value, $0) } ?? false
    case .string(let value): number == nil && relation.holds(value.lowercased(), text)
    case .bool, .null, .array, .dictionary: false
    }
  }

  /// Whether a value is this one: a number of the same worth however it is written, a text of the
  /// same letters in any case, and true, false and null by their names.
  public func equals(_ value: AnyCodableValue) -> Bool {
    switch value {
    case .string(let value): return value.lowercased() == text
    // Whole numbers of many digits are more exact than the nearest double.
    case .int(let value): return wholeNumber.map { $0 == value } ?? (number == Double(value))
    case .double(let value): return number == value
    case .bool(let value): return !isText && text == "\(value)"
    case .null: return !isText && text == "null"
    case .array, .dictionary: return false
    }
  }

  private var wholeNumber: Int? { isText ? nil : Int(text) }
}
