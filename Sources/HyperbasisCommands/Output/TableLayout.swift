import HyperbasisCanvas

/// Which columns of a table are shown, and how wide.
struct TableLayout {
  private let columns: [TextTable.Column]
  /// The columns that are shown, ascending.
  private var shown: [Int]
  private var widths: [Int]
  private let limit: Int?

  static let gap = 2
  private static let narrowest = 8

  /// - Parameters:
  ///   - limit: how wide a line may be; nil for no limit.
  ///   - worth: columns of so much worth or less are left out in any case.
  init(_ table: TextTable, limit: Int?, leavingOut worth: Int = .min) {
    columns = table.columns
    self.limit = limit
    shown = Array(columns.indices)
    widths = columns.map(\.heading.width)
    for row in table.rows {
      for (index, cell) in row.enumerated() { widths[index] = max(widths[index], cell.text.width) }
    }
    leaveOut(worth)
    if let limit { fit(limit) }
  }
}

extension TableLayout {
  /// Whether all columns find room without being cut too short.
  ///
  /// - Parameter worth: columns of so much worth or less may be left out for it.
  func fitsComfortably(_ limit: Int, leavingOut worth: Int = .min) -> Bool {
    var layout = self
    layout.leaveOut(worth)
    return layout.comfortableWidth <= limit
  }

  /// Leaves out the columns of so much worth or less.
  private mutating func leaveOut(_ worth: Int) {
    shown.removeAll { columns[$0].worth.map { $0 <= worth } ?? false }
  }

  /// Whether all columns find room without being cut at all.
  func fitsWhole(_ limit: Int) -> Bool { width <= limit }

  private mutating func fit(_ limit: Int) {
    while comfortableWidth > limit, let least = leastWorth() {
      shown.removeAll { $0 == least }
    }
    shrink(shown.filter { columns[$0].isFlexible }, downTo: Self.narrowest, limit)
    shrink(shown, downTo: 1, limit)
    // Not even a character of each.
    while width > limit, shown.count > 1 { shown.removeLast() }
  }

  private var gaps: Int { Self.gap * max(0, shown.count - 1) }

  private var width: Int { shown.reduce(gaps) { $0 + widths[$1] } }

  /// The width of a line whose flexible columns are cut as far as they are readable.
  private var comfortableWidth: Int {
    shown.reduce(gaps) { sum, column in
      let most = columns[column].isFlexible ? columns[column].comfortable : .max
      return sum + min(widths[column], most)
    }
  }

  /// How wide a column is; nil where it is left out.
  func width(of column: Int) -> Int? { shown.contains(column) ? widths[column] : nil }

  /// The shown column of the least worth, of several the last one.
  private func leastWorth() -> Int? {
    var least: (column: Int, worth: Int)?
    for column in shown {
      guard let worth = columns[column].worth, worth <= least?.worth ?? .max else { continue }
      least = (column, worth)
    }
    return least?.column
  }

  /// Takes columns off the widest as long as there are too many.
  private mutating func shrink(_ candidates: [Int], downTo least: Int, _ limit: Int) {
    var excess = width - limit
    while excess > 0, let widest = candidates.max(by: { widths[$0] < widths[$1] }),
      widths[widest] > least
    {
      widths[widest] -= 1
      excess -= 1
    }
  }
}

extension TableLayout {
  /// A line of the table, without blanks at its end.
  func line(_ cells: [TextTable.Cell], _ paint: Paint) -> String {
    var result = ""
    var pending = 0
    for column in shown {
      let cell = cells[column]
      let text = text(cell, column, paint)
      let missing = widths[column] - text.width
      let before = columns[column].alignment == .right ? max(0, missing) : 0
      pending += before
      if !text.isEmpty {
        result += String(repeating: " ", count: pending) + paint(text, cell.style)
        pending = 0
      }
      pending += missing - before + Self.gap + (text.isEmpty ? text.width : 0)
    }
    return result
  }

  /// What a cell shows. Without UTF-8 a letter may take two columns: there are all but one blank of the gap
  /// for that, and what is left of the line behind the last column.
  private func text(_ cell: TextTable.Cell, _ column: Int, _ paint: Paint) -> TerminalText {
    let text = cell.text.truncated(to: widths[column])
    guard !paint.isUTF8 else { return text }
    let spelled = text.spelledOut
    let spare = column == shown.last ? limit.map { $0 - width } ?? .max : Self.gap - 1
    return spelled.width - widths[column] <= max(0, spare) ? spelled : text.ascii
  }
}
