public import RevertibleCore

/// A debounce interval expressed as a type.
public protocol _VersioningInterval {
  static var interval: Duration { get }
}

/// A `VersionedProperty` whose debounce interval is part of its type.
///
/// ``Versioning(_:errorMode:debounceMilliseconds:)`` uses it for properties without an initial value:
/// a property wrapper's attribute can take arguments only if the property also has an initial value.
@propertyWrapper
public struct _DebouncedVersioned<
  Value: Revertible, Failure: Error, Interval: _VersioningInterval
> {
  private let property: VersionedProperty<Value, Failure>

  /// The current version of the value. Each change to it becomes a new version.
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
