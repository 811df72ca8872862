package import HyperbasisAnchorLog

/// A point of the plan in metres to the right, x, and downwards, z.
///
/// These are the names of the axes seen from above; `MapViewpoint` defines what they are from elsewhere.
package struct MapPoint: Hashable, Sendable {
  package var x: Double
  package var z: Double

  package var isFinite: Bool { x.isFinite && z.isFinite }
}

extension MapViewpoint {
  /// Returns where a position in space is on the plan.
  func point(of position: SIMD3<Double>) -> MapPoint {
    let point = project(position)
    return MapPoint(x: point.x, z: point.y)
  }

  func point(of position: SIMD3<Float>) -> MapPoint { point(of: SIMD3<Double>(position)) }

  /// Returns a position moved to a point of the plan, at an unchanged distance from the viewer.
  func moving(_ position: SIMD3<Double>, to point: MapPoint) -> SIMD3<Double> {
    moving(position, to: SIMD2(point.x, point.z))
  }
}

/// How a part of the plan falls on a grid of character cells.
///
/// A metre is equally long on both axes: a cell is twice as high as it is wide, so a row holds
/// twice the metres of a column. Cells are counted from the top left corner of the plot.
package struct MapProjection: Hashable, Sendable {
  /// Where the space is seen from.
  package let viewpoint: MapViewpoint
  /// The point in the middle of the plot.
  package private(set) var centre: MapPoint
  /// Metres across one column.
  package private(set) var metresPerColumn: Double
  package private(set) var columns: Int
  package private(set) var rows: Int
  /// The height of a cell divided by its width.
  package let cellAspect: Double

  /// The cells of most terminals.
  package static let usualCellAspect = 2.0

  package init(
    centre: MapPoint, metresPerColumn: Double, columns: Int, rows: Int,
    cellAspect: Double = usualCellAspect,
    viewpoint: MapViewpoint = .top
  ) {
    self.viewpoint = viewpoint
    self.centre = centre
    self.metresPerColumn = metresPerColumn
    self.columns = max(0, columns)
    self.rows = max(0, rows)
    self.cellAspect = cellAspect
  }

  /// Returns the largest scale at which the bounds fit, with a margin of one cell on each side, or of a
  /// quarter of one in the smallest plots.
  package static func fitting(
    _ bounds: MapBounds, columns: Int, rows: Int, cellAspect: Double = usualCellAspect
  ) -> MapProjection {
    let width = room(in: columns)
    let height = room(in: rows) * cellAspect
    let scale = max(bounds.width / width, bounds.depth / height)
    return MapProjection(
      centre: bounds.centre, metresPerColumn: scale > 0 && scale.isFinite ? scale : 1,
      columns: columns, rows: rows, cellAspect: cellAspect, viewpoint: bounds.viewpoint)
  }

  /// Returns how many of the given cells lie between the margins. There is always a margin, since the
  /// right and bottom edges of a plot belong to the cells beyond them.
  private static func room(in cells: Int) -> Double {
    cells > 4 ? Double(cells - 2) : max(0.5, Double(cells) - 0.5)
  }
}

// MARK: - Cells and metres

extension MapProjection {
  /// Metres across one row.
  package var metresPerRow: Double { metresPerColumn * cellAspect }

  /// The part of the plan on screen.
  package var visible: MapBounds {
    let halfWidth = metresPerColumn * Double(columns) / 2
    let halfDepth = metresPerRow * Double(rows) / 2
    return MapBounds(
      minX: centre.x - halfWidth, maxX: centre.x + halfWidth, minZ: centre.z - halfDepth,
      maxZ: centre.z + halfDepth, viewpoint: viewpoint)
  }

  /// Returns where a position in space is on the plan.
  package func point(of position: SIMD3<Float>) -> MapPoint { viewpoint.point(of: position) }

  /// Returns a point in cells, including fractions of a cell: 0, 0 is the top left corner of the plot.
  @inline(__always)
  package func location(of point: MapPoint) -> (column: Double, row: Double) {
    (
      (point.x - centre.x) / metresPerColumn + Double(columns) / 2,
      (point.z - centre.z) / metresPerRow + Double(rows) / 2
    )
  }

  /// Returns the cell that a point falls in; nil if it is off the plot or not finite.
  @inline(__always)
  package func cell(of point: MapPoint) -> MapCell? {
    let (column, row) = location(of: point)
    guard column >= 0, row >= 0, column < Double(columns), row < Double(rows) else { return nil }
    return MapCell(column: Int(column), row: Int(row))
  }

  /// Returns the point in the middle of a cell.
  package func point(of cell: MapCell) -> MapPoint {
    MapPoint(
      x: centre.x + (Double(cell.column) + 0.5 - Double(columns) / 2) * metresPerColumn,
      z: centre.z + (Double(cell.row) + 0.5 - Double(rows) / 2) * metresPerRow)
  }

  /// Returns the side of the plot beyond which a point lies; nil if it is on the plot or not a number.
  package func side(of point: MapPoint) -> MapSide? {
    let (column, row) = location(of: point)
    guard !column.isNaN, !row.isNaN else { return nil }
    let beyondLeft = -column
    let beyondRight = column - Double(columns)
    let beyondTop = -row * cellAspect
    let beyondBottom = (row - Double(rows)) * cellAspect
    let farthest = max(beyondLeft, beyondRight, beyondTop, beyondBottom)
    // The right and bottom edges belong to the cells beyond them.
    if column >= 0, row >= 0, beyondRight < 0, beyondBottom < 0 { return nil }
    if farthest == beyondLeft { return .left }
    if farthest == beyondRight { return .right }
    return farthest == beyondTop ? .top : .bottom
  }
}

/// A character cell of the plot, counted from its top left corner.
package struct MapCell: Hashable, Sendable {
  package var column: Int
  package var row: Int
}

/// A side of the plot.
package enum MapSide: Int, CaseIterable, Sendable {
  case left, right, top, bottom
}

// MARK: - Moving about

extension MapProjection {
  /// One step of zoom.
  package static let zoomStep = 1.25
  /// The share of the plot that one step of panning moves by.
  package static let panStep = 0.25

  /// From a thousandth of a millimetre to a light year per column: beyond these, numbers lose their digits.
  private static let scales = 1e-6...1e16

  /// Zooms in by a factor above 1, or out by one below; the given point keeps its place on the screen.
  package func zoomed(by factor: Double, about point: MapPoint? = nil) -> MapProjection {
    guard factor > 0, factor.isFinite else { return self }
    let scale = min(
      max(metresPerColumn / factor, Self.scales.lowerBound),
      max(metresPerColumn, Self.scales.upperBound))
    let fixed = point.flatMap { $0.isFinite ? $0 : nil } ?? centre
    var zoomed = scaled(to: scale).nearestAligned
    let ratio = zoomed.metresPerColumn / metresPerColumn
    zoomed.centre = MapPoint(
      x: fixed.x + (centre.x - fixed.x) * ratio, z: fixed.z + (centre.z - fixed.z) * ratio)
    return zoomed
  }

  /// Returns the view moved by shares of the plot's size: 0.25 to the right, −0.25 upwards.
  package func panned(right: Double, down: Double) -> MapProjection {
    let point = MapPoint(
      x: centre.x + right * metresPerColumn * Double(columns),
      z: centre.z + down * metresPerRow * Double(rows))
    var panned = self
    if point.isFinite { panned.centre = point }
    return panned
  }

  /// Returns the same centre and size at another scale, in metres per column.
  func scaled(to metresPerColumn: Double) -> MapProjection {
    var scaled = self
    scaled.metresPerColumn = metresPerColumn
    return scaled
  }

  /// Returns the same centre and scale in a plot of another size.
  package func resized(columns: Int, rows: Int) -> MapProjection {
    var resized = self
    (resized.columns, resized.rows) = (max(0, columns), max(0, rows))
    return resized
  }
}
