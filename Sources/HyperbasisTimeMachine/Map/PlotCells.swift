/// The plan as data: which anchors fall into which cell.
package struct PlotCells: Equatable, Sendable {
  package struct Entry: Equatable, Sendable {
    package let column: Int
    package let row: Int
    /// The anchors in the cell, in the order in which they were given.
    package let slots: [Int]
  }

  package let projection: MapProjection
  /// Cells that have anchors, row by row from the top left.
  package let cells: [Entry]
  /// Anchors that are off the plot or have no finite position.
  package let outside: [Int]

  package init(items: [MapItem], projection: MapProjection) {
    self.projection = projection
    var slots: [Int: [Int]] = [:]
    var outside: [Int] = []
    for item in items {
      if let cell = projection.cell(of: item.point) {
        slots[cell.row * projection.columns + cell.column, default: []].append(item.slot)
      } else {
        outside.append(item.slot)
      }
    }
    self.outside = outside
    cells = slots.keys.sorted().map { index in
      Entry(
        column: index % projection.columns, row: index / projection.columns,
        slots: slots[index] ?? [])
    }
  }
}

extension PlotCells {
  /// The part of the plan that the cells cover, in metres.
  package var bounds: MapBounds { projection.visible }
  package var metresPerColumn: Double { projection.metresPerColumn }
  package var metresPerRow: Double { projection.metresPerRow }
}
