/// Finds out which of several columns repeats its values, and so can name anchors.
struct IdCandidates {
  private var columns: [Int] = []
  private var chosen = 0
  /// The instants at which each value was seen first.
  private var seen: [[Int: Int64]] = []
  /// Columns in which some value stands at more than one instant. At one and the same it is of two
  /// things that have the same name.
  private(set) var repeating: Set<Int> = []
  /// Whether another column than the one that was chosen names the anchors.
  private(set) var isContradicted = false

  /// More values than these are taken to be all different.
  private static let mostValues = 1_000_000

  mutating func use(_ mapping: RowMapping, _ knowledge: InputKnowledge) {
    guard mapping.idCandidates != columns, case .column(let chosen) = mapping.anchor else { return }
    columns = mapping.idCandidates
    self.chosen = chosen
    seen = columns.map { _ in [:] }
    repeating = []
    // What comes behind a column that repeats is not asked.
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
      // A column further behind no longer matters.
      if column == chosen { columns = Array(columns.prefix { $0 != chosen }) }
    }
  }
}
