internal import CHyperbasisNcurses
internal import Foundation
internal import HyperbasisCanvas

/// Owns the ncurses screen: the only code that calls the library.
///
/// ncurses keeps its state in globals, so only one may exist at a time, used from one thread.
final class CursesScreen {
  private let screen: OpaquePointer
  private let outputFile: UnsafeMutablePointer<FILE>
  private let inputFile: UnsafeMutablePointer<FILE>
  private var pen: CursesPen
  let depth: ColorDepth

  init(configuration: TerminalConfiguration) throws(TerminalError) {
    try Self.checkType(configuration)
    let output = try Self.open(configuration.output, "w")
    let input: UnsafeMutablePointer<FILE>
    do {
      input = try Self.open(configuration.input, "r")
    } catch {
      fclose(output)
      throw error
    }
    guard let screen = newterm(configuration.type, output, input) else {
      fclose(output)
      fclose(input)
      throw TerminalError(.unsuitable(type: configuration.type))
    }
    self.screen = screen
    outputFile = output
    inputFile = input
    depth = configuration.depth(colors: Int(tigetnum("colors")))
    pen = CursesPen(theme: Theme(background: configuration.background, depth: depth))
    setModes()
  }

  deinit {
    delscreen(screen)
    fclose(outputFile)
    fclose(inputFile)
  }
}

// MARK: - Opening

extension CursesScreen {
  private static func checkType(_ configuration: TerminalConfiguration) throws(TerminalError) {
    let type = configuration.type
    guard !type.isEmpty, type != "dumb" else { throw TerminalError(.unsuitable(type: type)) }
    var status: Int32 = 0
    guard setupterm(type, configuration.output, &status) == OK else {
      throw TerminalError(status == 0 ? .unknownType(type) : .unsuitable(type: type))
    }
    guard capability("cup") != nil else { throw TerminalError(.unsuitable(type: type)) }
  }

  private static func open(
    _ descriptor: Int32, _ mode: String
  ) throws(TerminalError) -> UnsafeMutablePointer<FILE> {
    let copy = dup(descriptor)
    guard copy >= 0 else { throw TerminalError(.system(call: "dup", code: errno)) }
    _ = fcntl(copy, F_SETFD, FD_CLOEXEC)
    guard let file = fdopen(copy, mode) else {
      let code = errno
      close(copy)
      throw TerminalError(.system(call: "fdopen", code: code))
    }
    return file
  }

  private func setModes() {
    // These fail without a terminal, which only tests ask for.
    _ = raw()
    _ = noecho()
    _ = nonl()
    // We read the input ourselves: ncurses must not look at it to postpone drawing.
    _ = typeahead(-1)
  }

  /// Returns a string of the terminal's description, without the delays that only old terminals need.
  static func capability(_ name: String) -> String? {
    guard let text = tigetstr(name), Int(bitPattern: text) != -1 else { return nil }
    let parts = String(cString: text).split(separator: "$<", omittingEmptySubsequences: false)
    return parts.dropFirst().reduce(String(parts.first ?? "")) { result, part in
      result
        + (part.split(separator: ">", maxSplits: 1, omittingEmptySubsequences: false).last ?? "")
    }
  }
}

// MARK: - Life

extension CursesScreen {
  /// Gives the terminal back; `resume` takes it again.
  func leave() {
    set_term(screen)
    // If the shell's screen is not restored, its prompt follows on the last row.
    if Self.capability("rmcup") == nil { clearLastRow() }
    _ = endwin()
  }

  private func clearLastRow() {
    let window = ncurses_standard_window()
    _ = wmove(window, getmaxy(window) - 1, 0)
    _ = wclrtoeol(window)
    _ = wrefresh(window)
  }

  /// Restores the program's line modes and forgets what the terminal shows.
  func resume() {
    set_term(screen)
    _ = reset_prog_mode()
    forget()
  }

  /// Makes the next update draw everything.
  func forget() {
    _ = clearok(ncurses_current_screen(), true)
  }

  /// Uses the colours for another background from the next update on.
  func setBackground(_ background: Theme.Background) {
    set_term(screen)
    pen = CursesPen(theme: Theme(background: background, depth: depth))
    forget()
  }

  func resize(to size: TerminalSize) {
    set_term(screen)
    _ = resizeterm(Int32(max(1, size.rows)), Int32(max(1, size.columns)))
    _ = werase(ncurses_standard_window())
    forget()
  }
}

// MARK: - Drawing

extension CursesScreen {
  /// Writes the cells of one row, starting at a column.
  ///
  /// - Parameter sparesInk: Whether blanks are written in the current ink. Not on an empty screen: there,
  ///   blanks in their own ink need not be written at all.
  func put(_ cells: ArraySlice<Cell>, column: Int, row: Int, sparesInk: Bool) {
    var characters: [cchar_t] = []
    characters.reserveCapacity(cells.count)
    for cell in cells where !cell.glyph.isContinuation {
      pen.append(cell, sparesInk: sparesInk, to: &characters)
    }
    _ = mvwadd_wchnstr(
      ncurses_standard_window(), Int32(row), Int32(column), characters, Int32(characters.count))
  }

  func erase() {
    _ = werase(ncurses_standard_window())
  }

  /// Sends what changed to the terminal, and puts the cursor in its place.
  func update(cursor: Position?) {
    let window = ncurses_standard_window()
    _ = leaveok(window, cursor == nil)
    if let cursor { _ = wmove(window, Int32(cursor.row), Int32(cursor.column)) }
    _ = curs_set(cursor == nil ? 0 : 1)
    _ = wnoutrefresh(window)
    _ = doupdate()
  }
}
