// "Changed" does not mean "unequal". Two spellings of one character are equal, and so are zero and
// minus zero, and a type's `==` may ignore anything. Yet a step leads to one of the two and does not
// fit the other. Not-a-number, on the other hand, is unequal to itself but has not changed.

extension Revertible {

  /// Whether either of the two values can stand in for the other without any step noticing.
  @inlinable
  func isSame(as other: Self) -> Bool {
    hasSameBytes(self, other) || Self._isSame(self, other)
  }
}

extension Equatable {

  /// Whether either of the two values can stand in for the other, as far as its type can tell.
  @inlinable
  func isSame(as other: Self) -> Bool {
    if hasSameBytes(self, other) { return true }
    // One byte has no room for storage or padding, in which equal values could differ.
    guard MemoryLayout<Self>.size > 1, self == other else { return false }
    guard let current = self as? any Revertible else { return true }
    return current.isSameAfterCast(as: other)
  }
}

extension Revertible {
  @usableFromInline
  func isSameAfterCast(as other: Any) -> Bool {
    guard let other = other as? Self else { return false }
    return Self._isSame(self, other)
  }
}

/// Compares values of a type beyond equality. The way to do so is determined once for many values.
struct Sameness<Value: Equatable> {
  /// Whether two values that are equal are also the same.
  let holds: (_ first: Value, _ second: Value) -> Bool

  init() {
    guard let type = Value.self as? any Revertible.Type else {
      holds = { _, _ in true }
      return
    }
    holds = Self.comparison(as: type)
  }

  private static func comparison<Known: Revertible>(
    as type: Known.Type
  ) -> (Value, Value) -> Bool {
    precondition(Known.self == Value.self)
    // Both names stand for the same type, so the values need no dynamic cast.
    return { first, second in
      hasSameBytes(first, second)
        || Known._isSame(
          unsafeBitCast(first, to: Known.self), unsafeBitCast(second, to: Known.self))
    }
  }
}

/// Whether the bytes of two values agree. If so, the values are the same, whatever their type is: they
/// hold the same numbers and refer to the same storage. If not, they may still be the same.
@inlinable
func hasSameBytes<Value>(_ first: Value, _ second: Value) -> Bool {
  withUnsafeBytes(of: first) { first in
    withUnsafeBytes(of: second) { CommonAffixes.prefix(first, $0) == first.count }
  }
}
