/// A property that keeps its versions; it never throws and stores errors in `$property.error`.
///
/// ```swift
/// struct Model {
///   @Versioned var activity = Activity()
/// }
/// let model = Model()
/// model.activity.title = "New title"
/// model.$activity.undo()
/// ```
///
/// The value and its history live in storage that copies of the enclosing structure share: all copies
/// are views of the same property.
public typealias Versioned<Value: Revertible> = VersionedProperty<Value, Never>

/// A property that keeps its versions; its undo and redo throw errors.
///
/// ```swift
/// @ThrowingVersioned var activity = Activity()
/// try $activity.undo()
/// ```
public typealias ThrowingVersioned<Value: Revertible> = VersionedProperty<Value, ReversionError>

/// The property wrapper behind ``Versioned`` and ``ThrowingVersioned``.
@propertyWrapper
public struct VersionedProperty<Value: Revertible, Failure: Error> {

  private let projection: VersionedProjection<Value, Failure>

  /// Undo, redo, scopes and tags.
  public var projectedValue: VersionedProjection<Value, Failure> { projection }

  /// The current version of the value. Each change to it becomes a new version.
  public var wrappedValue: Value {
    get { projection.controller.currentValue }
    nonmutating set { projection.controller.append(newValue) }
  }

  // Declared here, without generic parameters or a condition on Failure: otherwise the memberwise
  // initializer of an enclosing structure would not take the wrapped value.
  /// - Parameter wrappedValue: The first version.
  public init(wrappedValue: Value) {
    self.init(wrappedValue: wrappedValue, debounceInterval: nil)
  }
}

extension VersionedProperty: Sendable where Value: Sendable {}

extension VersionedProperty {
  /// The type of the `$` property, under its Revertible 2 name: `Versioned<Activity>.Controller`.
  public typealias Controller = VersionedProjection<Value, Failure>
}

/// The property wrapper with both of its generic parameters, under its Revertible 2 name.
///
/// ``Versioned`` is `_Versioned<Value, Never>`, and ``ThrowingVersioned`` is
/// `_Versioned<Value, ReversionError>`.
public typealias _Versioned<Value: Revertible, Failure: Error> = VersionedProperty<Value, Failure>

extension VersionedProperty {

  /// - Parameters:
  ///   - wrappedValue: The first version.
  ///   - debounceClock: Measures the time between changes.
  ///   - debounceInterval: Changes less than this far apart become one step; `nil` for no debouncing.
  public init(
    wrappedValue: Value, debounceClock: some Clock<Duration> = ContinuousClock(),
    debounceInterval: Duration? = nil
  ) {
    let stored = Guarded<ReversionError?>(nil)
    projection = VersionedProjection(
      controller: VersioningController(
        wrappedValue, debounceClock: debounceClock, debounceInterval: debounceInterval),
      storedError: stored,
      report: { error throws(Failure) in
        stored.withLock { $0 = error }
        if let failure = error as? Failure { throw failure }
      })
  }
}
