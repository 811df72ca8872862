import Foundation
import HyperbasisTimeMachine
import Synchronization

/// Does what takes long beside the loop, one thing after the other.
///
/// The loop goes on drawing meanwhile, and sleeps until ``descriptor`` tells of replies.
final class StoreWorker: Sendable {
  private struct PendingReplies {
    var replies: [Input?] = []
    /// How many things are asked for and not done.
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

  /// Whether something is asked for and not done, or done and not taken.
  var isBusy: Bool { pending.withLock { $0.open > 0 || !$0.replies.isEmpty } }

  /// Does something when what was asked for before is done.
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

  /// The replies that are there, in the order in which they were asked for; nil for no news.
  func takeReplies() -> [Input?] {
    pending.withLock { pending in
      guard !pending.replies.isEmpty else { return [] }
      defer { pending.replies = [] }
      pipe.lower()
      return pending.replies
    }
  }

  /// Waits a little for a reply, so that what is done at once is seen at once.
  func wait(atMost milliseconds: Int32) {
    var source = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    _ = poll(&source, 1, milliseconds)
  }

  /// Lets go of something large in a moment, when nobody else holds it any more: freeing a plan for
  /// a hundred thousand anchors takes longer than a picture may.
  func release(_ value: some Sendable) {
    // Not by a timer of Dispatch: that one takes file handles, and traps where none is left.
    let thread = Thread {
      Thread.sleep(forTimeInterval: 0.1)
      withExtendedLifetime(value) {}
    }
    thread.stackSize = 1 << 20
    thread.start()
  }

  /// Waits until all is done.
  func finish() { queue.sync {} }
}
