/// A value that can tell how to get from one of its versions back to another.
///
/// Conform your own types to ``Versionable``, which needs only the key paths to look at; the numbers,
/// text, dates and collections of the standard library conform already. The changes that a value is
/// made of cannot be built outside this module, so a type cannot conform to this protocol alone.
///
/// The protocol refines `Hashable`: a free-standing ``Reversion`` recognises the version that it was
/// made for by its hash value. What has changed is decided more strictly than by equality: text by its
/// bytes, numbers by their representation, and other types by what they track. An undo thus brings
/// back the spelling of a character and the sign of a zero, and what a type's own `==` passes over.
public protocol Revertible: Hashable {

  /// The reversion that turns this value into an earlier version of it.
  ///
  /// - Parameter previous: The version to return to.
  /// - Returns: The reversion, or `nil` if nothing that is tracked has changed.
  /// - Complexity: O(*n*) in the size of the value: the difference has to be found, and the value is
  ///   hashed once so that the reversion can refuse other versions.
  func reversion(to previous: Self) -> Reversion<Self>?

  /// The bare difference to an earlier version, without a check of the version.
  ///
  /// Values that contain others, and ``VersioningController``, build upon this.
  ///
  /// - Parameter previous: The version to return to.
  /// - Returns: The change, or `nil` if nothing that is tracked has changed.
  func _valueChange(to previous: Self) -> ValueChange<Self>?

  /// The difference between two arrays of this type.
  ///
  /// Arrays of identifiable versionable elements follow each element by its identity; others compare
  /// by position.
  static func _arrayChange(from current: [Self], to previous: [Self]) -> ValueChange<[Self]>?

  /// Whether two values are versions of the same thing. Identifiable values are if their `id`s match,
  /// others always are. A value that took another's place is replaced as a whole.
  static func _hasSameIdentity(_ current: Self, _ previous: Self) -> Bool

  /// Whether one of two values can stand for the other: they are equal, and nothing that is tracked
  /// differs, even where equality overlooks it.
  static func _isSame(_ current: Self, _ previous: Self) -> Bool

  /// About how many bytes the value takes, inline and on the heap. Bounds of a history that go by
  /// cost add this up.
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
