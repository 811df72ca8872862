import Synchronization

/// A number that several threads can increment.
final class Counter: Sendable {
  private let value = Mutex(0)

  var count: Int { value.withLock { $0 } }

  func increment() { value.withLock { $0 += 1 } }
}
