/// A move whose starting point the plan shows.
struct ShownMove {
  let from: MapPoint
  let to: MapPoint
}

extension MapScene {
  /// The moves that the plan shows, in the order of the items; all of them unless `moves` limits them.
  var shownMoves: [ShownMove] {
    let moving = moves.map { $0.shown.sorted().map { items[Int($0)] } } ?? items
    return moving.compactMap { item in item.ghost.map { ShownMove(from: $0, to: item.point) } }
  }
}

/// The cells from which shown moves began.
///
/// A move within one cell is not counted, since its anchor is still there.
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

  /// Returns how many anchors are or were in each cell of a plot, row by row.
  func totals(with occupancy: MapOccupancy) -> [Int] {
    var totals = occupancy.counts.map { Int($0) }
    for (cell, count) in counts { totals[cell.row * occupancy.columns + cell.column] += count }
    return totals
  }

  /// Returns whether any cell from which a move began holds something else as well.
  func share(with occupancy: MapOccupancy) -> Bool {
    counts.contains { cell, count in
      count > 1 || occupancy.content(column: cell.column, row: cell.row) != nil
    }
  }
}
