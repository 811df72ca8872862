internal import CHyperbasisTerminal
internal import Foundation

/// Delivers signals on a thread of its own, for work that does not wait for input.
///
/// It uses a pipe and a thread, because the timers and sources of Dispatch take more file descriptors,
/// and trap if none are left.
package final class SignalThread {
  private let signals: [Int32]
  private let writeEnd: Int32

  /// - Parameter post: called with the number of each signal.
  /// - Returns: nil if there are no file descriptors left for it; then signals do what they did before.
  package init?(_ signals: [Int32], post: @escaping @Sendable (Int32) -> Void) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(ends[1], F_SETFL, fcntl(ends[1], F_GETFL) | O_NONBLOCK)
    self.signals = signals
    writeEnd = ends[1]
    let (readEnd, writeEnd) = (ends[0], ends[1])
    let thread = Thread {
      Self.forward(from: readEnd, to: post)
      close(readEnd)
      close(writeEnd)
    }
    thread.stackSize = 1 << 19
    thread.start()
    for signal in signals { _ = terminal_shim_watch(signal, writeEnd) }
  }

  /// Ends the delivery; signals then do what they did before.
  package func end() {
    for signal in signals { terminal_shim_unwatch(signal) }
    var none: UInt8 = 0
    // The pipe has room, since a full one is being read.
    _ = write(writeEnd, &none, 1)
  }

  /// Forwards signals until a byte arrives that stands for none.
  private static func forward(from descriptor: Int32, to post: (Int32) -> Void) {
    var number: UInt8 = 0
    while true {
      let count = read(descriptor, &number, 1)
      if count == 1, number != 0 {
        post(Int32(number))
      } else if count >= 0 || errno != EINTR {
        return
      }
    }
  }
}
