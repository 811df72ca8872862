/// Which anchors share which cells of a plot.
struct MapOccupancy: Sendable {
  let columns: Int
  let rows: Int
  /// How many anchors each cell has.
  private(set) var counts: [Int32]
  /// How many of them have the most important change of the cell.
  private var topCounts: [Int32]
  /// The number of the first of these; −1 for an empty cell.
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
    topCounts = counts
    tops = Array(repeating: -1, count: columns * rows)
    var topChanges = [MapChange](repeating: .unchanged, count: columns * rows)
    for (number, item) in items.enumerated() {
      if let cell = projection.cell(of: item.point) {
        include(item.change, number: number, at: cell.row * columns + cell.column, &topChanges)
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
    _ change: MapChange, number: Int, at cell: Int, _ topChanges: inout [MapChange]
  ) {
    counts[cell] += 1
    if tops[cell] < 0 || change > topChanges[cell] {
      tops[cell] = Int32(truncatingIfNeeded: number)
      topCounts[cell] = 1
      topChanges[cell] = change
    } else if change == topChanges[cell] {
      topCounts[cell] += 1
    }
  }
}

/// What a cell of the plot shows.
struct CellContent {
  /// The number of the item with the most important change, the first of several.
  let item: Int
  /// How many anchors are in the cell.
  let count: Int
  /// How many of them have the change of the item.
  let alike: Int
}

extension MapOccupancy {
  /// What a cell shows; nil where it is empty.
  func content(column: Int, row: Int) -> CellContent? {
    let index = row * columns + column
    guard tops[index] >= 0 else { return nil }
    return CellContent(
      item: Int(tops[index]), count: Int(counts[index]), alike: Int(topCounts[index]))
  }

  /// Whether several anchors are in one cell anywhere.
  var hasShared: Bool { counts.contains { $0 > 1 } }

  /// Whether a cell has more of them than a digit can say.
  var hasCrowds: Bool { counts.contains { $0 > MapGlyphs.mostCounted } }

  /// The first side beyond which there are some.
  var sideOutside: MapSide? { MapSide.allCases.first { outside[$0.rawValue] > 0 } }
}
