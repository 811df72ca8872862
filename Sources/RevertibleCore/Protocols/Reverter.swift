/// Receives the key paths of a value's tracked properties and keeps the differences.
///
/// A ``Versionable`` value receives one in ``Versionable/addReversions(into:)``; there is no need to
/// conform to this protocol.
public protocol Reverter<Root> {

  /// The value whose properties are named.
  associatedtype Root

  /// Whether the value at the key path differs between the two versions.
  ///
  /// After this has returned true, ``appendOverwriteReversion(at:)`` with `\.self` stores the earlier
  /// version even if the type's own `==` ignores the difference.
  mutating func hasChanged<Value: Equatable>(at keyPath: KeyPath<Root, Value>) -> Bool

  /// Stores the whole earlier value if it differs, so that a reversion overwrites the later one with it.
  ///
  /// Takes as much memory as the value, or for an array as the run that differs, so prefer
  /// ``appendReversion(at:)``. It is the right choice for the case of an enumeration, with `\.self`.
  mutating func appendOverwriteReversion<Value: Equatable>(at keyPath: WritableKeyPath<Root, Value>)

  /// Stores the difference between the values at the key path, if there is one.
  ///
  /// Takes key paths to `Bool`, the integers, the floating-point numbers, `Date`, `UUID`, `Data`,
  /// `String`, points and vectors, ranges, `Duration`, sets, arrays and dictionaries of these, other
  /// versionable values, and optionals of all these.
  mutating func appendReversion<Value: Revertible>(at keyPath: WritableKeyPath<Root, Value>)
}

extension Reverter {

  /// Stores the whole earlier value if it is unequal, for types without a finer-grained difference.
  @_disfavoredOverload
  public mutating func appendReversion<Value: Equatable>(at keyPath: WritableKeyPath<Root, Value>) {
    appendOverwriteReversion(at: keyPath)
  }
}
