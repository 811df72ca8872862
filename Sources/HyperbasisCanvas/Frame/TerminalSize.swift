/// The size of a terminal, in character cells.
package struct TerminalSize: Hashable, Sendable {
  package let columns: Int
  package let rows: Int

  /// Negative counts become 0, so every size can be drawn into.
  package init(columns: Int, rows: Int) {
    self.columns = max(0, columns)
    self.rows = max(0, rows)
  }
}

extension TerminalSize {
  package var region: Region { Region(column: 0, row: 0, columns: columns, rows: rows) }

  /// Returns whether both sides are at least those of `other`.
  package func holds(_ other: TerminalSize) -> Bool {
    columns >= other.columns && rows >= other.rows
  }
}

extension TerminalSize: CustomStringConvertible {
  package var description: String { "\(columns)x\(rows)" }
}

/// The position of a cell, counted from 0 at the top left.
package struct Position: Hashable, Sendable {
  package var column: Int
  package var row: Int

  package init(column: Int, row: Int) {
    self.column = column
    self.row = row
  }
}
