internal import CHyperbasisTerminal
package import HyperbasisCanvas

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// A terminal taken over for the whole screen, from opening to `close()`.
///
/// Signals come as events. Whatever ends the program, the terminal is given back as it was: by
/// `close()`, by the end of this object, and in a crash by a handler that is prepared here.
///
/// One at a time, used from one thread.
package final class TerminalScreen {
  /// The size of the terminal, as of the latest resize event.
  package private(set) var size: TerminalSize
  /// Whether the terminal is sent UTF-8; frames are turned to ASCII if not.
  package let isUTF8: Bool
  package let configuration: TerminalConfiguration
  /// The colours in use.
  package var depth: ColorDepth { curses.depth }
  package internal(set) var isMouseOn = false

  let curses: CursesScreen
  let input: TerminalInput
  /// Whether the terminal is ours now: not suspended, not closed.
  private(set) var isActive = false
  private var isClosed = false
  /// The latest frame, which the terminal shows; `nil` when it may show anything.
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
    // Before ncurses, which takes over the signals that nobody handles.
    input = try TerminalInput(
      descriptor: configuration.input, wakeDescriptors: configuration.wakeDescriptors,
      isTerminal: foundModes != nil)
    curses = try CursesScreen(configuration: configuration)
    curses.resize(to: size)
    enter()
    setMouse(configuration.usesMouse)
  }

  deinit { close() }
}

// MARK: - Life

extension TerminalScreen {
  /// Gives the terminal back as it was found. Later calls do nothing.
  package func close() {
    guard !isClosed else { return }
    isClosed = true
    leave()
  }

  /// Stops the program, as Ctrl-Z does elsewhere, with the terminal given back meanwhile.
  ///
  /// Returns when the program goes on. What to draw follows as events.
  package func suspend() {
    guard isActive else { return }
    leave()
    terminal_shim_stop()
    // What continued the program may have come to end it; then the terminal is no longer ours.
    if !input.takeEndingSignals(input.signals.drain()) { resume() }
  }

  /// Ends the process by a signal, with the terminal given back, so that the parent sees it.
  package func end(bySignal signal: Int32) -> Never {
    close()
    terminal_shim_end_by_signal(signal)
  }

  /// A signal that asks the program to end and came after the last event that was taken.
  package func takeEndingSignal() -> Int32? { input.takeEndingSignal() }

  /// Takes the terminal again after the program was stopped.
  func resume() {
    guard !isClosed else { return }
    curses.resume()
    enter()
    if isMouseOn { write(ControlBytes.mouseOn) }
    measureAgain()
    shown = nil
    input.events.append(.resumed)
  }

  private func enter() {
    isActive = true
    arm()
    write(ControlBytes.pasteOn)
  }

  private func leave() {
    guard isActive else { return }
    isActive = false
    write(modesOff)
    curses.leave()
    foundModes?.restore()
    terminal_shim_disarm()
  }

  private var modesOff: String {
    (isMouseOn ? ControlBytes.mouseOff : "") + ControlBytes.pasteOff
      + (hasTitle ? ControlBytes.titlePop : "")
  }

  /// Prepares what a crash writes. It may interrupt another sequence, so it first ends that.
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

// MARK: - Size

extension TerminalScreen {
  private static func measure(_ configuration: TerminalConfiguration) -> TerminalSize {
    configuration.size ?? LineModes.size(of: configuration.output)
      ?? configuration.environmentSize
  }

  /// Takes the terminal's present size, with an event if it is another than before.
  ///
  /// - Parameter isTold: Whether the terminal said so. One that went smaller and back again has
  ///   the old size and lost its picture.
  func measureAgain(isTold: Bool = false) {
    let current = Self.measure(configuration)
    guard isTold || current != size else { return }
    size = current
    curses.resize(to: size)
    shown = nil
    input.events.append(.resize(size))
  }
}
