import Synchronization

/// A value behind a lock, for tests that hand it to several threads.
final class Locked<Value: Sendable>: Sendable {
  private let mutex: Mutex<Value>

  init(_ value: Value) {
    mutex = Mutex(value)
  }

  func withLock<Result: Sendable>(
    _ body: (inout sending Value) throws -> sending Result
  ) rethrows -> Result {
    try mutex.withLock(body)
  }

  var value: Value { mutex.withLock { $0 } }
}
