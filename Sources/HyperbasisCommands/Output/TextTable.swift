import HyperbasisCanvas

/// Rows of cells in aligned columns.
struct TextTable {
  struct Column {
    var heading: TerminalText
    var alignment: TextAlignment = .left
    /// Whether the column gives way where the terminal is too narrow.
    var isFlexible = false

    /// A column that gives way where the terminal is too narrow.
    static func flexible(_ heading: TerminalText) -> Column {
      Column(heading: heading, isFlexible: true)
    }

    /// A column of numbers.
    static func number(_ heading: TerminalText) -> Column {
      Column(heading: heading, alignment: .right)
    }
  }

  struct Cell {
    var text: TerminalText
    var style: Style = .plain

    init(_ text: TerminalText, _ style: Style = .plain) {
      self.text = text
      self.style = style
    }

    init(_ text: String, _ style: Style = .plain) {
      self.init(TerminalText(text), style)
    }
  }

  var columns: [Column]
  var rows: [[Cell]] = []
}

extension TextTable.Column: ExpressibleByStringLiteral {
  init(stringLiteral value: String) { self.init(heading: TerminalText(value)) }
}

extension TextTable {
  /// The lines of the table, the headings first.
  ///
  /// - Parameter width: The columns of the terminal; nil where nothing has to be cut.
  func lines(_ paint: Paint, width: Int?) -> [String] {
    let widths = columnWidths(limit: width)
    let headings = columns.map { Cell($0.heading, .bold) }
    return ([headings] + rows).map { line($0, widths, paint) }
  }

  private func line(_ cells: [Cell], _ widths: [Int], _ paint: Paint) -> String {
    var result = ""
    var pending = 0
    for (index, cell) in cells.enumerated() {
      let text = cell.text.truncated(to: widths[index])
      let missing = widths[index] - text.width
      let before = columns[index].alignment == .right ? missing : 0
      pending += before
      if !text.isEmpty {
        result += String(repeating: " ", count: pending) + paint(text, cell.style)
        pending = 0
      }
      pending += missing - before + Self.gap + (text.isEmpty ? text.width : 0)
    }
    return result
  }

  private static let gap = 2
  private static let narrowest = 8

  private func columnWidths(limit: Int?) -> [Int] {
    var widths = columns.map(\.heading.width)
    for row in rows {
      for (index, cell) in row.enumerated() { widths[index] = max(widths[index], cell.text.width) }
    }
    guard let limit else { return widths }
    var excess = widths.reduce(0, +) + Self.gap * (columns.count - 1) - limit
    let flexible = columns.indices.filter { columns[$0].isFlexible }
    while excess > 0, let widest = flexible.max(by: { widths[$0] < widths[$1] }),
      widths[widest] > Self.narrowest
    {
      widths[widest] -= 1
      excess -= 1
    }
    return widths
  }
}

/// A text in sentences, broken between words where a terminal is too narrow for it.
struct Paragraph {
  /// What it begins with, in a style of its own.
  var lead = TextTable.Cell(.empty)
  var text: TextTable.Cell
  /// The blanks before its lines; where there is a lead, before all but the first.
  var indentation = 0

  /// - Parameter width: The columns of the terminal; nil: the text stays one line, as programs
  ///   want it.
  func lines(_ paint: Paint, width: Int?) -> [String] {
    let whole = lead.text + text.text
    let lines = width.map { whole.wrapped(to: max(Self.narrowest, $0 - indentation)) } ?? [whole]
    return lines.enumerated().map { number, line in
      guard number == 0, !lead.text.isEmpty else {
        return String(repeating: " ", count: indentation) + paint(line, text.style)
      }
      let rest = line.suffix(columns: line.width - lead.text.width)
      return paint(lead.text, lead.style) + paint(rest, text.style)
    }
  }

  /// Fewer columns make no line.
  private static let narrowest = 20
}
