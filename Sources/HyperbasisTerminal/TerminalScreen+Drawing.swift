package import HyperbasisCanvas

extension TerminalScreen {
  /// Whether anything is shown in colour.
  package var hasColors: Bool { curses.depth != .none }

  /// The characters that this terminal can be expected to show; a console without a window system has no
  /// font for braille.
  package var charset: Charset {
    guard isUTF8 else { return .ascii }
    return configuration.type.hasPrefix("linux") ? .block : .braille
  }

  /// Shows a frame; only what changed since the last one is sent.
  ///
  /// A frame of another size than the terminal's is cut off, or leaves the rest blank.
  package func draw(_ frame: Frame) {
    guard isActive else { return }
    let frame = isUTF8 ? frame : frame.ascii
    if shown?.size != frame.size {
      curses.erase()
      shown = nil
    }
    for row in 0..<min(frame.size.rows, size.rows) {
      let cells = frame.cells(inRow: row)
      for columns in changedRuns(of: cells, row: row) {
        let end = min(columns.upperBound, size.columns)
        guard columns.lowerBound < end else { continue }
        let run = cells.startIndex + columns.lowerBound..<cells.startIndex + end
        curses.put(cells[run], column: columns.lowerBound, row: row, sparesInk: shown != nil)
      }
    }
    shown = frame
    curses.update(cursor: frame.cursor.flatMap { size.region.contains($0) ? $0 : nil })
  }

  /// Makes the next frame redraw everything, for a terminal to which others wrote.
  package func redraw() {
    guard isActive else { return }
    shown = nil
    curses.forget()
    write(ControlBytes.pasteOn + (isMouseOn ? ControlBytes.mouseOn : ""))
  }

  /// Returns the columns of a row whose cells changed, with whole wide glyphs.
  ///
  /// Unchanged cells are left alone, except a few blanks between changes: ncurses may hold them in
  /// another ink, and switching the ink there and back costs more than rewriting them in the current one.
  private func changedRuns(of cells: ArraySlice<Cell>, row: Int) -> [Range<Int>] {
    guard let shown else { return cells.isEmpty ? [] : [0..<cells.count] }
    let former = shown.cells(inRow: row)
    guard cells != former else { return [] }
    var runs: [Range<Int>] = []
    for (column, pair) in zip(cells, former).enumerated() where pair.0 != pair.1 {
      let isHalf = pair.0.glyph.isContinuation && column > 0
      let first = isHalf ? column - 1 : column
      if let last = runs.last, isBlank(cells, last.upperBound, first) {
        runs[runs.count - 1] = last.lowerBound..<column + 1
      } else {
        runs.append(first..<column + 1)
      }
    }
    return runs
  }
  /// Returns whether there is nothing but a few blanks between two changes.
  private func isBlank(_ cells: ArraySlice<Cell>, _ start: Int, _ end: Int) -> Bool {
    guard start < end else { return true }
    return end - start <= 4
      && cells[cells.startIndex + start..<cells.startIndex + end].allSatisfy { $0.glyph == .blank }
  }
}
