internal import CHyperbasisTerminal
internal import Foundation
internal import HyperbasisCanvas

/// A terminal that is held until it is given back.
///
/// Signals arrive as events. Whatever ends the program, the terminal is given back as it was: by
/// `close()`, by the end of this object, and in a crash by a handler that is prepared when the terminal
/// is taken.
///
/// Only one may exist at a time, used from one thread.
package protocol HeldTerminal: AnyObject {
  var input: TerminalInput { get }
  /// Whether the terminal is ours now: neither suspended nor closed.
  var isActive: Bool { get set }
  var isClosed: Bool { get set }

  /// Takes the terminal again after the program was suspended.
  func acquire()
  /// Gives the terminal back for now.
  func release()
}

extension HeldTerminal {
  /// Gives the terminal back as it was found. Later calls do nothing.
  package func close() {
    guard !isClosed else { return }
    isClosed = true
    leave()
  }

  /// Suspends the program, as Ctrl-Z does elsewhere, with the terminal given back meanwhile.
  ///
  /// Returns when the program continues. What to draw follows as events.
  package func suspend() {
    guard isActive else { return }
    leave()
    terminal_shim_stop()
    // The signal that continued the program may have come along with one that ends it; then the terminal
    // is no longer ours.
    if !input.reportEndingSignals(input.signals.drain()) { resume() }
  }

  /// Ends the process by a signal, so that the parent sees it, with the terminal given back.
  package func end(bySignal signal: Int32) -> Never {
    close()
    terminal_shim_end_by_signal(signal)
  }

  /// Returns a signal that asks the program to end and that came after the last event taken.
  package func takeEndingSignal() -> Int32? { input.takeEndingSignal() }

  func resume() {
    guard !isClosed else { return }
    isActive = true
    acquire()
    input.events.append(.resumed)
  }

  private func leave() {
    guard isActive else { return }
    isActive = false
    release()
    terminal_shim_disarm()
  }
}

/// Writes all of a text to a descriptor, unless that fails.
func writeAll(_ text: String, to descriptor: Int32) {
  var rest = Array(text.utf8)[...]
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    if count > 0 {
      rest = rest.dropFirst(count)
    } else if errno != EINTR {
      return
    }
  }
}
