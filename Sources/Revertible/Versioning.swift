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
/// Undo, redo, scopes and tags are available through `$activity`, or through `_$activity` in
/// `@Observable` and `ObservableObject` classes, whose properties already have a projected value or
/// cannot have one. There, changes to `hasUndo` and the like are announced like those of the property.
///
/// An enum has no stored instance properties, so its static variables are tracked instead.
///
/// - Parameters:
///   - properties: The properties to track. If empty, all stored variables that have no other wrapper
///     or macro are tracked, and in `@Observable` and `ObservableObject` classes settable computed
///     properties too.
///   - errorMode: Whether undo and redo throw errors or store them.
///   - debounceMilliseconds: Changes less than this far apart become one version. Must be positive.
@attached(memberAttribute)
@attached(member, names: arbitrary)
public macro Versioning(
  _ properties: String..., errorMode: VersioningErrorHandlingMode = .assignErrors,
  debounceMilliseconds: Int? = nil
) = #externalMacro(module: "RevertiblePlugin", type: "Versioning")

/// The same macro with its labels in the order of earlier releases.
@available(*, deprecated, message: "Write 'errorMode:' before 'debounceMilliseconds:'")
@attached(memberAttribute)
@attached(member, names: arbitrary)
public macro Versioning(
  _ properties: String..., debounceMilliseconds: Int?, errorMode: VersioningErrorHandlingMode
) = #externalMacro(module: "RevertiblePlugin", type: "Versioning")

/// How a model with ``Versioning(_:errorMode:debounceMilliseconds:)`` handles errors.
///
/// The macro reads the mode from the source, so it must be one of these names rather than a variable.
public enum VersioningErrorHandlingMode: Sendable, Hashable {
  /// Undo and redo throw.
  case throwErrors

  /// Nothing throws. `@Observable` and `ObservableObject` classes store the error in the property with
  /// this name, which is synthesized unless the class declares it as `(any Error)?`. Other types store
  /// the error in `$activity.error` and need no name.
  case assignErrors(String)

  /// Nothing throws; the property is called `versioningError`.
  public static var assignErrors: VersioningErrorHandlingMode { .assignErrors("versioningError") }

  /// The same as ``assignErrors(_:)-enum.case``, but takes the string type that Revertible 2 used.
  public static func assignErrors(_ property: StaticString) -> VersioningErrorHandlingMode {
    .assignErrors(String(describing: property))
  }
}

/// Creates controllers in an `ObservableObject` before the first change to a property.
///
/// ``Versioning(_:errorMode:debounceMilliseconds:)`` adds it; there is no need to write it.
///
/// - Parameter controllers: The names of the controllers.
@attached(accessor, names: named(willSet))
public macro _StartsVersioning(_ controllers: String...) =
  #externalMacro(module: "RevertiblePlugin", type: "StartsVersioning")
