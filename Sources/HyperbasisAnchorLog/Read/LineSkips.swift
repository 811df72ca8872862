/// Lines that gave no row: with them the line of every row can be told without keeping one for each.
struct LineSkips: Sendable {
  /// How many lines were skipped before a row, all told; one entry for each run of them.
  private var runs: [(row: Int, total: Int)] = []

  /// Notes another line that was skipped when there were so many rows.
  mutating func add(before row: Int) {
    let total = (runs.last?.total ?? 0) + 1
    if runs.last?.row == row { runs.removeLast() }
    runs.append((row, total))
  }

  /// The line of a row, from 1.
  func line(ofRow row: Int) -> Int {
    let place = runs.indices.partition { runs[$0].row <= row }
    return row + 1 + (place > 0 ? runs[place - 1].total : 0)
  }
}
