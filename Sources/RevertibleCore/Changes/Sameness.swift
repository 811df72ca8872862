// What has changed is not what is unequal. Two spellings of one character are equal, and zero and
// minus zero; a type may pass over in its `==` what it likes. Steps lead to one of the two and do not
// fit the other. Not-a-number, on the other hand, is unequal to itself and has not changed.

extension Revertible {

  /// Whether one of the two values can stand for the other, and no step would tell.
  func isSame(as other: Self) -> Bool {
    hasSameBytes(self, other) || Self._isSame(self, other)
  }
}

extension Equatable {

  /// Whether one of the two values can stand for the other, as far as its type can tell.
  func isSame(as other: Self) -> Bool {
    if hasSameBytes(self, other) { return true }
    // One byte has no room for storage or padding, in which equals may differ.
    guard MemoryLayout<Self>.size > 1, self == other else { return false }
    guard let current = self as? any Revertible else { return true }
    return current.isSameAfterCast(as: other)
  }
}

extension Revertible {
  fileprivate func isSameAfterCast(as other: Any) -> Bool {
    guard let other = other as? Self else { return false }
    return Self._isSame(self, other)
  }
}

/// Whether the bytes of two values agree. Values that do are the same, whatever their type is: they
/// hold the same numbers and refer to the same storage. Others may still be.
func hasSameBytes<Value>(_ first: Value, _ second: Value) -> Bool {
  withUnsafeBytes(of: first) { first in
    withUnsafeBytes(of: second) { CommonAffixes.prefix(first, $0) == first.count }
  }
}
