import Dispatch
import HyperbasisTimeMachine
import Synchronization
import SystemPackage

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Does what takes long beside the loop, one thing after the other.
///
/// The loop goes on drawing meanwhile, and sleeps until ``descriptor`` tells of answers.
final class StoreWorker: Sendable {
  private struct PendingReplies {
    var replies: [Input?] = []
    /// How many things are asked for and not done.
    var open = 0
  }

  private let pending = Mutex(PendingReplies())
  private let queue = DispatchQueue(label: "store", qos: .userInitiated)
  private let ends: (readEnd: FileDescriptor, writeEnd: FileDescriptor)

  init() throws {
    ends = try FileDescriptor.pipe()
    for end in [ends.readEnd, ends.writeEnd] { _ = fcntl(end.rawValue, F_SETFD, FD_CLOEXEC) }
  }

  deinit {
    // A pipe holds nothing that could be lost.
    try? ends.readEnd.close()
    try? ends.writeEnd.close()
  }
}

extension StoreWorker {
  /// Becomes readable when there are answers.
  var descriptor: Int32 { ends.readEnd.rawValue }

  /// Whether something is asked for and not done, or done and not taken.
  var isBusy: Bool { pending.withLock { $0.open > 0 || !$0.replies.isEmpty } }

  /// Does something when what was asked for before is done.
  func ask(_ body: @escaping @Sendable () -> Input?) {
    pending.withLock { $0.open += 1 }
    queue.async { [self] in
      let answer = body()
      let isFirst = pending.withLock { pending in
        pending.open -= 1
        pending.replies.append(answer)
        return pending.replies.count == 1
      }
      // A full pipe wakes as well.
      if isFirst { _ = try? ends.writeEnd.writeAll([1]) }
    }
  }

  /// The answers that are there, in the order in which they were asked for; nil for no news.
  func takeAnswers() -> [Input?] {
    let answers = pending.withLock { pending in
      defer { pending.replies = [] }
      return pending.replies
    }
    guard !answers.isEmpty else { return [] }
    // One byte was written for the first of them, or is about to be.
    withUnsafeTemporaryAllocation(byteCount: 1, alignment: 1) { byte in
      // An error says that it was empty.
      _ = try? ends.readEnd.read(into: byte)
    }
    return answers
  }

  /// Waits a little for an answer, so that what is done at once is seen at once.
  func wait(atMost milliseconds: Int32) {
    var source = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    _ = poll(&source, 1, milliseconds)
  }

  /// Lets go of something large in a moment, when nobody else holds it any more: freeing a plan for
  /// a hundred thousand anchors takes longer than a picture may.
  func release(_ value: some Sendable) {
    queue.asyncAfter(deadline: .now() + .milliseconds(100)) { withExtendedLifetime(value) {} }
  }

  /// Waits until all is done.
  func finish() { queue.sync {} }
}
