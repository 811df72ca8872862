import Foundation
import HyperbasisTimeMachine
import Synchronization

/// Does slow work off the loop, one request after the other.
///
/// The loop goes on drawing meanwhile, and sleeps until ``descriptor`` signals replies.
final class StoreWorker: Sendable {
  private struct PendingReplies {
    var replies: [Input?] = []
    /// How many requests are not done yet.
    var open = 0
  }

  private let pending = Mutex(PendingReplies())
  private let queue = DispatchQueue(label: "store", qos: .userInitiated)
  private let pipe: WakePipe

  init() throws {
    pipe = try WakePipe()
  }
}

extension StoreWorker {
  /// Becomes readable when there are replies.
  var descriptor: Int32 { pipe.descriptor }

  /// Whether a request is not done, or a reply is not taken.
  var isBusy: Bool { pending.withLock { $0.open > 0 || !$0.replies.isEmpty } }

  /// Runs a request after all earlier ones.
  func ask(_ body: @escaping @Sendable () -> Input?) {
    pending.withLock { $0.open += 1 }
    queue.async { [self] in
      let reply = body()
      pending.withLock { pending in
        pending.open -= 1
        pending.replies.append(reply)
        pipe.raise()
      }
    }
  }

  /// Takes the replies so far, in the order of their requests; nil for one without news.
  func takeReplies() -> [Input?] {
    pending.withLock { pending in
      guard !pending.replies.isEmpty else { return [] }
      defer { pending.replies = [] }
      pipe.lower()
      return pending.replies
    }
  }

  /// Waits a little for a reply, so that a quick one is seen at once.
  func wait(atMost milliseconds: Int32) {
    var source = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    _ = poll(&source, 1, milliseconds)
  }

  /// Releases a large value a moment later, when no other owner holds it any more: freeing a plan for a
  /// hundred thousand anchors takes longer than a picture may.
  func release(_ value: some Sendable) {
    // A Dispatch timer takes file handles, and traps if none is left.
    let thread = Thread {
      Thread.sleep(forTimeInterval: 0.1)
      withExtendedLifetime(value) {}
    }
    thread.stackSize = 1 << 20
    thread.start()
  }

  /// Waits until all requests are done.
  func finish() { queue.sync {} }
}
