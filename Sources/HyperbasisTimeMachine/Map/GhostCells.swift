/// A move of which the plan shows where it began.
struct ShownMove {
  let from: MapPoint
  let to: MapPoint
}

extension MapScene {
  /// The moves that the plan shows, in the order of the items where nothing else is said.
  var shownMoves: [ShownMove] {
    let moving = moves.map { $0.shown.sorted().map { items[Int($0)] } } ?? items
    return moving.compactMap { item in item.ghost.map { ShownMove(from: $0, to: item.point) } }
  }
}

/// The cells from which shown moves began.
///
/// A move within a cell is not counted: its anchor is there still.
struct GhostCells {
  /// How many moves began in each cell.
  let counts: [MapCell: Int]

  init(_ moves: [ShownMove], projection: MapProjection) {
    var counts: [MapCell: Int] = [:]
    for move in moves {
      guard let cell = projection.cell(of: move.from), cell != projection.cell(of: move.to)
      else { continue }
      counts[cell, default: 0] += 1
    }
    self.counts = counts
  }

  /// How many anchors are in each cell of a plot or were there, row by row.
  func totals(with occupancy: MapOccupancy) -> [Int] {
    var totals = occupancy.counts.map { Int($0) }
    for (cell, count) in counts { totals[cell.row * occupancy.columns + cell.column] += count }
    return totals
  }

  /// Whether something else is in a cell from which a move began.
  func share(with occupancy: MapOccupancy) -> Bool {
    counts.contains { cell, count in
      count > 1 || occupancy.content(column: cell.column, row: cell.row) != nil
    }
  }
}
