import Foundation

/// State that several threads share, behind a lock.
///
/// A lock of the system, because the thread sanitizer knows it: on Linux it does not see that
/// `Synchronization.Mutex` orders accesses and reports every one.
final class Guarded<State> {
  private let lock = NSRecursiveLock()
  private var state: State

  init(_ state: State) {
    self.state = state
  }

  /// The only way to the state. The body must not come back here.
  func withLock<Result, E: Error>(
    _ body: (inout State) throws(E) -> Result
  ) throws(E) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&state)
  }

  /// Keeps other threads from the state while the body runs, which may come back here.
  func excludingOthers<Result, E: Error>(_ body: () throws(E) -> Result) throws(E) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body()
  }
}

// Unchecked, because the compiler does not know that the lock guards `state`. Nothing else touches it,
// and what goes in and comes out is sendable.
extension Guarded: @unchecked Sendable where State: Sendable {}
