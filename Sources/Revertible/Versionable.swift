/// Makes a struct or an enum versionable.
///
/// ```swift
/// @Versionable
/// struct Activity: Identifiable {
///   let id: UUID
///   var title: String
///   var priority: Priority
///
///   @Versionable
///   enum Priority {
///     case low
///     case medium(dueDate: Date?)
///   }
/// }
/// ```
///
/// Every stored variable of a struct is tracked, but not constants, computed, lazy or static
/// properties, and none with ``VersionableIgnored()``. Of an enum, the case is tracked and, while the
/// case stays the same, each associated value by itself.
///
/// The types of what is tracked are versionable themselves, or values of the standard library or
/// Foundation. A generic parameter that occurs in a tracked property and says nothing about itself is
/// asked to be `Revertible`.
///
/// An `addReversions(into:)` in the body of the type is taken instead of a synthesized one.
///
/// What is synthesized is as visible as the type. `Hashable` need not be declared. An `==` in the body
/// of the type is the type's equality; undo goes by what is tracked, whatever that `==` passes over.
@attached(
  extension, conformances: Equatable, Hashable, Revertible, Versionable,
  names: named(addReversions(into:)), named(_isEqual(_:_:)))
@attached(member, names: named(_VersionableValues), named(_versionableValues))
public macro Versionable() =
  #externalMacro(module: "RevertiblePlugin", type: "Versionable")

/// Leaves a property of a versionable struct out of its versions.
///
/// ```swift
/// @VersionableIgnored
/// var lastUpdated: Date
/// ```
///
/// Undo and redo leave the property as it is. The property still takes part in equality.
@attached(peer)
public macro VersionableIgnored() =
  #externalMacro(module: "RevertiblePlugin", type: "VersionableIgnored")
