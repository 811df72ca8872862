extension AnyCodableValue: Hashable {
  public static func == (left: AnyCodableValue, right: AnyCodableValue) -> Bool {
    switch (left, right) {
    case (.string(let left), .string(let right)):
      return left.hasSameScalars(as: right)
    case (.int(let left), .int(let right)):
      return left == right
    case (.int(let integer), .double(let double)), (.double(let double), .int(let integer)):
      // Not `Double(integer) == double`: above 2^53 that would round two integers to one double.
      return Int(exactly: double) == integer
    case (.double(let left), .double(let right)):
      return left == right
    case (.bool(let left), .bool(let right)):
      return left == right
    case (.array(let left), .array(let right)):
      return left == right
    case (.dictionary(let left), .dictionary(let right)):
      return left.hasSameMembers(as: right)
    case (.null, .null):
      return true
    default:
      return false
    }
  }

  public func hash(into hasher: inout Hasher) {
    switch self {
    case .string(let value):
      hasher.combine(0)
      hasher.combine(value)
    case .int(let value):
      hasher.combine(1)
      hasher.combine(value)
    case .double(let value):
      // A whole double equals the integer, so it must hash like it.
      hasher.combine(1)
      if let integer = Int(exactly: value) {
        hasher.combine(integer)
      } else {
        hasher.combine(value)
      }
    case .bool(let value):
      hasher.combine(2)
      hasher.combine(value)
    case .array(let value):
      hasher.combine(3)
      hasher.combine(value)
    case .dictionary(let value):
      hasher.combine(4)
      hasher.combine(value)
    case .null:
      hasher.combine(5)
    }
  }
}

extension String {
  /// Whether two strings consist of the same Unicode scalars, without normalisation.
  package func hasSameScalars(as other: String) -> Bool {
    utf8.elementsEqual(other.utf8)
  }
}

extension [String: AnyCodableValue] {
  /// Whether two dictionaries hold the same keys, by their scalars, with equal values.
  package func hasSameMembers(as other: Self) -> Bool {
    guard count == other.count else { return false }
    return allSatisfy { key, value in
      guard let index = other.index(forKey: key) else { return false }
      return other[index].key.hasSameScalars(as: key) && other[index].value == value
    }
  }
}
