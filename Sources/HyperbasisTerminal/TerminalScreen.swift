internal import CHyperbasisTerminal
internal import Foundation
package import HyperbasisCanvas

/// A terminal that is taken over for full-screen use, from opening to `close()`.
package final class TerminalScreen: HeldTerminal {
  /// The size of the terminal, as of the latest resize event.
  package private(set) var size: TerminalSize
  /// Whether the terminal is sent UTF-8; if not, frames are converted to ASCII.
  package let isUTF8: Bool
  package let configuration: TerminalConfiguration
  package internal(set) var isMouseOn = false

  package let input: TerminalInput
  package var isActive = true
  package var isClosed = false
  let curses: CursesScreen
  /// The latest frame, which the terminal shows; `nil` if it may show anything.
  var shown: Frame?
  var hasTitle = false
  let foundModes: LineModes?

  /// Takes the terminal over; nothing is drawn before the first frame.
  package init(_ configuration: TerminalConfiguration) throws(TerminalError) {
    let isTerminal = isatty(configuration.input) == 1 && isatty(configuration.output) == 1
    guard isTerminal || !configuration.requiresTerminal else {
      throw TerminalError(.notATerminal)
    }
    self.configuration = configuration
    isUTF8 = TerminalLocale.setUp(environment: configuration.environment)
    foundModes = LineModes(of: configuration.input)
    size = Self.measure(configuration)
    // Before ncurses, which takes over the signals that have no handler.
    input = try TerminalInput(configuration, isTerminal: foundModes != nil)
    curses = try CursesScreen(configuration: configuration)
    curses.resize(to: size)
    arm()
    write(ControlBytes.pasteOn)
    setMouse(configuration.usesMouse)
  }

  deinit { close() }
}

// MARK: - Life

extension TerminalScreen {
  package func acquire() {
    curses.resume()
    arm()
    write(ControlBytes.pasteOn + (isMouseOn ? ControlBytes.mouseOn : ""))
    measureAgain()
    shown = nil
  }

  package func release() {
    write(modesOff)
    curses.leave()
    foundModes?.restore()
  }

  private var modesOff: String {
    (isMouseOn ? ControlBytes.mouseOff : "") + ControlBytes.pasteOff
      + (hasTitle ? ControlBytes.titlePop : "")
  }

  /// Prepares the bytes to write in a crash. They may interrupt another sequence, so they first end it.
  func arm() {
    let names = ["sgr0", "cnorm", "rmcup"]
    let bytes = Array(
      (ControlBytes.stringEnd + modesOff + names.compactMap(CursesScreen.capability).joined()).utf8)
    if var modes = foundModes?.modes {
      terminal_shim_arm(configuration.output, bytes, bytes.count, configuration.input, &modes)
    } else {
      terminal_shim_arm(configuration.output, bytes, bytes.count, -1, nil)
    }
  }
}

// MARK: - Input and size

extension TerminalScreen {
  private static func measure(_ configuration: TerminalConfiguration) -> TerminalSize {
    configuration.size ?? LineModes.size(of: configuration.output)
      ?? configuration.environmentSize
  }

  /// Waits for the next event.
  ///
  /// Nothing runs meanwhile: the process sleeps until input, a signal or a wake-up comes.
  /// - Parameter timeout: The longest wait; `nil` waits forever.
  /// - Returns: `nil` on timeout.
  package func next(timeout: Duration? = nil) -> InputEvent? {
    input.next(timeout: timeout) { signals in
      if signals.contains(SIGCONT) { resume() }
      if signals.contains(SIGWINCH) { measureAgain(isTold: true) }
      if signals.contains(SIGTSTP) { input.events.append(.suspend) }
    }
  }

  /// Takes the terminal's present size, and adds an event if it has changed.
  ///
  /// - Parameter isTold: Whether the terminal reported the change. One that shrank and grew back has the
  ///   old size but has lost its picture.
  func measureAgain(isTold: Bool = false) {
    let current = Self.measure(configuration)
    guard isTold || current != size else { return }
    size = current
    curses.resize(to: size)
    shown = nil
    input.events.append(.resize(size))
  }
}
