import HyperbasisCanvas

extension Paint {
  /// The rows of a picture, blanks at the end left out.
  func lines(of frame: Frame) -> [String] {
    (0..<frame.size.rows).map { line(frame.cells(inRow: $0)) }
  }

  private func line(_ cells: ArraySlice<Cell>) -> String {
    let end = cells.lastIndex { $0.glyph != .blank || $0.style != .plain }
    guard let end else { return "" }
    var line = ""
    var rest = cells[...end]
    while let first = rest.first {
      let run = rest.prefix { $0.style == first.style }
      line += self(run.map { TerminalText($0.glyph) }.joined(), first.style)
      rest = rest.dropFirst(run.count)
    }
    return line
  }
}
