import HyperbasisAnchorLog

/// Which anchors share which cells of a plot.
struct MapOccupancy: Sendable {
  let columns: Int
  let rows: Int
  private var cells: [Cell]
  /// How many anchors lie beyond each side.
  private(set) var outside = [Int](repeating: 0, count: MapSide.allCases.count)
  /// The cell of the selected anchor.
  private(set) var selectedCell: MapCell?
  /// The side beyond which the selected anchor lies.
  private(set) var selectedSide: MapSide?
  /// The number of the selected anchor.
  private(set) var selectedItem: Int?

  /// - Complexity: O(items); if there are many, half of them are counted on another core.
  init(_ items: [MapItem], projection: MapProjection) {
    guard items.count > MapScene.manyItems else {
      self.init(items, items.indices, projection)
      return
    }
    let half = items.count / 2
    let (first, second) = concurrently(
      { MapOccupancy(items, 0..<half, projection) },
      { MapOccupancy(items, half..<items.count, projection) })
    self = first
    add(second)
  }

  private init(_ items: [MapItem], _ numbers: Range<Int>, _ projection: MapProjection) {
    columns = projection.columns
    rows = projection.rows
    cells = Array(repeating: Cell(), count: columns * rows)
    for number in numbers {
      let item = items[number]
      if let cell = projection.cell(of: item.point) {
        cells[cell.row * columns + cell.column].include(item.change, number: number)
      } else if let side = projection.side(of: item.point) {
        outside[side.rawValue] += 1
      }
    }
  }

  /// Adds the counts of items that come after all those counted so far.
  private mutating func add(_ others: MapOccupancy) {
    for cell in cells.indices { cells[cell].add(others.cells[cell]) }
    for side in outside.indices { outside[side] += others.outside[side] }
  }

  /// Notes where the selected anchor is.
  mutating func select(_ slot: Int?, of items: [MapItem], _ projection: MapProjection) {
    guard let slot, let number = items.lastIndex(where: { $0.slot == slot }) else { return }
    selectedItem = number
    selectedCell = projection.cell(of: items[number].point)
    if selectedCell == nil { selectedSide = projection.side(of: items[number].point) }
  }
}

extension MapOccupancy {
  /// The anchors of one cell.
  private struct Cell: Sendable {
    var count: Int32 = 0
    /// How many of them have the most important change.
    var topCount: Int32 = 0
    /// The number of the first of these; −1 for an empty cell.
    var top: Int32 = -1
    var topChange = MapChange.unchanged

    @inline(__always)
    mutating func include(_ change: MapChange, number: Int) {
      count += 1
      if top < 0 || change > topChange {
        top = Int32(truncatingIfNeeded: number)
        topCount = 1
        topChange = change
      } else if change == topChange {
        topCount += 1
      }
    }

    /// Adds anchors that come after those counted so far.
    mutating func add(_ others: Cell) {
      count += others.count
      guard others.top >= 0 else { return }
      if top < 0 || others.topChange > topChange {
        (top, topCount, topChange) = (others.top, others.topCount, others.topChange)
      } else if others.topChange == topChange {
        topCount += others.topCount
      }
    }
  }

  /// How many anchors each cell has, row by row.
  var counts: some Collection<Int32> { cells.lazy.map(\.count) }

  /// For each cell, the number of the first anchor with the most important change; −1 for an empty cell.
  var tops: some Collection<Int32> { cells.lazy.map(\.top) }
}

/// What a cell of the plot shows.
struct CellContent {
  /// The number of the item with the most important change, the first if there are several.
  let item: Int
  /// How many anchors are in the cell.
  let count: Int
  /// How many of them have the same change as the item.
  let alike: Int
}

extension MapOccupancy {
  /// Returns what a cell shows; nil if it is empty.
  func content(column: Int, row: Int) -> CellContent? {
    let cell = cells[row * columns + column]
    guard cell.top >= 0 else { return nil }
    return CellContent(item: Int(cell.top), count: Int(cell.count), alike: Int(cell.topCount))
  }

  /// Whether any cell has several anchors.
  var hasShared: Bool { counts.contains { 2...Int32(MapGlyphs.mostCounted) ~= $0 } }

  /// Whether any cell has more anchors than a digit can show.
  var hasCrowds: Bool { counts.contains { $0 > MapGlyphs.mostCounted } }

  /// The first side beyond which there are anchors.
  var sideOutside: MapSide? { MapSide.allCases.first { outside[$0.rawValue] > 0 } }
}
