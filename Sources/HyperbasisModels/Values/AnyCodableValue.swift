/// A metadata value: any value that JSON can hold.
///
/// Values are equal by value, not by spelling: `1` equals `1.0`, `true` does not equal `1`, and
/// strings are compared by their Unicode scalars, so that a composed and a decomposed é differ.
public enum AnyCodableValue: Sendable {
  /// A string.
  case string(String)
  /// A whole number, as JSON writes it without a point or an exponent.
  case int(Int)
  /// Any other number. It has to be finite to be saved.
  case double(Double)
  /// True or false.
  case bool(Bool)
  /// A list of values.
  case array([AnyCodableValue])
  /// Values by key.
  case dictionary([String: AnyCodableValue])
  /// JSON's `null`: a value, unlike a missing key.
  case null
}

extension AnyCodableValue {
  /// The value of a string, else nil.
  public var stringValue: String? {
    if case .string(let value) = self { value } else { nil }
  }

  /// The value of an integer, or of a double that is a whole number, else nil.
  public var intValue: Int? {
    switch self {
    case .int(let value): value
    case .double(let value): Int(exactly: value)
    default: nil
    }
  }

  /// The value of a number, else nil.
  public var doubleValue: Double? {
    switch self {
    case .int(let value): Double(value)
    case .double(let value): value
    default: nil
    }
  }

  /// The value of a Boolean, else nil.
  public var boolValue: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  /// The elements of an array, else nil.
  public var arrayValue: [AnyCodableValue]? {
    if case .array(let value) = self { value } else { nil }
  }

  /// The members of a dictionary, else nil.
  public var dictionaryValue: [String: AnyCodableValue]? {
    if case .dictionary(let value) = self { value } else { nil }
  }

  /// The value of a dictionary's key; nil if there is none, or if this is not a dictionary.
  public subscript(_ key: String) -> AnyCodableValue? { dictionaryValue?[key] }

  /// The element of an array; nil beyond its ends, or if this is not an array.
  public subscript(_ index: Int) -> AnyCodableValue? {
    guard let elements = arrayValue, elements.indices.contains(index) else { return nil }
    return elements[index]
  }

  /// Whether the value is JSON's `null`.
  public var isNull: Bool {
    if case .null = self { true } else { false }
  }
}

// MARK: - Literals

extension AnyCodableValue: ExpressibleByStringLiteral {
  public init(stringLiteral value: String) { self = .string(value) }
}

extension AnyCodableValue: ExpressibleByIntegerLiteral {
  public init(integerLiteral value: Int) { self = .int(value) }
}

extension AnyCodableValue: ExpressibleByFloatLiteral {
  public init(floatLiteral value: Double) { self = .double(value) }
}

extension AnyCodableValue: ExpressibleByBooleanLiteral {
  public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension AnyCodableValue: ExpressibleByArrayLiteral {
  public init(arrayLiteral elements: AnyCodableValue...) { self = .array(elements) }
}

extension AnyCodableValue: ExpressibleByDictionaryLiteral {
  /// Creates a dictionary; if a key occurs twice, its first value counts.
  public init(dictionaryLiteral elements: (String, AnyCodableValue)...) {
    self = .dictionary(Dictionary(elements, uniquingKeysWith: { first, _ in first }))
  }
}

extension AnyCodableValue: ExpressibleByNilLiteral {
  public init(nilLiteral: ()) { self = .null }
}
