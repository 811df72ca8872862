/// A rectangle of cells; it may lie partly or wholly outside of a frame.
package struct Region: Hashable, Sendable {
  package var column: Int
  package var row: Int
  package var columns: Int
  package var rows: Int

  /// Negative counts become 0; numbers beyond any screen are clamped, so that sums don't overflow.
  package init(column: Int, row: Int, columns: Int, rows: Int) {
    self.column = Self.bounded(column)
    self.row = Self.bounded(row)
    self.columns = max(0, Self.bounded(columns))
    self.rows = max(0, Self.bounded(rows))
  }

  static func bounded(_ number: Int) -> Int { min(max(number, -1 << 40), 1 << 40) }
}

extension Region {
  package static let empty = Region(column: 0, row: 0, columns: 0, rows: 0)

  /// The first column to the right of the region.
  package var endColumn: Int { column + columns }
  /// The first row below the region.
  package var endRow: Int { row + rows }
  package var isEmpty: Bool { columns == 0 || rows == 0 }

  package func contains(column: Int, row: Int) -> Bool {
    column >= self.column && column < endColumn && row >= self.row && row < endRow
  }

  package func contains(_ position: Position) -> Bool {
    contains(column: position.column, row: position.row)
  }

  /// Returns the cells that both regions contain.
  package func intersection(_ other: Region) -> Region {
    let left = max(column, other.column)
    let top = max(row, other.row)
    return Region(
      column: left, row: top,
      columns: min(endColumn, other.endColumn) - left, rows: min(endRow, other.endRow) - top)
  }
}

// MARK: - Insets

extension Region {
  /// Returns the region without `count` cells on every side.
  package func inset(by count: Int) -> Region {
    inset(left: count, top: count, right: count, bottom: count)
  }

  package func inset(left: Int = 0, top: Int = 0, right: Int = 0, bottom: Int = 0) -> Region {
    let left = min(left, columns)
    let top = min(top, rows)
    return Region(
      column: column + left, row: row + top,
      columns: columns - left - right, rows: rows - top - bottom)
  }

  /// Returns the row with this index, counted from the region's top; empty if there is no such row.
  package func line(_ index: Int) -> Region {
    Region(column: column, row: row + index, columns: columns, rows: 1).intersection(self)
  }
}

// MARK: - Splits

extension Region {
  /// Returns the first `count` rows and what is below them.
  package func split(top count: Int) -> (top: Region, rest: Region) {
    let count = min(max(0, count), rows)
    return (
      Region(column: column, row: row, columns: columns, rows: count),
      Region(column: column, row: row + count, columns: columns, rows: rows - count)
    )
  }

  /// Returns the last `count` rows and what is above them.
  package func split(bottom count: Int) -> (rest: Region, bottom: Region) {
    let (rest, bottom) = split(top: rows - min(max(0, count), rows))
    return (rest, bottom)
  }

  /// Returns the first `count` columns and what is to the right of them.
  package func split(left count: Int) -> (left: Region, rest: Region) {
    let count = min(max(0, count), columns)
    return (
      Region(column: column, row: row, columns: count, rows: rows),
      Region(column: column + count, row: row, columns: columns - count, rows: rows)
    )
  }

  /// Returns the last `count` columns and what is to the left of them.
  package func split(right count: Int) -> (rest: Region, right: Region) {
    let (rest, right) = split(left: columns - min(max(0, count), columns))
    return (rest, right)
  }
}
