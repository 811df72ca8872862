import HyperbasisCanvas

extension [LegendEntry] {
  /// Whether all of it fits.
  func fits(in line: Region, ellipsis: TerminalText) -> Bool {
    fitting(in: line.columns - 2, ellipsis: ellipsis) == self
  }

  /// Draws what fits at the right end of a line; an ellipsis where that is not all.
  func draw(into frame: inout Frame, line: Region, ellipsis: TerminalText) {
    let fitting = fitting(in: line.columns - 2, ellipsis: ellipsis)
    guard !fitting.isEmpty else { return }
    let width = fitting.reduce(fitting.count - 1) { $0 + $1.width }
    var column = line.endColumn - width - 1
    frame.fill(Region(column: column - 1, row: line.row, columns: width + 2, rows: 1))
    for entry in fitting {
      for run in entry.runs {
        column = frame.put(
          run.text, column: column, row: line.row, style: run.style, clippedTo: line)
      }
      column += 1
    }
  }

  private func fitting(in columns: Int, ellipsis: TerminalText) -> [LegendEntry] {
    var room = columns
    var shown: [LegendEntry] = []
    for entry in self {
      let isLast = shown.count == count - 1
      let needed = entry.width + 1 + (isLast ? 0 : ellipsis.width)
      guard needed <= room else {
        return shown.isEmpty ? [] : shown + [LegendEntry(ellipsis, style: .dim)]
      }
      shown.append(entry)
      room -= entry.width + 1
    }
    return shown
  }
}
