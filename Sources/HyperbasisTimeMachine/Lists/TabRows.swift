import HyperbasisCanvas

/// The rows of a tab; only those on screen are asked for.
protocol TabRows {
  var count: Int { get }
  /// What stands above the rows; the first that fits is taken.
  func headings(columns: Int) -> [TerminalText]
  /// What stands between the heading and the rows; empty for nothing.
  var note: TerminalText { get }
  /// Makes the columns as wide as the rows on screen need them.
  mutating func prepare(rows: Range<Int>, columns: Int)
  func draw(row: Int, into frame: inout Frame, line: Region)
}

extension TabRows {
  var note: TerminalText { .empty }

  /// Columns that the glyph and the blank after it take.
  static var glyphColumns: Int { 2 }

  /// Draws a glyph, a text, and another text at the right where there is room for it.
  func draw(
    _ glyph: Glyph, _ text: TerminalText, _ right: TerminalText, style: Style,
    glyphStyle: Style? = nil, ellipsis: TerminalText, into frame: inout Frame, line: Region
  ) {
    guard line.columns > Self.glyphColumns else { return }
    frame.put(
      glyph: glyph, column: line.column, row: line.row, style: glyphStyle ?? style,
      clippedTo: line)
    let room = line.columns - Self.glyphColumns
    let keepsRight = right.width > 0 && right.width + 10 <= room
    let textRoom = keepsRight ? room - right.width - 1 : room
    frame.put(
      text.truncated(to: textRoom, ellipsis: ellipsis),
      column: line.column + Self.glyphColumns, row: line.row, style: style, clippedTo: line)
    guard keepsRight else { return }
    frame.put(
      right, column: line.endColumn - right.width, row: line.row, style: .dim, clippedTo: line)
  }
}

/// The width of the column of names beside one of texts: all that the texts leave, at least
/// half, and no more than the names need.
struct NameColumn {
  let width: Int

  init(names: [TerminalText], texts: [TerminalText], room: Int) {
    let longestName = names.map(\.width).max() ?? 0
    let longestText = texts.map(\.width).max() ?? 0
    width = max(1, min(longestName, max((room - 1) / 2, room - longestText - 1)))
  }
}
