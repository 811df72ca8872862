import HyperbasisCanvas
import HyperbasisDrift
import HyperbasisWording

/// The columns of the list of shifts: as many as fit, the most important first.
struct ShiftTable {
  /// The columns, from left to right.
  fileprivate enum Column: Int {
    case when, who, what, moved, yaw, followed, left, residual, sure
  }

  /// By priority: the first is left out last.
  private static let order: [Column] = [
    .moved, .when, .what, .followed, .yaw, .who, .sure, .left, .residual,
  ]

  private var columns: [(column: Column, width: Int)] = []
  private var cells: [[Column: TerminalText]] = []

  init() {}

  /// - Parameters:
  ///   - dates: the dates of the shifts, in their order.
  ///   - room: the available columns of the screen.
  init(_ shifts: [ListedShift], dates: [TerminalText], room: Int) {
    let unit = LengthUnit(ofColumn: shifts.map(\.shift.displacement))
    cells = zip(shifts, dates).map { Self.cells($0, date: $1, unit) }
    guard !shifts.isEmpty else { return }
    var left = room
    for column in Self.order {
      let width = ([column.title] + cells.compactMap { $0[column] }).map(\.width).max() ?? 0
      let taken = width + (columns.isEmpty ? 0 : 1)
      guard taken <= left else { continue }
      columns.append((column, width))
      left -= taken
    }
    columns.sort { $0.column.rawValue < $1.column.rawValue }
  }

  private static func cells(
    _ listed: ListedShift, date: TerminalText, _ unit: LengthUnit?
  ) -> [Column: TerminalText] {
    let (shift, text) = (listed.shift, listed.text)
    return [
      .when: date, .who: ActorText.name(shift.actor, limit: 12) ?? .empty,
      .what: text.kind, .moved: text.displacement(in: unit), .yaw: text.yaw,
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
