import Foundation
import Synchronization

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
