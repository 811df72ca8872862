public import RevertibleCore

/// A time between changes, as a type.
public protocol _VersioningInterval {
  static var interval: Duration { get }
}

/// A `VersionedProperty` whose debounce interval is part of its type.
///
/// ``Versioning(_:errorMode:debounceMilliseconds:)`` uses it for properties without an initial value.
/// The attribute of a property wrapper can have arguments only where the initial value stands, too.
@propertyWrapper
public struct _DebouncedVersioned<
  Value: Revertible, Failure: Error, Interval: _VersioningInterval
> {
  private let property: VersionedProperty<Value, Failure>

  /// The value at its current version. Each change of it becomes a version.
  public var wrappedValue: Value {
    get { property.wrappedValue }
    nonmutating set { property.wrappedValue = newValue }
  }

  /// Undo, redo, scopes and tags.
  public var projectedValue: VersionedProjection<Value, Failure> { property.projectedValue }

  /// - Parameter wrappedValue: The first version.
  public init(wrappedValue: Value) {
    property = VersionedProperty(wrappedValue: wrappedValue, debounceInterval: Interval.interval)
  }
}

extension _DebouncedVersioned: Sendable where Value: Sendable {}
