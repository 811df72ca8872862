/// A picture of the whole screen: views draw it, and the driver, the tests and the linear mode read it.
///
/// Everything that is drawn is clipped to the frame, whatever its size, even 0x0.
package struct Frame: Hashable, Sendable {
  package let size: TerminalSize
  /// The cells, row by row; a wide glyph is in its left cell.
  package internal(set) var cells: [Cell]
  /// Where the terminal's cursor is shown, as in a prompt; hidden if `nil`.
  package var cursor: Position?

  package init(size: TerminalSize, style: Style = .plain) {
    self.size = size
    cells = Array(repeating: Cell(glyph: .blank, style: style), count: size.columns * size.rows)
  }
}

/// One character cell.
package struct Cell: Hashable, Sendable {
  package var glyph: Glyph
  package var style: Style
}

extension Frame {
  package var region: Region { size.region }

  /// The frame for terminals that show ASCII only.
  package var ascii: Frame {
    var result = self
    result.cells = (0..<size.rows).flatMap { row in
      // In a row with text input, the cursor has to stay at its character.
      ASCIIRow(cells(inRow: row), isFixed: cursor?.row == row).cells
    }
    return result
  }

  package func cells(inRow row: Int) -> ArraySlice<Cell> {
    guard row >= 0, row < size.rows else { return [] }
    return cells[(row * size.columns)..<((row + 1) * size.columns)]
  }

  /// Sets one glyph at an index and blanks the halves of wide glyphs that it cuts.
  mutating func set(_ glyph: Glyph, style: Style, column: Int, row: Int) {
    let start = row * size.columns
    blankWideGlyph(cutAt: column, rowStart: start)
    blankWideGlyph(cutAt: column + glyph.width, rowStart: start)
    cells[start + column] = Cell(glyph: glyph, style: style)
    if glyph.width == 2 { cells[start + column + 1] = Cell(glyph: .continuation, style: style) }
  }

  /// Blanks the wide glyph, if there is one, whose right half is in this column.
  private mutating func blankWideGlyph(cutAt column: Int, rowStart: Int) {
    guard column > 0, column < size.columns, cells[rowStart + column].glyph.isContinuation
    else { return }
    cells[rowStart + column - 1].glyph = .blank
    cells[rowStart + column].glyph = .blank
  }
}
