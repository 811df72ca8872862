import Foundation
import Hyperbasis
import HyperbasisCanvas
import HyperbasisWording

/// Rows of cells in aligned columns, in lines that are never wider than what they are for.
///
/// Where the columns need more than that, instants lose their fractions of a second first. Then
/// whole columns go, those of the least worth first, and what is flexible is cut.
struct TextTable {
  struct Column {
    var heading: TerminalText
    var alignment: TextAlignment = .left
    /// Whether the column gives way where the terminal is too narrow.
    var isFlexible = false
    /// A flexible column is not cut below this as long as another column can be left out.
    var comfortable = 12
    /// Where there is no room for all, columns of less worth are left out first; nil: never.
    var worth: Int?

    /// A column that gives way where the terminal is too narrow.
    static func flexible(_ heading: TerminalText, worth: Int? = nil) -> Column {
      Column(heading: heading, isFlexible: true, worth: worth)
    }

    /// A column of numbers.
    static func number(_ heading: TerminalText, worth: Int? = nil) -> Column {
      Column(heading: heading, alignment: .right, worth: worth)
    }

    /// A column that is left out where there is no room.
    static func optional(_ heading: TerminalText, worth: Int) -> Column {
      Column(heading: heading, worth: worth)
    }
  }

  struct Cell {
    /// Empty for an instant.
    var text: TerminalText
    var style: Style = .plain
    /// Written when it is known what the other rows of the column have in common with it.
    var instant: HBInstant?
    /// Whether fractions of a second are shown where there is room.
    var showsFraction = true

    init(_ text: TerminalText, _ style: Style = .plain) {
      self.text = text
      self.style = style
    }

    init(_ text: String, _ style: Style = .plain) {
      self.init(TerminalText(text), style)
    }

    /// An instant; empty where there is none.
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
  /// The lines of the table, the headings first.
  ///
  /// - Parameters:
  ///   - width: the columns of the terminal; nil where nothing has to be cut.
  ///   - time: writes the instants.
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

  /// The table with texts for its instants. Their zone stands in the heading where it is the same
  /// in all rows.
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
