package import Canvas

extension TerminalScreen {
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
