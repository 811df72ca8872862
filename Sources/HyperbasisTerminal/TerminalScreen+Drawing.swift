package import HyperbasisCanvas

extension TerminalScreen {
  /// Whether anything is shown in colour.
  package var hasColors: Bool { curses.depth != .none }

  /// The characters that this terminal can be expected to show; a console without a window
  /// system has no font for braille.
  package var charset: Charset {
    guard isUTF8 else { return .ascii }
    return configuration.type.hasPrefix("linux") ? .block : .braille
  }

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

  /// Redraws everything with the next frame, for a terminal that others wrote to.
  package func redraw() {
    guard isActive else { return }
    shown = nil
    curses.forget()
    write(ControlBytes.pasteOn + (isMouseOn ? ControlBytes.mouseOn : ""))
  }

  /// The columns of a row whose cells changed, whole wide glyphs.
  ///
  /// What did not change is left alone, except a few blanks between changes: ncurses holds them
  /// in another ink perhaps, and to take the pen there and back costs more than to write them again
  /// with what is on the pen.
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
  /// Whether there is nothing between two changes but a few blanks.
  private func isBlank(_ cells: ArraySlice<Cell>, _ start: Int, _ end: Int) -> Bool {
    guard start < end else { return true }
    return end - start <= 4
      && cells[cells.startIndex + start..<cells.startIndex + end].allSatisfy { $0.glyph == .blank }
  }
}
