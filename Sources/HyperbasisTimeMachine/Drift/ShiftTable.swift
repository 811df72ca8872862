import HyperbasisCanvas
import HyperbasisDrift
import HyperbasisWording

/// The columns of the list of shifts: as many as fit, the most important first. A wider list shows all that a
/// narrower one shows.
struct ShiftTable {
  /// The columns, from left to right.
  fileprivate enum Column: Int {
    case when, who, what, moved, yaw, followed, left, residual, sure
  }

  /// By priority: the first is left out last.
  private static let order: [Column] = [
    .moved, .what, .when, .yaw, .followed, .who, .sure, .left, .residual,
  ]
  /// How many of these are worth short words for what a motion is.
  private static let worthShortWords = 5

  private var columns: [(column: Column, width: Int)] = []
  private var cells: [[Column: TerminalText]] = []

  init() {}

  /// - Parameters:
  ///   - dates: the dates of the shifts, in their order.
  ///   - room: the available columns of the screen.
  init(_ shifts: [ListedShift], dates: [TerminalText], room: Int) {
    guard !shifts.isEmpty else { return }
    let unit = LengthUnit(ofColumn: shifts.map(\.shift.displacement))
    cells = zip(shifts, dates).map { Self.cells($0, date: $1, unit) }
    columns = Self.columns(Self.order, cells, room)
    if columns.count < Self.worthShortWords { shortenWords(shifts, room) }
    columns.sort { $0.column.rawValue < $1.column.rawValue }
  }

  /// Shortens what the motions are called if that makes room for another column.
  private mutating func shortenWords(_ shifts: [ListedShift], _ room: Int) {
    var short = cells
    for (row, listed) in shifts.enumerated() { short[row][.what] = listed.text.shortestWhat }
    let more = Self.columns(Self.order.prefix(Self.worthShortWords), short, room)
    if more.count > columns.count { (cells, columns) = (short, more) }
  }

  /// Returns the first of some columns, as far as there is room, with their widths.
  private static func columns(
    _ order: some Sequence<Column>, _ cells: [[Column: TerminalText]], _ room: Int
  ) -> [(column: Column, width: Int)] {
    var columns: [(column: Column, width: Int)] = []
    var left = room
    for column in order {
      let width = ([column.title] + cells.compactMap { $0[column] }).map(\.width).max() ?? 0
      left -= width + (columns.isEmpty ? 0 : 1)
      if left < 0 { break }
      columns.append((column, width))
    }
    return columns
  }

  private static func cells(
    _ listed: ListedShift, date: TerminalText, _ unit: LengthUnit?
  ) -> [Column: TerminalText] {
    let (shift, text) = (listed.shift, listed.text)
    return [
      .when: date, .who: ActorText.name(shift.actor, limit: 12) ?? .empty,
      .what: text.standingWhat, .moved: text.displacement(in: unit), .yaw: text.yaw,
      .followed: text.followed, .left: "\(shift.leftBehind)", .residual: text.residual,
      .sure: text.verdict,
    ]
  }
}

extension ShiftTable {
  /// The titles above the columns.
  var titles: TerminalText { line { $0.title } }

  /// Returns the cells of a row.
  func row(_ number: Int) -> TerminalText { line { cells[number][$0] ?? .empty } }

  private func line(_ text: (Column) -> TerminalText) -> TerminalText {
    columns.map { column, width in
      text(column).padded(to: width, align: column.isNumber ? .right : .left)
    }
    .joined(separator: " ")
  }
}

extension ShiftTable.Column {
  fileprivate var title: TerminalText { TerminalText(String(describing: self)) }

  fileprivate var isNumber: Bool {
    switch self {
    case .moved, .yaw, .followed, .left, .residual: true
    case .when, .who, .what, .sure: false
    }
  }
}
