import HyperbasisCanvas

extension MapPainter {
  private static let longestLabel = 24
  /// More would not fit on any screen, and each costs reading a name.
  private static let mostLabels = 80

  /// Draws the label of the selected anchor first, then measured values, then changes by importance,
  /// then the rest in their order. A label that finds no free place is left out.
  mutating func drawLabels(into frame: inout Frame) {
    if let cell = occupancy.selectedCell, let number = occupancy.selectedItem {
      drawLabel(of: scene.items[number], at: cell, style: .bold, into: &frame)
    }
    let measured = drawMeasuredValues(into: &frame)
    guard scene.showsLabels else { return }
    var drawn = 0
    for (number, cell) in labelled() where !measured.contains(cell) {
      guard drawn < Self.mostLabels else { return }
      let item = scene.items[number]
      let style = Style(item.change == .unchanged ? .dim : item.change.color)
      if drawLabel(of: item, at: cell, style: style, into: &frame) { drawn += 1 }
    }
  }

  private func labelled() -> [(item: Int, cell: MapCell)] {
    var found: [(item: Int, cell: MapCell)] = []
    for row in 0..<plot.rows {
      for column in 0..<plot.columns {
        guard let content = occupancy.content(column: column, row: row),
          content.item != occupancy.selectedItem, hasLabel(content)
        else { continue }
        found.append((content.item, MapCell(column: column, row: row)))
      }
    }
    return found.sorted { left, right in
      let (a, b) = (scene.items[left.item].change, scene.items[right.item].change)
      return a == b ? left.item < right.item : a > b
    }
  }

  /// Returns whether a cell has a name: that of its only anchor, or of the only one with its top change.
  private func hasLabel(_ content: CellContent) -> Bool {
    content.count == 1 || content.alike == 1 && scene.items[content.item].change != .unchanged
  }

  /// Draws measured values; returns the cells of the anchors that need no name beside theirs.
  private mutating func drawMeasuredValues(into frame: inout Frame) -> Set<MapCell> {
    var measured: Set<MapCell> = []
    for measurement in scene.measurements {
      let middle = MapPoint(
        x: measurement.from.x / 2 + measurement.to.x / 2,
        z: measurement.from.z / 2 + measurement.to.z / 2)
      let text = measurement.text.truncated(to: Self.longestLabel, ellipsis: charset.ellipsis)
      guard !text.isEmpty, let cell = projection.cell(of: middle) else { continue }
      let start = MapCell(column: cell.column - text.width / 2, row: cell.row)
      guard isFree(start.column..<start.column + text.width, row: start.row) else { continue }
      put(text, start, style: Style(.accent), into: &frame)
      if measurement.replacesName, let anchor = projection.cell(of: measurement.from) {
        measured.insert(anchor)
      }
    }
    return measured
  }

  @discardableResult
  private mutating func drawLabel(
    of item: MapItem, at cell: MapCell, style: Style, into frame: inout Frame
  ) -> Bool {
    guard hasRoomForSomeLabel(at: cell) else { return false }
    let text = scene.label(item.slot)
      .truncatedName(to: Self.longestLabel, ellipsis: charset.ellipsis)
    guard !text.isEmpty else { return false }
    guard
      let start = places(for: text.width, at: cell).first(where: { start in
        isFree(start.column..<start.column + text.width, row: start.row)
          && isApart(start.column..<start.column + text.width, row: start.row)
          && isBesideNoOther(start.column..<start.column + text.width, row: start.row, than: cell)
      })
    else { return false }
    clearSides(of: start, width: text.width, into: &frame)
    put(text, start, style: style, into: &frame)
    return true
  }

  /// Blanks the cells beside a name, where a line or a grid mark would read as part of it.
  mutating func clearSides(of start: MapCell, width: Int, into frame: inout Frame) {
    for column in [start.column - 1, start.column + width] {
      guard isFree(column..<column + 1, row: start.row) else { continue }
      put(.blank, MapCell(column: column, row: start.row), style: .plain, into: &frame)
    }
  }

  /// Returns whether a blank separates a label from its neighbours, so that it is clear whose it is.
  private func isApart(_ columns: Range<Int>, row: Int) -> Bool {
    let left = columns.lowerBound - 1
    let right = columns.upperBound
    return (left < 0 || isFree(left..<left + 1, row: row))
      && (right >= plot.columns || isFree(right..<right + 1, row: row))
  }

  /// Returns whether no other anchor's glyph is one blank away from the label, which would then be read
  /// as the name of that anchor.
  private func isBesideNoOther(_ columns: Range<Int>, row: Int, than cell: MapCell) -> Bool {
    [columns.lowerBound - 2, columns.upperBound + 1].allSatisfy { column in
      guard (0..<plot.columns).contains(column) else { return true }
      return MapCell(column: column, row: row) == cell
        || occupancy.content(column: column, row: row) == nil
    }
  }

  /// Returns the places for a label: right, left, below and above the anchor.
  private func places(for width: Int, at cell: MapCell) -> [MapCell] {
    [
      MapCell(column: cell.column + 2, row: cell.row),
      MapCell(column: cell.column - 1 - width, row: cell.row),
      MapCell(column: cell.column, row: cell.row + 1),
      MapCell(column: cell.column, row: cell.row - 1),
    ]
  }

  /// Checked before the name is read, because that costs more.
  private func hasRoomForSomeLabel(at cell: MapCell) -> Bool {
    places(for: 1, at: cell).contains { place in
      let columns = place.column..<place.column + 1
      return isFree(columns, row: place.row) && isApart(columns, row: place.row)
    }
  }
}
