/// A value that tracks changes of the properties that it names.
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
/// What is not named keeps its latest value through every undo and redo. Two values of an
/// `Identifiable` type with different `id`s are different things: one is replaced by the other as a
/// whole, also in what is not named.
public protocol Versionable: Revertible {

  /// Names each property to track.
  ///
  /// - Parameter reverter: Takes the key paths and keeps those whose values differ.
  func addReversions(into reverter: inout some Reverter<Self>)

  /// What a property is called where a change is described to people, as in a menu.
  ///
  /// - Parameter keyPath: A key path that ``addReversions(into:)`` names.
  /// - Returns: The name, or `nil` for the name in the source code, which is known for stored
  ///   properties only.
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

  /// Equality counts as well, because it sees what is not named: constants, and what is ignored.
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
