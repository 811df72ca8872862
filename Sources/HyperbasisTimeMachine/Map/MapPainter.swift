package import HyperbasisCanvas

extension MapScene {
  /// Draws the plan into a region.
  ///
  /// The projection's columns and rows are those of ``plotRegion(in:)``. From back to front: grid,
  /// paths, trails and lines, ghosts, anchors, counts of what is off the plot, labels.
  package func draw(
    into frame: inout Frame, region: Region, projection: MapProjection, charset: Charset
  ) {
    let plot = Self.plotRegion(in: region)
    let projection = projection.resized(columns: plot.columns, rows: plot.rows)
    guard !plot.isEmpty else { return }
    var occupancy = occupancy(on: projection)
    occupancy.select(selection, of: items, projection)
    var painter = MapPainter(
      scene: self, plot: plot, projection: projection, charset: charset, occupancy: occupancy)
    if showsGrid { painter.drawGrid(into: &frame) }
    painter.drawLines(into: &frame)
    painter.drawGhosts(into: &frame)
    painter.drawAnchors(into: &frame)
    painter.drawOutsideCounts(into: &frame)
    painter.drawLabels(into: &frame)
    MapLegend(projection: projection, charset: charset, note: note)
      .draw(into: &frame, region: Self.legendRegion(in: region))
  }

  /// Returns which anchors share cells; computed once for the same anchors.
  func occupancy(on projection: MapProjection) -> MapOccupancy {
    occupancies?.value(for: projection) { MapOccupancy(items, projection: projection) }
      ?? MapOccupancy(items, projection: projection)
  }
}

/// Draws one scene and tracks which cells are taken, so that labels find a free place.
struct MapPainter {
  let scene: MapScene
  let plot: Region
  let projection: MapProjection
  let charset: Charset
  let occupancy: MapOccupancy
  let glyphs: MapGlyphs
  /// The moves whose starting points are shown.
  private let moved: [ShownMove]
  private let ghosts: GhostCells
  private var taken: [Bool]

  init(
    scene: MapScene, plot: Region, projection: MapProjection, charset: Charset,
    occupancy: MapOccupancy
  ) {
    self.scene = scene
    self.plot = plot
    self.projection = projection
    self.charset = charset
    self.occupancy = occupancy
    glyphs = MapGlyphs(charset)
    moved = scene.shownMoves
    ghosts = GhostCells(moved, projection: projection)
    taken = Array(repeating: false, count: plot.columns * plot.rows)
  }
}

// MARK: - Cells

extension MapPainter {
  func location(of point: MapPoint) -> PlotLocation {
    let (column, row) = projection.location(of: point)
    return PlotLocation(column: column, row: row)
  }

  mutating func put(_ glyph: Glyph, _ cell: MapCell, style: Style, into frame: inout Frame) {
    frame.put(
      glyph: glyph, column: plot.column + cell.column, row: plot.row + cell.row, style: style,
      clippedTo: plot)
    markTaken(cell.column..<cell.column + 1, row: cell.row)
  }

  mutating func put(_ text: TerminalText, _ cell: MapCell, style: Style, into frame: inout Frame) {
    frame.put(
      text, column: plot.column + cell.column, row: plot.row + cell.row, style: style,
      clippedTo: plot)
    markTaken(cell.column..<cell.column + text.width, row: cell.row)
  }

  /// Returns whether all the given cells are on the plot and free.
  func isFree(_ columns: Range<Int>, row: Int) -> Bool {
    guard row >= 0, row < plot.rows, columns.lowerBound >= 0, columns.upperBound <= plot.columns
    else { return false }
    return columns.allSatisfy { !taken[row * plot.columns + $0] }
  }

  private mutating func markTaken(_ columns: Range<Int>, row: Int) {
    guard row >= 0, row < plot.rows else { return }
    for column in columns.clamped(to: 0..<plot.columns) {
      taken[row * plot.columns + column] = true
    }
  }
}

// MARK: - Lines and ghosts

extension MapPainter {
  func drawLines(into frame: inout Frame) {
    var raster = DotRaster(charset: charset, columns: plot.columns, rows: plot.rows)
    for path in scene.paths { draw(path, color: .dim, dash: 3, into: &raster) }
    for trail in scene.trails where !trail.isSelected { draw(trail, into: &raster) }
    for trail in scene.trails where trail.isSelected { draw(trail, into: &raster) }
    for measurement in scene.measurements {
      draw([measurement.from, measurement.to], color: .accent, dash: 1, into: &raster)
    }
    for move in moved {
      raster.line(from: location(of: move.from), to: location(of: move.to), color: .moved, dash: 2)
    }
    raster.draw(into: &frame, region: plot)
  }

  private func draw(_ points: [MapPoint], color: Color, dash: Int, into raster: inout DotRaster) {
    for (from, to) in zip(points, points.dropFirst()) {
      raster.line(from: location(of: from), to: location(of: to), color: color, dash: dash)
    }
  }

  /// Draws a trail: the older a part, the fainter and thinner, so that it can be read without colour;
  /// that of the selected anchor is solid and bright.
  private func draw(_ trail: MapTrail, into raster: inout DotRaster) {
    let count = trail.points.count - 1
    let colors = trail.isSelected ? Self.selectedTrailColors : Self.trailColors
    for (number, (from, to)) in zip(trail.points, trail.points.dropFirst()).enumerated() {
      let third = 2 - 3 * (count - 1 - number) / max(1, count)
      raster.line(
        from: location(of: from), to: location(of: to), color: colors[third],
        dash: trail.isSelected ? 1 : 3 - third)
    }
  }

  /// From the oldest third of a trail to the newest.
  private static let trailColors: [Color] = [.grid, .ghost, .trail]
  private static let selectedTrailColors: [Color] = [.trail, .standard, .standard]

  mutating func drawGhosts(into frame: inout Frame) {
    for (cell, count) in ghosts.counts {
      put(count == 1 ? glyphs.ghost : glyphs.count(count), cell, style: Style(.ghost), into: &frame)
    }
    for move in moved { drawArrowHead(from: move.from, to: move.to, into: &frame) }
  }

  /// Draws an arrow head in the cell before the new place if the line is long enough to be seen.
  private mutating func drawArrowHead(from: MapPoint, to: MapPoint, into frame: inout Frame) {
    let start = location(of: from)
    let end = location(of: to)
    let dx = end.column - start.column
    let dy = end.row - start.row
    let length = max(abs(dx), abs(dy))
    guard length >= 3, length.isFinite,
      let head = glyphs.arrowHead(right: dx, down: dy * projection.cellAspect),
      let target = projection.cell(of: to)
    else { return }
    let cell = MapCell(
      column: Int((Double(target.column) + 0.5 - dx / length).rounded(.down)),
      row: Int((Double(target.row) + 0.5 - dy / length).rounded(.down)))
    guard isFree(cell.column..<cell.column + 1, row: cell.row) else { return }
    put(head, cell, style: Style(.moved), into: &frame)
  }
}

// MARK: - Anchors

extension MapPainter {
  mutating func drawAnchors(into frame: inout Frame) {
    for row in 0..<plot.rows {
      for column in 0..<plot.columns {
        guard let content = occupancy.content(column: column, row: row) else { continue }
        let cell = MapCell(column: column, row: row)
        let (glyph, style) = look(of: scene.items[content.item], count: count(content, in: cell))
        put(glyph, cell, style: style, into: &frame)
      }
    }
    guard let cell = occupancy.selectedCell, let number = occupancy.selectedItem,
      let content = occupancy.content(column: cell.column, row: cell.row)
    else { return }
    let count = count(content, in: cell)
    let item = scene.items[count == 1 ? number : content.item]
    let (glyph, style) = look(of: item, count: count)
    put(glyph, cell, style: style.reverse, into: &frame)
  }

  /// Returns how many anchors are or were in a cell.
  private func count(_ content: CellContent, in cell: MapCell) -> Int {
    content.count + (ghosts.counts[cell] ?? 0)
  }

  /// Returns how a cell looks. Several anchors show their number in the colour of the most important
  /// change, as no anchor's own colour stands for all; a single changed anchor shows the glyph of its
  /// change.
  private func look(of item: MapItem, count: Int) -> (Glyph, Style) {
    if count > 1 {
      let style = Style(item.change.color)
      return (glyphs.count(count), item.change == .unchanged ? style : emphasized(style))
    }
    if item.change != .unchanged {
      let color = scene.changeColor.map { $0(item.slot) } ?? scene.appearance(item.slot).color
      let style = Style(color ?? item.change.color)
      return (glyphs.glyph(MapAppearance(), item.change), emphasized(style))
    }
    let appearance = scene.appearance(item.slot)
    let style = Style(appearance.color ?? item.change.color)
    return (glyphs.glyph(appearance, item.change), appearance.isFresh ? style.bold : style)
  }

  /// Makes a style bold, except in a crowd: if most of it has changed, bold makes nothing stand out,
  /// and each switch between bold and plain takes bytes on a slow line.
  private func emphasized(_ style: Style) -> Style {
    scene.items.count > MapScene.crowd ? style : style.bold
  }
}
