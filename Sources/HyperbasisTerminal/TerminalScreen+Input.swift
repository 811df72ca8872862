package import HyperbasisCanvas

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

extension TerminalScreen {
  /// Waits for what comes next.
  ///
  /// Nothing runs meanwhile: the process sleeps until input, a signal or a wake-up comes.
  /// - Parameter timeout: The longest wait; `nil` waits for ever.
  /// - Returns: `nil` when the time is over.
  package func next(timeout: Duration? = nil) -> InputEvent? {
    input.next(timeout: timeout) { signals in
      if signals.contains(SIGCONT) { resume() }
      if signals.contains(SIGWINCH) { measureAgain(isTold: true) }
      if signals.contains(SIGTSTP) { input.events.append(.suspend) }
    }
  }
}
