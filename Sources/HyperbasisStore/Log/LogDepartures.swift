import Synchronization

/// The log that this process took away from a space, for those who still listen to it: they look now and
/// then, and would miss what was appended between their last look and the deletion.
final class LogDepartures: Sendable {
  private struct State {
    var listenerCount = 0
    var log: LogBytes?
  }

  private let state = Mutex(State())

  /// The log, open; nil unless it was taken away while somebody listened.
  var log: LogBytes? { state.withLock { $0.log } }

  func addListener() {
    state.withLock { $0.listenerCount += 1 }
  }

  func removeListener() {
    state.withLock { state in
      state.listenerCount -= 1
      if state.listenerCount == 0 { state.log = nil }
    }
  }

  /// Notes the log before it is taken away; does nothing if nobody listens.
  ///
  /// - Parameter open: opens the log.
  func note(_ open: () throws -> LogBytes?) {
    guard state.withLock({ $0.listenerCount > 0 }) else { return }
    // A log that cannot be opened has nothing that a listener could be told.
    guard let log = try? open() else { return }
    state.withLock { if $0.listenerCount > 0 { $0.log = log } }
  }
}
