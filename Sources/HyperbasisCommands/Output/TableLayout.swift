import HyperbasisCanvas

/// Which columns of a table are shown, and how wide.
struct TableLayout {
  private let columns: [TextTable.Column]
  /// The columns that are shown, ascending.
  private var shown: [Int]
  private var widths: [Int]
  /// How narrow each column may become without showing a number as another one.
  private var leastWidths: [Int]
  private let limit: Int?

  static let gap = 2
  private static let narrowest = 8

  /// - Parameters:
  ///   - limit: the most columns of a line; nil for no limit.
  ///   - worth: table columns of this worth or less are left out in any case.
  init(_ table: TextTable, limit: Int?, leavingOut worth: Int = .min) {
    columns = table.columns
    self.limit = limit
    shown = Array(columns.indices)
    widths = columns.map(\.heading.width)
    leastWidths = columns.map { _ in 1 }
    for row in table.rows {
      for (index, cell) in row.enumerated() {
        widths[index] = max(widths[index], cell.text.width)
        guard columns[index].alignment == .right else { continue }
        leastWidths[index] = max(leastWidths[index], cell.text.widthWithoutFraction)
      }
    }
    leaveOut(worth)
    if let limit { fit(limit) }
  }
}

extension TableLayout {
  /// Returns whether all columns fit without being cut too short.
  ///
  /// - Parameter worth: columns of this worth or less may be left out for that.
  func fitsComfortably(_ limit: Int, leavingOut worth: Int = .min) -> Bool {
    var layout = self
    layout.leaveOut(worth)
    return layout.comfortableWidth <= limit
  }

  /// Leaves out the columns of a worth or less.
  private mutating func leaveOut(_ worth: Int) {
    shown.removeAll { columns[$0].worth.map { $0 <= worth } ?? false }
  }

  /// Returns whether all columns fit without being cut at all.
  func fitsWhole(_ limit: Int) -> Bool { width <= limit }

  private mutating func fit(_ limit: Int) {
    while comfortableWidth > limit, let least = leastWorth() {
      shown.removeAll { $0 == least }
    }
    let least = leastWidths
    let flexible = shown.filter { columns[$0].isFlexible }
    shrink(flexible, limit) { _ in Self.narrowest }
    shrink(shown.filter { columns[$0].alignment == .right }, limit) { least[$0] }
    shrink(shown, limit) { max(Self.narrowest, least[$0]) }
    // A short beginning of a label still says something, one of an id does not.
    shrink(flexible, limit) { _ in Self.narrowest / 2 }
    shrink(shown, limit) { least[$0] }
    shrink(shown, limit) { _ in 1 }
    // There is no room for even one character of each.
    while width > limit, shown.count > 1 { shown.removeLast() }
  }

  private var gaps: Int { Self.gap * max(0, shown.count - 1) }

  private var width: Int { shown.reduce(gaps) { $0 + widths[$1] } }

  /// The width of a line whose flexible columns are cut as short as is readable.
  private var comfortableWidth: Int {
    shown.reduce(gaps) { sum, column in
      let most = columns[column].isFlexible ? columns[column].comfortable : .max
      return sum + min(widths[column], most)
    }
  }

  /// Returns the width of a column; nil if it is left out.
  func width(of column: Int) -> Int? { shown.contains(column) ? widths[column] : nil }

  /// Returns the shown column of the least worth; if there are several, the last of them.
  private func leastWorth() -> Int? {
    var least: (column: Int, worth: Int)?
    for column in shown {
      guard let worth = columns[column].worth, worth <= least?.worth ?? .max else { continue }
      least = (column, worth)
    }
    return least?.column
  }

  /// Narrows the widest candidate column by column until the line fits.
  ///
  /// - Parameter least: returns the width at which a column stays.
  private mutating func shrink(
    _ candidates: [Int], _ limit: Int, downTo least: (Int) -> Int
  ) {
    var excess = width - limit
    let least = candidates.map { (column: $0, width: least($0)) }
    while excess > 0,
      let widest = least.filter({ widths[$0.column] > $0.width })
        .max(by: { widths[$0.column] < widths[$1.column] })
    {
      widths[widest.column] -= 1
      excess -= 1
    }
  }
}

extension TableLayout {
  /// Returns a line of the table, without trailing blanks.
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

  /// Returns what a cell shows. Without UTF-8 a letter may become two: all but one blank of the gap is
  /// available for that, and after the last column the rest of the line.
  private func text(_ cell: TextTable.Cell, _ column: Int, _ paint: Paint) -> TerminalText {
    let text =
      columns[column].alignment == .right
      ? cell.text.truncatedNumber(to: widths[column]) : cell.text.truncated(to: widths[column])
    guard !paint.isUTF8 else { return text }
    let spelled = text.spelledOut
    let spare = column == shown.last ? limit.map { $0 - width } ?? .max : Self.gap - 1
    return spelled.width - widths[column] <= max(0, spare) ? spelled : text.ascii
  }
}
