extension Frame {
  /// Writes text in one row, cut at the frame and at the clip.
  ///
  /// A wide glyph of which only a half is visible becomes a blank.
  /// - Returns: The column after the text, as if nothing had been cut.
  @discardableResult
  package mutating func put(
    _ text: TerminalText, column: Int, row: Int, style: Style = .plain,
    clippedTo clip: Region? = nil
  ) -> Int {
    let area = clip.map { $0.intersection(region) } ?? region
    let column = Region.bounded(column)
    guard row >= area.row, row < area.endRow else { return column + text.width }
    var position = column
    for glyph in text.glyphs {
      guard position < area.endColumn else { break }
      put(glyph, column: position, row: row, style: style, area: area)
      position += glyph.width
    }
    return column + text.width
  }

  @discardableResult
  package mutating func put(
    _ text: TerminalText, at position: Position, style: Style = .plain,
    clippedTo clip: Region? = nil
  ) -> Int {
    put(text, column: position.column, row: position.row, style: style, clippedTo: clip)
  }

  package mutating func put(
    glyph: Glyph, column: Int, row: Int, style: Style = .plain, clippedTo clip: Region? = nil
  ) {
    let area = clip.map { $0.intersection(region) } ?? region
    guard row >= area.row, row < area.endRow else { return }
    put(glyph, column: Region.bounded(column), row: row, style: style, area: area)
  }

  private mutating func put(
    _ glyph: Glyph, column: Int, row: Int, style: Style, area: Region
  ) {
    let end = column + glyph.width
    guard glyph.width > 0, !area.isEmpty, end > area.column, column < area.endColumn
    else { return }
    if column >= area.column && end <= area.endColumn {
      set(glyph, style: style, column: column, row: row)
    } else {
      set(.blank, style: style, column: max(column, area.column), row: row)
    }
  }
}

// MARK: - Areas

extension Frame {
  /// Fills a region with one narrow glyph.
  package mutating func fill(
    _ region: Region, with glyph: Glyph = .blank, style: Style = .plain
  ) {
    let area = region.intersection(self.region)
    let filler = glyph.width == 1 ? glyph : .blank
    for row in area.row..<max(area.row, area.endRow) {
      for column in area.column..<max(area.column, area.endColumn) {
        set(filler, style: style, column: column, row: row)
      }
    }
  }

  /// Changes the style of a region and leaves what it shows.
  package mutating func restyle(_ region: Region, _ change: (Style) -> Style) {
    let area = region.intersection(self.region)
    guard !area.isEmpty else { return }
    for row in area.row..<area.endRow {
      for column in area.column..<area.endColumn {
        let index = row * size.columns + column
        cells[index].style = change(cells[index].style)
      }
    }
  }

  package mutating func restyle(_ region: Region, _ style: Style) {
    restyle(region) { _ in style }
  }

  /// Copies a frame into this one with its top left corner at a place.
  package mutating func put(_ frame: Frame, column: Int, row: Int, clippedTo clip: Region? = nil) {
    let area = clip.map { $0.intersection(region) } ?? region
    let (column, row) = (Region.bounded(column), Region.bounded(row))
    for (index, cell) in frame.cells.enumerated() where !cell.glyph.isContinuation {
      let target = row + index / max(1, frame.size.columns)
      guard target >= area.row, target < area.endRow else { continue }
      put(
        cell.glyph, column: column + index % frame.size.columns, row: target, style: cell.style,
        area: area)
    }
  }
}

// MARK: - Lines

extension Frame {
  package mutating func drawHorizontalLine(
    column: Int, row: Int, columns: Int, style: Style = .plain, box: BoxStyle
  ) {
    let line = Region(column: column, row: row, columns: columns, rows: 1)
    fill(line, with: box.horizontal, style: style)
  }

  package mutating func drawVerticalLine(
    column: Int, row: Int, rows: Int, style: Style = .plain, box: BoxStyle
  ) {
    let line = Region(column: column, row: row, columns: 1, rows: rows)
    fill(line, with: box.vertical, style: style)
  }

  /// Draws the outline of a region, with a title in its upper edge.
  package mutating func drawBox(
    _ region: Region, style: Style = .plain, box: BoxStyle, title: TerminalText = .empty,
    titleStyle: Style? = nil
  ) {
    guard !region.isEmpty else { return }
    let right = region.endColumn - 1
    let bottom = region.endRow - 1
    for row in [region.row, bottom] {
      drawHorizontalLine(
        column: region.column, row: row, columns: region.columns, style: style, box: box)
    }
    for column in [region.column, right] {
      drawVerticalLine(column: column, row: region.row, rows: region.rows, style: style, box: box)
    }
    put(glyph: box.topLeft, column: region.column, row: region.row, style: style)
    put(glyph: box.topRight, column: right, row: region.row, style: style)
    put(glyph: box.bottomLeft, column: region.column, row: bottom, style: style)
    put(glyph: box.bottomRight, column: right, row: bottom, style: style)
    guard !title.isEmpty, region.columns > 4 else { return }
    let text = " " + title.truncated(to: region.columns - 4) + " "
    put(text, column: region.column + 1, row: region.row, style: titleStyle ?? style)
  }
}
