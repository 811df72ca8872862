import HyperbasisModels

/// When a pass follows saves without being asked for: one for all saves meanwhile, and another one some
/// time after a failure.
///
/// Requests carry how often everything had been ended when they were made (``SyncRuns/endCount``): what
/// was saved before is gone.
struct AutomaticPasses: Sendable {
  private enum Stage: Sendable {
    case idle
    case running
    case waiting(Task<Void, Never>)
  }

  private var stage = Stage.idle
  /// The end count of the newest request that no pass has begun for.
  private var request: Int?
  private var backoff: SyncBackoff

  init(backoff: SyncBackoff) {
    self.backoff = backoff
  }

  /// Whether waiting may help: it does not with what was refused for good.
  static func isWorthRetrying(_ error: any Error) -> Bool {
    switch error {
    case HBStorageError.refusedByCloud, HBStorageError.manySpacesInCloud: false
    default: true
    }
  }

  /// Notes a request. A retry from before everything was ended does not replace a save from after it.
  mutating func note(_ endCount: Int) {
    request = max(request ?? endCount, endCount)
  }

  /// Notes a request, and begins with it unless a pass runs, or waits to be tried again.
  ///
  /// - Returns: the end count to run passes for; nil if there is nothing to begin.
  mutating func begin(_ endCount: Int, now: Int) -> Int? {
    note(endCount)
    guard case .idle = stage, let request, request == now else { return nil }
    stage = .running
    return request
  }

  /// Takes the request that the next pass answers; returns false if there is none of that count.
  mutating func takeRequest(since endCount: Int) -> Bool {
    guard request == endCount else { return false }
    request = nil
    return true
  }

  mutating func succeeded() { backoff.reset() }

  /// The delay, in seconds, after one more failure.
  mutating func nextDelay(atLeast floor: Double) -> Double { backoff.next(atLeast: floor) }

  /// Has everything wait for a retry.
  mutating func wait(_ retry: Task<Void, Never>) { stage = .waiting(retry) }

  mutating func waited() { stage = .idle }

  /// Ends a row of passes, unless a retry is to follow it.
  ///
  /// - Returns: a request that no pass has begun for.
  mutating func end() -> Int? {
    if case .running = stage { stage = .idle }
    return request
  }

  func cancel() {
    if case .waiting(let retry) = stage { retry.cancel() }
  }
}
