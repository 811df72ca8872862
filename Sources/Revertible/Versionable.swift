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
/// In a struct, every stored variable is tracked, except lazy, weak, unowned and static ones and those
/// marked ``VersionableIgnored()``; constants and computed properties are not tracked. In an enum, the
/// case is tracked and, while it stays the same, each associated value separately.
///
/// The type of a tracked property must itself be versionable, a value type of the standard library or
/// Foundation, or any other `Hashable` type, which is recorded and put back as a whole. A generic parameter that occurs in a tracked property is required to be `Revertible`
/// unless it is already constrained to `Revertible`, `Versionable` or `Hashable`.
///
/// If the body of the type declares `addReversions(into:)`, none is synthesized.
///
/// Synthesized members are as visible as the type. `Hashable` need not be declared. An `==` in the body
/// of the type remains the type's equality; undo tracks even what that `==` ignores.
@attached(
  extension, conformances: Equatable, Hashable, Revertible, Versionable,
  names: named(addReversions(into:)), named(_isEqual(_:_:)))
@attached(member, names: named(_VersionableValues), named(_versionableValues))
public macro Versionable() =
  #externalMacro(module: "RevertiblePlugin", type: "Versionable")

/// Excludes a property of a versionable struct from its versions.
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
