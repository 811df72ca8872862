import Foundation
import Hyperbasis
import HyperbasisCanvas
import HyperbasisWording

/// Rows of cells in aligned columns, in lines that are never wider than the space for them.
///
/// If the columns need more than that, instants lose their fractions of a second first. Then whole
/// columns are left out, those of the least worth first, and flexible ones are cut.
struct TextTable {
  struct Column {
    var heading: TerminalText
    var alignment: TextAlignment = .left
    /// Whether the column is cut if the terminal is too narrow.
    var isFlexible = false
    /// A flexible column is not cut below this width while another column can be left out.
    var comfortable = 12
    /// If there is no room for all, columns of less worth are left out first; nil for one that always
    /// stays.
    var worth: Int?

    /// Returns a column that is cut if the terminal is too narrow.
    static func flexible(_ heading: TerminalText, worth: Int? = nil) -> Column {
      Column(heading: heading, isFlexible: true, worth: worth)
    }

    /// Returns a column of numbers.
    static func number(_ heading: TerminalText, worth: Int? = nil) -> Column {
      Column(heading: heading, alignment: .right, worth: worth)
    }

    /// Returns a column that is left out if there is no room.
    static func optional(_ heading: TerminalText, worth: Int) -> Column {
      Column(heading: heading, worth: worth)
    }
  }

  struct Cell {
    /// Empty for an instant.
    var text: TerminalText
    var style: Style = .plain
    /// The instant, written once it is known what the column's instants have in common.
    var instant: HBInstant?
    /// Whether fractions of a second are shown if there is room.
    var showsFraction = true

    init(_ text: TerminalText, _ style: Style = .plain) {
      self.text = text
      self.style = style
    }

    init(_ text: String, _ style: Style = .plain) {
      self.init(TerminalText(text), style)
    }

    /// An instant; empty for nil.
    init(_ instant: HBInstant?, _ style: Style = .plain, showsFraction: Bool = true) {
      self.init(TerminalText.empty, style)
      self.instant = instant
      self.showsFraction = showsFraction
    }
  }

  var columns: [Column]
  var rows: [[Cell]] = []
}

extension TextTable.Column: ExpressibleByStringLiteral {
  init(stringLiteral value: String) { self.init(heading: TerminalText(value)) }
}

extension TextTable {
  /// Returns the lines of the table, the headings first.
  ///
  /// - Parameters:
  ///   - width: the columns of the terminal; nil if nothing needs to be cut.
  ///   - time: formats the instants.
  func lines(
    _ paint: Paint, width: Int?, time: TimeText = TimeText(zone: .gmt)
  ) -> [String] {
    var table = written(time, showsFractions: true)
    if let width, !TableLayout(table, limit: nil).fitsComfortably(width) {
      table = written(time, showsFractions: false)
    }
    let layout = TableLayout(table, limit: width)
    return table.cells.map { layout.line($0, paint) }
  }

  /// The headings, then the rows.
  private var cells: [[Cell]] { [columns.map { Cell($0.heading, .bold) }] + rows }

  /// Returns the table with texts for its instants. Their zone is in the heading if it is the same in
  /// all rows.
  private func written(_ time: TimeText, showsFractions: Bool) -> TextTable {
    var table = self
    for column in columns.indices {
      let instants = rows.compactMap { $0[column].instant }
      guard let first = instants.first else { continue }
      let zone = time.zoneText(at: first)
      let isShared = instants.allSatisfy { time.zoneText(at: $0) == zone }
      if isShared { table.columns[column].heading += " (\(zone))" }
      for row in rows.indices {
        guard let instant = rows[row][column].instant else { continue }
        let hasFraction = showsFractions && rows[row][column].showsFraction
        let fraction: TimeText.Fraction = hasFraction ? .whenPresent : .never
        table.rows[row][column].text = TerminalText(
          isShared
            ? "\(time.day(instant)) \(time.time(instant, fraction: fraction))"
            : time.text(instant, fraction: fraction))
      }
    }
    return table
  }
}
