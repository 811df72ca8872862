/// A property that keeps its versions; nothing throws, and errors are stored in `$property.error`.
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
/// The value and its history lie in storage that copies of the enclosing structure share: they are
/// views of one and the same property.
public typealias Versioned<Value: Revertible> = VersionedProperty<Value, Never>

/// A property that keeps its versions and whose undo and redo throw.
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

  /// The value at its current version. Each change of it becomes a version.
  public var wrappedValue: Value {
    get { projection.controller.currentValue }
    nonmutating set { projection.controller.append(newValue) }
  }

  // Here, without generic parameters and without a condition on Failure: only then the memberwise
  // initializer of an enclosing structure takes the wrapped value.
  /// - Parameter wrappedValue: The first version.
  public init(wrappedValue: Value) {
    self.init(wrappedValue: wrappedValue, debounceInterval: nil)
  }
}

extension VersionedProperty: Sendable where Value: Sendable {}

extension VersionedProperty {
  /// The type of the `$` name, under the name that Revertible 2 gave it: `Versioned<Activity>.Controller`.
  public typealias Controller = VersionedProjection<Value, Failure>
}

/// The property wrapper with both of its parameters, under the name that Revertible 2 gave it.
///
/// ``Versioned`` is `_Versioned<Value, Never>`, and ``ThrowingVersioned`` is
/// `_Versioned<Value, ReversionError>`.
public typealias _Versioned<Value: Revertible, Failure: Error> = VersionedProperty<Value, Failure>

extension VersionedProperty {

  /// - Parameters:
  ///   - wrappedValue: The first version.
  ///   - debounceClock: Measures the time between changes.
  ///   - debounceInterval: Changes that come less than this apart become one step; `nil` for none.
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
