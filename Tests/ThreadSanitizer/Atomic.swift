/// The atomic values of `Synchronization` for builds with the thread sanitizer: each behind a lock, which
/// orders more strictly than any of the orderings requires.
public struct Atomic<Value: Sendable>: ~Copyable, Sendable {
  private let value: Mutex<Value>

  public init(_ initialValue: Value) {
    value = Mutex(initialValue)
  }

  public func load(ordering: AtomicOrdering) -> Value { value.withLock { $0 } }

  public func store(_ desired: Value, ordering: AtomicOrdering) {
    value.withLock { $0 = desired }
  }

  public func exchange(_ desired: Value, ordering: AtomicOrdering) -> Value {
    value.withLock { value in
      defer { value = desired }
      return value
    }
  }
}

public enum AtomicOrdering: Sendable {
  case relaxed, acquiring, releasing, acquiringAndReleasing, sequentiallyConsistent
}

extension Atomic where Value: FixedWidthInteger {
  @discardableResult
  public func add(_ operand: Value, ordering: AtomicOrdering) -> (oldValue: Value, newValue: Value)
  {
    value.withLock { value in
      defer { value += operand }
      return (value, value + operand)
    }
  }

  @discardableResult
  public func wrappingAdd(
    _ operand: Value, ordering: AtomicOrdering
  ) -> (oldValue: Value, newValue: Value) {
    value.withLock { value in
      defer { value &+= operand }
      return (value, value &+ operand)
    }
  }
}
