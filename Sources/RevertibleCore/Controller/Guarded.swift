import Foundation

/// State that several threads share, behind a lock.
///
/// It uses a system lock because the thread sanitizer recognises it: on Linux, the sanitizer does not
/// see that `Synchronization.Mutex` orders accesses, and reports every one.
final class Guarded<State> {
  private let lock = NSRecursiveLock()
  private var state: State
  /// How many times the state has been changed.
  private var generation: UInt64 = 0

  init(_ state: State) {
    self.state = state
  }

  /// Reads the state. The body may read it again.
  func read<Result>(_ body: (State) -> Result) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return body(state)
  }

  /// Changes the state. The body must not access the state in any other way.
  func withLock<Result, E: Error>(
    _ body: (inout State) throws(E) -> Result
  ) throws(E) -> Result {
    lock.lock()
    defer { lock.unlock() }
    generation += 1
    return try body(&state)
  }

  /// Changes a copy of the state and then replaces the state with it. The body may access the state,
  /// which is still the old one. If the body changes that, the copy is discarded.
  ///
  /// - Returns: The result, or `nil` if the copy was discarded.
  func withCopy<Result, E: Error>(
    _ body: (inout State) throws(E) -> Result
  ) throws(E) -> Result? {
    lock.lock()
    defer { lock.unlock() }
    let before = generation
    var copy = state
    let result = try body(&copy)
    guard generation == before else { return nil }
    state = copy
    return result
  }

  /// Keeps other threads away from the state while the body runs. The body may access it.
  func excludingOthers<Result, E: Error>(_ body: () throws(E) -> Result) throws(E) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body()
  }
}

// Unchecked, because the compiler does not know that the lock guards `state`. Nothing else touches it,
// and everything that goes in or comes out is sendable.
extension Guarded: @unchecked Sendable where State: Sendable {}
