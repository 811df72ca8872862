internal import CHyperbasisTerminal
package import HyperbasisCanvas

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// A terminal whose keys come one by one while its screen stays as the shell left it, for programs
/// that speak in lines.
///
/// Signals come as events. Whatever ends the program, the modes of the line are given back: by
/// `close()`, by the end of this object, and in a crash by a handler that is prepared here.
///
/// One at a time, used from one thread.
package final class KeyTerminal {
  private let input: TerminalInput
  private let output: Int32
  private let foundModes: LineModes
  /// Whether pastes are told apart from keys, which is the one sequence that is ever written.
  private let marksPastes: Bool
  private var isActive = false
  private var isClosed = false

  /// Takes the line over.
  package init(_ configuration: TerminalConfiguration) throws(TerminalError) {
    guard let modes = LineModes(of: configuration.input) else {
      throw TerminalError(.notATerminal)
    }
    foundModes = modes
    output = configuration.output
    marksPastes =
      isatty(configuration.output) == 1 && !["", "dumb"].contains(configuration.type)
    input = try TerminalInput(
      descriptor: configuration.input, wakeDescriptors: configuration.wakeDescriptors,
      isTerminal: true)
    enter()
  }

  deinit { close() }
}

extension KeyTerminal {
  /// Waits for what comes next; `nil` when the time is over.
  package func next(timeout: Duration? = nil) -> InputEvent? {
    input.next(timeout: timeout) { signals in
      if signals.contains(SIGCONT) { resume() }
      if signals.contains(SIGTSTP) { input.events.append(.suspend) }
    }
  }

  /// Gives the line back as it was found. Later calls do nothing.
  package func close() {
    guard !isClosed else { return }
    isClosed = true
    leave()
  }

  /// Stops the program, as Ctrl-Z does elsewhere, and returns when it goes on.
  package func suspend() {
    guard isActive else { return }
    leave()
    terminal_shim_stop()
    if !input.takeEndingSignals(input.signals.drain()) { resume() }
  }

  /// Ends the process by a signal, with the line given back, so that the parent sees it.
  package func end(bySignal signal: Int32) -> Never {
    close()
    terminal_shim_end_by_signal(signal)
  }

  /// A signal that asks the program to end and came after the last event that was taken.
  package func takeEndingSignal() -> Int32? { input.takeEndingSignal() }

  private func resume() {
    guard !isClosed else { return }
    enter()
    input.events.append(.resumed)
  }

  private func enter() {
    isActive = true
    var modes = foundModes.modes
    let prepared = marksPastes ? Array(ControlBytes.pasteOff.utf8) : []
    terminal_shim_arm(output, prepared, prepared.count, foundModes.descriptor, &modes)
    // Every key is ours, as on a full screen; lines that are written still end as lines do.
    cfmakeraw(&modes)
    modes.c_oflag = foundModes.modes.c_oflag
    _ = tcsetattr(foundModes.descriptor, TCSADRAIN, &modes)
    if marksPastes { write(ControlBytes.pasteOn) }
  }

  private func leave() {
    guard isActive else { return }
    isActive = false
    if marksPastes { write(ControlBytes.pasteOff) }
    foundModes.restore()
    terminal_shim_disarm()
  }

  private func write(_ text: String) {
    let bytes = Array(text.utf8)
    _ = systemWrite(output, bytes, bytes.count)
  }
}

/// `write`, which the method of the same name hides.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
