import Foundation
import HyperbasisTerminal

/// Passes the signals that ask a process to end to a handler instead. An ignored signal stays ignored,
/// as nohup needs it.
final class SignalWatch {
  private let thread: SignalThread?

  /// - Parameter post: called with the number of each signal, on a thread of its own.
  init(_ signals: [Int32], post: @escaping @Sendable (Int32) -> Void) {
    thread = SignalThread(signals, post: post)
  }

  func end() { thread?.end() }

  /// Ends the process by a signal, so that its parent sees the real cause.
  static func endProcess(bySignal number: Int32) -> Never {
    signal(number, SIG_DFL)
    raise(number)
    exit(128 + number)
  }
}
