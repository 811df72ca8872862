import Foundation
import HyperbasisTerminal

/// Hands the signals that ask a process to end to somebody else instead. One that is ignored stays
/// ignored, as nohup wants it.
final class SignalWatch {
  private let thread: SignalThread?

  /// - Parameter post: called with the number of each, on a thread of its own.
  init(_ signals: [Int32], post: @escaping @Sendable (Int32) -> Void) {
    thread = SignalThread(signals, post: post)
  }

  func end() { thread?.end() }

  /// Ends the process by a signal, so that its parent sees the truth.
  static func endProcess(bySignal number: Int32) -> Never {
    signal(number, SIG_DFL)
    raise(number)
    exit(128 + number)
  }
}
