/// Finds out which of several columns repeats its values, and so can name anchors.
struct IdCandidates {
  private var columns: [Int] = []
  private var chosen = 0
  /// For each column, the instant at which each value was first seen, by the value's hash.
  private var seen: [[Int: Int64]] = []
  /// Columns in which some value occurs at more than one instant. A repetition at one instant is two
  /// things with the same name.
  private(set) var repeating: Set<Int> = []
  /// Whether a column other than the chosen one names the anchors.
  private(set) var isContradicted = false

  /// The number of values at which a column stops being checked for repetitions.
  private static let mostValues = 1_000_000

  mutating func use(_ mapping: RowMapping, _ knowledge: InputKnowledge) {
    guard mapping.idCandidates != columns, case .column(let chosen) = mapping.anchor else { return }
    columns = mapping.idCandidates
    self.chosen = chosen
    seen = columns.map { _ in [:] }
    repeating = []
    // Columns after one that is known to repeat need no check.
    if knowledge.repeatingIds.isEmpty { return }
    columns = Array(columns.prefix { $0 != chosen })
  }

  mutating func note(_ row: InputRow, _ instant: Int64) {
    for (number, column) in columns.enumerated() where !repeating.contains(column) {
      let cell = row[column]
      if cell.isEmpty || seen[number].count >= Self.mostValues { continue }
      var hasher = Hasher()
      hasher.combine(bytes: UnsafeRawBufferPointer(cell.bytes))
      let value = hasher.finalize()
      guard let first = seen[number][value] else {
        seen[number][value] = instant
        continue
      }
      if first == instant { continue }
      repeating.insert(column)
      if columns.first(where: repeating.contains) != chosen { isContradicted = true }
      // Columns after it no longer matter.
      if column == chosen { columns = Array(columns.prefix { $0 != chosen }) }
    }
  }
}
