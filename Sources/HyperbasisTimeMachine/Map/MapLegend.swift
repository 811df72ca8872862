import HyperbasisCanvas

/// The row below the plot: scale bar, axes and a note.
struct MapLegend {
  let projection: MapProjection
  let charset: Charset
  let note: TerminalText

  func draw(into frame: inout Frame, region: Region) {
    guard !region.isEmpty else { return }
    var column = region.column + 1
    if let bar = scaleBar(columns: region.columns) {
      column = frame.put(
        bar, column: column, row: region.row, style: .dim, clippedTo: region)
    }
    let axes: TerminalText = charset.isASCII ? "x -> z v" : "x → z ↓"
    let note = fittedNote(region.endColumn - column - 2)
    let noteColumn = region.endColumn - note.width - 1
    if column + 3 + axes.width < (note.isEmpty ? region.endColumn : noteColumn) {
      column = frame.put(
        axes, column: column + 3, row: region.row, style: .dim, clippedTo: region)
    }
    frame.put(note, column: noteColumn, row: region.row, style: .dim, clippedTo: region)
  }

  /// The beginning of the note where it does not fit, unless that would say nothing.
  private func fittedNote(_ room: Int) -> TerminalText {
    guard note.width > room else { return note }
    return room >= 8 ? note.truncated(to: room, ellipsis: charset.ellipsis) : .empty
  }

  /// `├── 1 m ──┤`: as long as its length is on the plot, ends included; where the text does not
  /// fit into it, it follows.
  private func scaleBar(columns: Int) -> TerminalText? {
    guard let bar = ScaleBar(projection: projection, atMost: min(24, columns / 3)) else {
      return nil
    }
    let (left, line, right) = charset.isASCII ? ("|", "-", "|") : ("├", "─", "┤")
    let inner = bar.columns - 2
    let text = " \(bar.text) "
    let missing = inner - text.count
    guard missing >= 2 else {
      let rule = String(repeating: line, count: inner)
      return TerminalText("\(left)\(rule)\(right) \(bar.text)")
    }
    let before = String(repeating: line, count: missing / 2)
    let after = String(repeating: line, count: missing - missing / 2)
    return TerminalText("\(left)\(before)\(text)\(after)\(right)")
  }
}
