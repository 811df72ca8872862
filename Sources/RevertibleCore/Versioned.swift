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
public typealias Versioned<Value: Versionable> = VersionedProperty<Value, Never>

/// A property that keeps its versions and whose undo and redo throw.
///
/// ```swift
/// @ThrowingVersioned var activity = Activity()
/// try $activity.undo()
/// ```
public typealias ThrowingVersioned<Value: Versionable> = VersionedProperty<Value, ReversionError>

/// The property wrapper behind ``Versioned`` and ``ThrowingVersioned``.
@propertyWrapper
public struct VersionedProperty<Value: Versionable, Failure: Error> {

  private let projection: VersionedProjection<Value, Failure>

  /// Undo, redo, scopes and tags.
  public var projectedValue: VersionedProjection<Value, Failure> { projection }

  /// The value at its current version. Each change of it becomes a version.
  public var wrappedValue: Value {
    get { projection.controller.currentValue }
    nonmutating set { projection.controller.append(newValue) }
  }
}

extension VersionedProperty: Sendable where Value: Sendable {}

extension VersionedProperty where Failure == Never {

  /// - Parameters:
  ///   - wrappedValue: The first version.
  ///   - debounceClock: Measures the time between changes.
  ///   - debounceInterval: Changes that come less than this apart become one step; `nil` for none.
  public init(
    wrappedValue: Value, debounceClock: some Clock<Duration> = ContinuousClock(),
    debounceInterval: Duration? = nil
  ) {
    let error = Guarded<ReversionError?>(nil)
    projection = VersionedProjection(
      controller: VersioningController(
        wrappedValue, debounceClock: debounceClock, debounceInterval: debounceInterval),
      storedError: error, report: { failure in error.withLock { $0 = failure } })
  }
}

extension VersionedProperty where Failure == ReversionError {

  /// - Parameters:
  ///   - wrappedValue: The first version.
  ///   - debounceClock: Measures the time between changes.
  ///   - debounceInterval: Changes that come less than this apart become one step; `nil` for none.
  public init(
    wrappedValue: Value, debounceClock: some Clock<Duration> = ContinuousClock(),
    debounceInterval: Duration? = nil
  ) {
    projection = VersionedProjection(
      controller: VersioningController(
        wrappedValue, debounceClock: debounceClock, debounceInterval: debounceInterval),
      storedError: Guarded(nil), report: { error throws(ReversionError) in throw error })
  }
}
