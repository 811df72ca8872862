extension Frame {
  /// Writes text in one row, cut at the frame and at the clip.
  ///
  /// A wide glyph that is only half visible becomes a blank.
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

  /// Writes text into a line of the screen, from its start or from a given column.
  ///
  /// - Returns: The column after the text, as if nothing had been cut.
  @discardableResult
  package mutating func put(
    _ text: TerminalText, in line: Region, from column: Int? = nil, style: Style = .plain
  ) -> Int {
    put(text, column: column ?? line.column, row: line.row, style: style, clippedTo: line)
  }

  package mutating func put(
    glyph: Glyph, in line: Region, from column: Int? = nil, style: Style = .plain
  ) {
    put(glyph: glyph, column: column ?? line.column, row: line.row, style: style, clippedTo: line)
  }

  package mutating func put(
    glyph: Glyph, column: Int, row: Int, style: Style = .plain, clippedTo clip: Region? = nil
  ) {
    let area = clip.map { $0.intersection(region) } ?? region
    guard row >= area.row, row < area.endRow else { return }
    put(glyph, column: Region.bounded(column), row: row, style: style, area: area)
  }

  private mutating func put(_ glyph: Glyph, column: Int, row: Int, style: Style, area: Region) {
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
  package mutating func fill(_ region: Region, with glyph: Glyph = .blank, style: Style = .plain) {
    let area = region.intersection(self.region)
    let filler = glyph.width == 1 ? glyph : .blank
    for row in area.row..<max(area.row, area.endRow) {
      for column in area.column..<max(area.column, area.endColumn) {
        set(filler, style: style, column: column, row: row)
      }
    }
  }

  /// Changes the style of a region but not its glyphs.
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

  /// Draws the outline of a region, with a title in its upper edge.
  package mutating func drawBox(
    _ region: Region, style: Style = .plain, box: BoxStyle, title: TerminalText = .empty,
    titleStyle: Style? = nil
  ) {
    guard !region.isEmpty else { return }
    let right = region.endColumn - 1
    let bottom = region.endRow - 1
    for row in [0, region.rows - 1] {
      fill(region.line(row), with: box.horizontal, style: style)
    }
    for edge in [region.split(left: 1).left, region.split(right: 1).right] {
      fill(edge, with: box.vertical, style: style)
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
