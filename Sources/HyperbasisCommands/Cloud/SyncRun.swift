import Foundation
import Hyperbasis
import Synchronization

/// Runs one pass and waits for its end, so that a command can report its progress.
struct SyncRun {
  enum Ending: Sendable {
    /// It ended, with an error if something could not be done.
    case finished(HBSyncStatus, error: (any Error)?)
    /// The person pressed Ctrl-C, or another signal asked the program to end.
    case interrupted(signal: Int32)
    case timedOut
  }

  enum News: Sendable {
    case status(HBSyncStatus)
    case ending(Ending)
  }

  let storage: HBStorage
  /// What to request of the storage.
  var request: @Sendable (HBStorage) async throws -> Void = { try await $0.sync() }
  /// Whether the process handles signals itself.
  var watchesSignals = false
  /// The longest wait; the pass may stop anywhere, so nothing is lost when the time is over.
  var limit: Duration?
  /// Returns a signal that came before this run watched for signals.
  var signalBefore: () -> Int32? = { nil }

  /// - Parameter tell: called with every step, on the caller's thread.
  func wait(tell: (HBSyncStatus) throws -> Void) rethrows -> Ending {
    let mailbox = Mailbox<News>()
    let signals =
      watchesSignals
      ? SignalWatch([SIGINT, SIGTERM, SIGHUP, SIGQUIT]) {
        mailbox.post(.ending(.interrupted(signal: $0)))
      } : nil
    defer { signals?.end() }
    if let signal = signalBefore() { return .interrupted(signal: signal) }
    let task = start(mailbox)
    defer { task.cancel() }
    let end = limit.map { ContinuousClock.now + $0 }
    while true {
      let rest = end.map { max(.zero, $0 - .now) }
      switch mailbox.next(timeout: rest) {
      case .status(let status): try tell(status)
      case .ending(let ending): return ending
      case nil: return .timedOut
      }
    }
  }

  private func start(_ mailbox: Mailbox<News>) -> Task<Void, Never> {
    let (storage, request) = (storage, request)
    return Task.detached {
      let ending = await storage.reportingSyncStatus(to: { mailbox.post(.status($0)) }) {
        await storage.run(request)
      }
      mailbox.post(.ending(ending))
    }
  }
}

extension HBStorage {
  /// Runs a pass to its end.
  fileprivate func run(_ pass: (HBStorage) async throws -> Void) async -> SyncRun.Ending {
    do {
      try await pass(self)
      return .finished(await syncStatus(), error: nil)
    } catch {
      return .finished(await syncStatus(), error: error)
    }
  }
}

/// Hands messages from tasks to a thread that waits for them: the bridge between syncing, which is
/// asynchronous, and a command, which is a plain thread and the only one that writes.
final class Mailbox<Message: Sendable>: Sendable {
  private let messages = Mutex<[Message]>([])
  private let count = DispatchSemaphore(value: 0)

  func post(_ message: Message) {
    messages.withLock { $0.append(message) }
    count.signal()
  }

  /// Waits for the next message; nil when the time is over.
  func next(timeout: Duration? = nil) -> Message? {
    let end = timeout.map { DispatchTime.now() + $0 / .seconds(1) } ?? .distantFuture
    guard count.wait(timeout: end) == .success else { return nil }
    return messages.withLock { $0.isEmpty ? nil : $0.removeFirst() }
  }
}
