internal import CHyperbasisTerminal
internal import Foundation
package import HyperbasisCanvas

/// A terminal whose keys arrive one by one while its screen stays as the shell left it, for programs that
/// output lines.
package final class KeyTerminal: HeldTerminal {
  package let input: TerminalInput
  package var isActive = true
  package var isClosed = false
  private let output: Int32
  private let foundModes: LineModes
  /// Whether pastes are distinguished from keys, by the only sequence that is ever written.
  private let marksPastes: Bool

  /// Takes over the terminal line.
  package init(_ configuration: TerminalConfiguration) throws(TerminalError) {
    guard let modes = LineModes(of: configuration.input) else {
      throw TerminalError(.notATerminal)
    }
    foundModes = modes
    output = configuration.output
    marksPastes = isatty(configuration.output) == 1 && !["", "dumb"].contains(configuration.type)
    input = try TerminalInput(configuration, isTerminal: true)
    acquire()
  }

  deinit { close() }
}

extension KeyTerminal {
  /// Waits for the next event; returns `nil` on timeout.
  package func next(timeout: Duration? = nil) -> InputEvent? {
    input.next(timeout: timeout) { signals in
      if signals.contains(SIGCONT) { resume() }
      if signals.contains(SIGTSTP) { input.events.append(.suspend) }
    }
  }

  package func acquire() {
    var modes = foundModes.modes
    let prepared = marksPastes ? Array(ControlBytes.pasteOff.utf8) : []
    terminal_shim_arm(output, prepared, prepared.count, foundModes.descriptor, &modes)
    // Every key is ours, as on a full screen; lines that are written still end normally.
    cfmakeraw(&modes)
    modes.c_oflag = foundModes.modes.c_oflag
    _ = tcsetattr(foundModes.descriptor, TCSADRAIN, &modes)
    if marksPastes { writeAll(ControlBytes.pasteOn, to: output) }
  }

  package func release() {
    if marksPastes { writeAll(ControlBytes.pasteOff, to: output) }
    foundModes.restore()
  }
}
