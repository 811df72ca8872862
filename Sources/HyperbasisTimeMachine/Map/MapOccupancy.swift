/// Which anchors share which cells of a plot.
struct MapOccupancy: Sendable {
  let columns: Int
  let rows: Int
  /// How many anchors of the most important change each cell has.
  private(set) var counts: [Int32]
  /// The number of the first of them; −1 for an empty cell.
  private(set) var tops: [Int32]
  /// How many anchors lie beyond each side.
  private(set) var outside = [Int](repeating: 0, count: MapSide.allCases.count)
  /// The cell of the selected anchor.
  private(set) var selectedCell: MapCell?
  /// The side beyond which the selected anchor lies.
  private(set) var selectedSide: MapSide?
  /// The number of the selected anchor.
  private(set) var selectedItem: Int?

  init(_ items: [MapItem], projection: MapProjection) {
    columns = projection.columns
    rows = projection.rows
    counts = Array(repeating: 0, count: columns * rows)
    tops = Array(repeating: -1, count: columns * rows)
    for (number, item) in items.enumerated() {
      if let cell = projection.cell(of: item.point) {
        include(item.change, number: Int32(truncatingIfNeeded: number), in: cell, of: items)
      } else if let side = projection.side(of: item.point) {
        outside[side.rawValue] += 1
      }
    }
  }

  /// Notes where the selected anchor is.
  mutating func select(_ slot: Int?, of items: [MapItem], _ projection: MapProjection) {
    guard let slot, let number = items.lastIndex(where: { $0.slot == slot }) else { return }
    selectedItem = number
    selectedCell = projection.cell(of: items[number].point)
    if selectedCell == nil { selectedSide = projection.side(of: items[number].point) }
  }

  @inline(__always)
  private mutating func include(
    _ change: MapChange, number: Int32, in cell: MapCell, of items: [MapItem]
  ) {
    let index = cell.row * columns + cell.column
    let top = tops[index]
    let shown = top < 0 ? nil : items[Int(top)].change
    if shown == nil || change > shown ?? .unchanged {
      tops[index] = number
      counts[index] = 1
    } else if change == shown {
      counts[index] += 1
    }
  }
}

extension MapOccupancy {
  /// The number of the item that a cell shows, and how many it stands for.
  func shown(column: Int, row: Int) -> (item: Int, count: Int)? {
    let index = row * columns + column
    return tops[index] < 0 ? nil : (Int(tops[index]), Int(counts[index]))
  }
}
