/// A value that can describe how to get from one of its versions back to another.
///
/// Conform your own types to ``Versionable``, which needs only the key paths to track; the numbers,
/// text, dates and collections of the standard library and Foundation conform already. Changes cannot be
/// created outside this module, so a type cannot conform to this protocol alone.
///
/// The protocol refines `Hashable`, because a free-standing ``Reversion`` recognises the version that it
/// was made for by its hash value. Changes are detected more strictly than by equality: text is compared
/// by its bytes, numbers by their representation, and other types by what they track. An undo thus
/// restores the spelling of a character, the sign of a zero, and what a type's own `==` ignores.
public protocol Revertible: Hashable {

  /// Returns the reversion that turns this value back into an earlier version.
  ///
  /// - Parameter previous: The version to return to.
  /// - Returns: The reversion, or `nil` if no tracked property has changed.
  /// - Complexity: O(*n*) in the size of the value: the difference has to be found, and the value is
  ///   hashed once so that the reversion can reject other versions.
  func reversion(to previous: Self) -> Reversion<Self>?

  /// Returns the bare difference from an earlier version, without a version check.
  ///
  /// Values that contain others, and ``VersioningController``, build on this.
  ///
  /// - Parameter previous: The version to return to.
  /// - Returns: The change, or `nil` if no tracked property has changed.
  func _valueChange(to previous: Self) -> ValueChange<Self>?

  /// Returns the difference between two arrays of this type.
  ///
  /// In arrays of identifiable versionable elements, each element is followed by its identity; others
  /// are compared by position.
  static func _arrayChange(from current: [Self], to previous: [Self]) -> ValueChange<[Self]>?

  /// Whether two values are versions of the same thing: identifiable values if their `id`s match, others
  /// always. A value that is not a version of the same thing is replaced as a whole.
  static func _hasSameIdentity(_ current: Self, _ previous: Self) -> Bool

  /// Whether either of two values can stand in for the other: they are equal, and no tracked property
  /// differs, even if equality ignores it.
  static func _isSame(_ current: Self, _ previous: Self) -> Bool

  /// About how many bytes the value takes, inline and on the heap. History limits by cost are based
  /// on this.
  var _versionedSize: Int { get }
}

extension Revertible {

  public func reversion(to previous: Self) -> Reversion<Self>? {
    _valueChange(to: previous).map { Reversion($0, expecting: self) }
  }

  public static func _arrayChange(from current: [Self], to previous: [Self]) -> ValueChange<[Self]>?
  {
    ArrayDifference.byPosition(from: current, to: previous).map { ValueChange($0) }
  }

  public static func _hasSameIdentity(_ current: Self, _ previous: Self) -> Bool { true }

  public static func _isSame(_ current: Self, _ previous: Self) -> Bool {
    current._valueChange(to: previous) == nil
  }

  public var _versionedSize: Int { MemoryLayout<Self>.size }
}
