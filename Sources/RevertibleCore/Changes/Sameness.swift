// What has changed is not what is unequal. Two spellings of one character are equal, and zero and
// minus zero; a type may pass over in its `==` what it likes. Steps lead to one of the two and do not
// fit the other. Not-a-number, on the other hand, is unequal to itself and has not changed.

extension Revertible {

  /// Whether one of the two values can stand for the other, and no step would tell.
  @inlinable
  func isSame(as other: Self) -> Bool {
    hasSameBytes(self, other) || Self._isSame(self, other)
  }
}

extension Equatable {

  /// Whether one of the two values can stand for the other, as far as its type can tell.
  @inlinable
  func isSame(as other: Self) -> Bool {
    if hasSameBytes(self, other) { return true }
    // One byte has no room for storage or padding, in which equals may differ.
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

/// How values of a type are compared beyond equality: found out once, where there are many.
struct Sameness<Value: Equatable> {
  /// Whether two values that are equal are the same.
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
    // The same type under two names, so that no cast has to look at each value.
    return { first, second in
      hasSameBytes(first, second)
        || Known._isSame(
          unsafeBitCast(first, to: Known.self), unsafeBitCast(second, to: Known.self))
    }
  }
}

/// Whether the bytes of two values agree. Values that do are the same, whatever their type is: they
/// hold the same numbers and refer to the same storage. Others may still be.
@inlinable
func hasSameBytes<Value>(_ first: Value, _ second: Value) -> Bool {
  withUnsafeBytes(of: first) { first in
    withUnsafeBytes(of: second) { CommonAffixes.prefix(first, $0) == first.count }
  }
}
