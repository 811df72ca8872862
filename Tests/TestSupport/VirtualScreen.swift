package import HyperbasisCanvas

/// A minimal terminal: takes the bytes that a program writes and keeps what they would show.
///
/// It knows what xterm-256color programs use: cursor movement, erasing, inserting and deleting, scrolling
/// regions, attributes (only whether there are any), the alternate screen, private modes, titles and the
/// clipboard.
package struct VirtualScreen: Sendable {
  package struct Cell: Hashable, Sendable {
    package var text = " "
    /// The parameters of the last SGR sequences, such as `["1", "38;5;114"]`.
    package var rendition: [String] = []
    /// Whether this is the right half of a wide character.
    package var isContinuation = false
  }

  package internal(set) var size: TerminalSize
  package internal(set) var cells: [[Cell]]
  package internal(set) var cursor = Position(column: 0, row: 0)
  package internal(set) var isCursorVisible = true
  package internal(set) var isAlternate = false
  /// The private modes that are set, such as 2004 for bracketed paste.
  package internal(set) var modes: Set<Int> = []
  package internal(set) var title = ""
  /// The texts that the program asked to copy, as base64.
  package internal(set) var clipboard: [String] = []
  /// Unknown control bytes and sequences, for tests to check.
  package internal(set) var unknown: [String] = []

  var rendition: [String] = []
  var scrollTop = 0
  var scrollEnd: Int
  var savedCursor = Position(column: 0, row: 0)
  var mainCells: [[Cell]] = []
  var wrapsNext = false
  var lastText = " "
  var parser = Parser()

  package init(columns: Int, rows: Int) {
    size = TerminalSize(columns: max(1, columns), rows: max(1, rows))
    scrollEnd = size.rows
    cells = Self.blankCells(size)
  }

  static func blankCells(_ size: TerminalSize) -> [[Cell]] {
    Array(repeating: Array(repeating: Cell(), count: size.columns), count: size.rows)
  }
}

extension VirtualScreen {
  /// The rows as text, without the blanks at their ends.
  package var lines: [String] {
    cells.map { row in
      var line = row.map { $0.isContinuation ? "" : $0.text }.joined()
      while line.last == " " { line.removeLast() }
      return line
    }
  }

  package var text: String { lines.joined(separator: "\n") }

  package func contains(_ text: String) -> Bool { lines.contains { $0.contains(text) } }

  /// Takes the bytes of a program, split at any point.
  package mutating func feed(_ bytes: some Sequence<UInt8>) {
    for byte in bytes {
      for token in parser.take(byte) { apply(token) }
    }
  }

  package mutating func feed(_ text: String) { feed(text.utf8) }

  /// Crops or enlarges the screen, as a terminal without reflow does.
  package mutating func resize(columns: Int, rows: Int) {
    let former = cells
    size = TerminalSize(columns: max(1, columns), rows: max(1, rows))
    cells = Self.blankCells(size)
    for row in 0..<min(former.count, size.rows) {
      for column in 0..<min(former[row].count, size.columns) {
        cells[row][column] = former[row][column]
      }
    }
    if !mainCells.isEmpty { mainCells = Self.blankCells(size) }
    scrollTop = 0
    scrollEnd = size.rows
    moveCursor(column: cursor.column, row: cursor.row)
  }
}
