/// Gives the properties of a model undo and redo.
///
/// ```swift
/// @Versioning
/// struct Model {
///   var activity: Activity = .mock
/// }
///
/// let model = Model()
/// model.activity.title = "New title"
/// model.$activity.undo()
/// ```
///
/// The interface is at `$activity`, and at `_$activity` in `@Observable` and `ObservableObject`
/// classes, whose properties have a projected value of their own or cannot have one. There, changes of
/// `hasUndo` and the like are announced as those of the property are.
///
/// An enum has no stored properties, so that its static variables are tracked.
///
/// - Parameters:
///   - properties: The properties to track. With none, all stored variables are tracked that have no
///     other wrapper or macro, and in `@Observable` and `ObservableObject` classes also what is
///     computed and can be set.
///   - errorMode: Whether undo and redo throw, or store the error.
///   - debounceMilliseconds: Changes that come less than this apart become one version. Positive.
@attached(memberAttribute)
@attached(member, names: arbitrary)
public macro Versioning(
  _ properties: String..., errorMode: VersioningErrorHandlingMode = .assignErrors,
  debounceMilliseconds: Int? = nil
) = #externalMacro(module: "RevertiblePlugin", type: "Versioning")

/// The same with the labels in the order of earlier releases.
@available(*, deprecated, message: "Write 'errorMode:' before 'debounceMilliseconds:'")
@attached(memberAttribute)
@attached(member, names: arbitrary)
public macro Versioning(
  _ properties: String..., debounceMilliseconds: Int?, errorMode: VersioningErrorHandlingMode
) = #externalMacro(module: "RevertiblePlugin", type: "Versioning")

/// What becomes of an error in a model with ``Versioning(_:errorMode:debounceMilliseconds:)``.
///
/// The macro reads the mode where it is written, so that it has to be one of these names and not a
/// variable.
public enum VersioningErrorHandlingMode: Sendable, Hashable {
  /// Undo and redo throw.
  case throwErrors

  /// Nothing throws. `@Observable` and `ObservableObject` classes store the error in the property of
  /// that name; it is synthesized, unless the class declares it as `(any Error)?`. Other types store
  /// it in `$activity.error` and need no name.
  case assignErrors(String)

  /// Nothing throws; the property is called `versioningError`.
  public static var assignErrors: VersioningErrorHandlingMode { .assignErrors("versioningError") }

  /// The same as ``assignErrors(_:)-enum.case`` for the string type that Revertible 2 had here.
  public static func assignErrors(_ property: StaticString) -> VersioningErrorHandlingMode {
    .assignErrors(String(describing: property))
  }
}

/// Makes controllers in an `ObservableObject` before the first change of a property.
///
/// ``Versioning(_:errorMode:debounceMilliseconds:)`` adds it; there is no need to write it.
///
/// - Parameter controllers: The names of the controllers.
@attached(accessor, names: named(willSet))
public macro _StartsVersioning(_ controllers: String...) =
  #externalMacro(module: "RevertiblePlugin", type: "StartsVersioning")
