internal import CTerminalShim
package import Canvas

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
  package private(set) var isMouseOn = false

  let curses: CursesScreen
  let signals: SignalPipe
  var decoder = InputDecoder()
  var events: [InputEvent] = []
  var isInputOpen = true
  /// Whether the terminal is ours now: not suspended, not closed.
  private(set) var isActive = false
  private var isClosed = false
  private var shown: Frame?
  private var hasTitle = false
  private let foundModes: LineModes?

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
    signals = try SignalPipe()
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
    _ = signals.drain()
    resume()
  }

  /// Ends the process by a signal, with the terminal given back, so that the parent sees it.
  package func end(bySignal signal: Int32) -> Never {
    close()
    terminal_shim_end_by_signal(signal)
  }

  /// Takes the terminal again after the program was stopped.
  func resume() {
    guard !isClosed else { return }
    curses.resume()
    enter()
    if isMouseOn { write(ControlBytes.mouseOn) }
    measureAgain()
    shown = nil
    events.append(.resumed)
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
  private func arm() {
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
  func measureAgain() {
    let current = Self.measure(configuration)
    guard current != size else { return }
    size = current
    curses.resize(to: size)
    shown = nil
    events.append(.resize(size))
  }
}

// MARK: - Drawing

extension TerminalScreen {
  /// Shows a frame; only what changed since the last one is sent.
  ///
  /// A frame of another size than the terminal's is cut, or leaves the rest blank.
  package func draw(_ frame: Frame) {
    guard isActive else { return }
    let frame = isUTF8 ? frame : frame.ascii
    if shown?.size != frame.size {
      curses.erase()
      shown = nil
    }
    for row in 0..<min(frame.size.rows, size.rows) {
      let cells = frame.cells(inRow: row)
      guard let changed = changedColumns(of: cells, row: row) else { continue }
      let start = cells.startIndex
      let end = min(changed.upperBound, size.columns)
      guard changed.lowerBound < end else { continue }
      curses.put(
        cells[(start + changed.lowerBound)..<(start + end)], column: changed.lowerBound, row: row)
    }
    shown = frame
    curses.update(cursor: frame.cursor.flatMap { size.region.contains($0) ? $0 : nil })
  }

  /// Draws everything anew with the next frame, for a terminal that others wrote to.
  package func redraw() {
    guard isActive else { return }
    shown = nil
    curses.forget()
    write(ControlBytes.pasteOn + (isMouseOn ? ControlBytes.mouseOn : ""))
  }

  /// The columns of a row from the first to the last change, whole wide glyphs.
  private func changedColumns(of cells: ArraySlice<Cell>, row: Int) -> Range<Int>? {
    guard let shown else { return 0..<cells.count }
    let former = shown.cells(inRow: row)
    guard cells != former else { return nil }
    var first = 0
    var end = cells.count
    while cells[cells.startIndex + first] == former[former.startIndex + first] { first += 1 }
    while end > first, cells[cells.startIndex + end - 1] == former[former.startIndex + end - 1] {
      end -= 1
    }
    if first > 0, cells[cells.startIndex + first].glyph.isContinuation { first -= 1 }
    return first..<end
  }
}

// MARK: - Modes, title, clipboard

extension TerminalScreen {
  /// Turns mouse events on or off; off leaves selecting text to the terminal.
  package func setMouse(_ isOn: Bool) {
    guard isActive, isOn != isMouseOn else { return }
    guard !isOn || CursesScreen.capability("kmous") != nil else { return }
    isMouseOn = isOn
    write(isOn ? ControlBytes.mouseOn : ControlBytes.mouseOff)
    arm()
  }

  /// Sets the window's title where that is known to work; the former one comes back at the end.
  package func setTitle(_ text: TerminalText) {
    guard isActive, hasTitles else { return }
    if !hasTitle {
      hasTitle = true
      write(ControlBytes.titlePush)
      arm()
    }
    write(ControlBytes.title(isUTF8 ? text : text.ascii))
  }

  /// Asks the terminal to copy text.
  ///
  /// - Returns: Whether it was sent; `false` if it is too long. Terminals don't tell whether they
  ///   did it.
  package func copy(_ text: TerminalText) -> Bool {
    guard isActive,
      let bytes = ControlBytes.clipboard(text, environment: configuration.environment)
    else { return false }
    write(bytes)
    return true
  }

  private var hasTitles: Bool {
    let families = [
      "xterm", "rxvt", "screen", "tmux", "alacritty", "kitty", "foot", "st-", "wezterm", "ghostty",
      "vte", "gnome", "konsole", "iterm",
    ]
    return families.contains { configuration.type.hasPrefix($0) }
  }

  /// Writes bytes between two updates of ncurses, which leaves nothing in its buffer.
  func write(_ text: String) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { bytes in
        systemWrite(configuration.output, bytes.baseAddress, bytes.count)
      }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        return
      }
    }
  }
}

/// `write`, which the method of the same name hides.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
