package import HyperbasisCanvas

// A screen as text, for literals and golden files.

extension Frame {
  /// The cell at a position; `nil` outside the frame.
  package subscript(column: Int, row: Int) -> Cell? {
    guard region.contains(column: column, row: row) else { return nil }
    return Array(cells(inRow: row))[column]
  }

  /// What the screen shows: a string for each row, without the blanks at its end.
  package var plainLines: [String] {
    (0..<size.rows).map { row in
      var line = ""
      for cell in cells(inRow: row) { cell.glyph.append(to: &line) }
      while line.last == " " { line.removeLast() }
      return line
    }
  }

  /// The rows as one text, as golden files hold it.
  package var plainText: String { plainLines.joined(separator: "\n") + "\n" }

  /// The runs of styles in each row that are not plain, such as `3-7 added bold`.
  package var styleLines: [String] {
    (0..<size.rows).map { row in
      styleRuns(inRow: row).map { run in
        "\(run.columns.lowerBound)-\(run.columns.upperBound - 1) \(run.style)"
      }.joined(separator: "; ")
    }
  }

  /// Text and styles, with the styles below the rows that have any.
  package var styledText: String {
    zip(plainLines, styleLines).map { line, styles in
      styles.isEmpty ? "|\(line)" : "|\(line)\n  {\(styles)}"
    }.joined(separator: "\n") + "\n"
  }

  private func styleRuns(inRow row: Int) -> [(columns: Range<Int>, style: Style)] {
    var runs: [(columns: Range<Int>, style: Style)] = []
    for (column, cell) in cells(inRow: row).enumerated() where cell.style != .plain {
      if let last = runs.last, last.columns.upperBound == column, last.style == cell.style {
        runs[runs.count - 1].columns = last.columns.lowerBound..<(column + 1)
      } else {
        runs.append((column..<(column + 1), cell.style))
      }
    }
    return runs
  }
}
