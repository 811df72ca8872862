/// A value that tracks changes to the properties that it names.
///
/// ```swift
/// struct Activity: Identifiable, Versionable {
///   let id: UUID
///   var title: String
///   var childActivities: [Activity]
///
///   func addReversions(into reverter: inout some Reverter<Self>) {
///     reverter.appendReversion(at: \.title)
///     reverter.appendReversion(at: \.childActivities)
///   }
/// }
/// ```
///
/// Properties that are not named keep their latest value through every undo and redo. Two values of an
/// `Identifiable` type with different `id`s are different things: one replaces the other as a whole,
/// including properties that are not named.
public protocol Versionable: Revertible {

  /// Names each property to track.
  ///
  /// - Parameter reverter: Receives the key paths and keeps the differences between their values.
  func addReversions(into reverter: inout some Reverter<Self>)

  /// Returns the name of a property for descriptions that users read, such as menu items.
  ///
  /// - Parameter keyPath: A key path that ``addReversions(into:)`` names.
  /// - Returns: The name, or `nil` to use the name in the source code, which is known only for stored
  ///   properties.
  static func propertyName(at keyPath: PartialKeyPath<Self>) -> String?
}

extension Versionable {

  public func _valueChange(to previous: Self) -> ValueChange<Self>? {
    if hasSameBytes(self, previous) { return nil }
    guard Self._hasSameIdentity(self, previous) else {
      return ValueChange(Overwrite(self, by: previous))
    }
    var reverter = DifferenceReverter(current: self, previous: previous)
    addReversions(into: &reverter)
    return reverter.change
  }

  /// Equality counts too, because it covers properties that are not named: constants and ignored ones.
  @inlinable
  public static func _isSame(_ current: Self, _ previous: Self) -> Bool {
    guard current == previous, _hasSameIdentity(current, previous) else { return false }
    var reverter = ComparingReverter(current: current, previous: previous)
    current.addReversions(into: &reverter)
    return reverter.isSame
  }

  public static func propertyName(at keyPath: PartialKeyPath<Self>) -> String? { nil }

  public var _versionedSize: Int {
    var reverter = MeasuringReverter(root: self)
    addReversions(into: &reverter)
    return MemoryLayout<Self>.size + reverter.heapSize
  }
}

extension Versionable where Self: Identifiable {

  public static func _arrayChange(from current: [Self], to previous: [Self]) -> ValueChange<[Self]>?
  {
    ArrayDifference.byIdentity(from: current, to: previous).map { ValueChange($0) }
  }

  public static func _hasSameIdentity(_ current: Self, _ previous: Self) -> Bool {
    current.id.isSame(as: previous.id)
  }
}
