import Foundation

/// State that several threads share, behind a lock.
///
/// A lock of the system, because the thread sanitizer knows it: on Linux it does not see that
/// `Synchronization.Mutex` orders accesses and reports every one.
final class Guarded<State> {
  private let lock = NSRecursiveLock()
  private var state: State
  /// How often the state was changed.
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

  /// Changes the state. The body must not come back here.
  func withLock<Result, E: Error>(
    _ body: (inout State) throws(E) -> Result
  ) throws(E) -> Result {
    lock.lock()
    defer { lock.unlock() }
    generation += 1
    return try body(&state)
  }

  /// Changes a copy of the state and puts it in its place. The body may come back here: it finds the
  /// state before. If it changes that, the copy is given up.
  ///
  /// - Returns: The result, or `nil` if the copy was given up.
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
