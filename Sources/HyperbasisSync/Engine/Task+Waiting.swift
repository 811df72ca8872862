import Synchronization

extension Task where Failure == any Error {
  /// The task's value; a `CancellationError` as soon as the waiting task is cancelled.
  ///
  /// The task itself goes on: others may wait for it as well, and what it has begun is better finished.
  var valueUnlessCancelled: Success {
    get async throws {
      let wait = Wait<Success>()
      return try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
          wait.begin(continuation)
          Task<Void, Never> { wait.end(with: await result) }
        }
      } onCancel: {
        wait.cancel()
      }
    }
  }
}

/// One wait, which ends once: with the result, or with a cancellation before it.
private final class Wait<Value: Sendable>: Sendable {
  private enum State {
    case notBegun
    case waiting(CheckedContinuation<Value, any Error>)
    case ended(Result<Value, any Error>)
  }

  private let state = Mutex(State.notBegun)

  func begin(_ continuation: CheckedContinuation<Value, any Error>) {
    let outcome: Result<Value, any Error>? = state.withLock { state in
      if case .ended(let outcome) = state { return outcome }
      state = .waiting(continuation)
      return nil
    }
    // The waiting task was cancelled before.
    if let outcome { continuation.resume(with: outcome) }
  }

  func cancel() { end(with: .failure(CancellationError())) }

  func end(with outcome: Result<Value, any Error>) {
    let continuation: CheckedContinuation<Value, any Error>? = state.withLock { state in
      defer { if case .ended = state {} else { state = .ended(outcome) } }
      if case .waiting(let continuation) = state { return continuation }
      return nil
    }
    continuation?.resume(with: outcome)
  }
}
