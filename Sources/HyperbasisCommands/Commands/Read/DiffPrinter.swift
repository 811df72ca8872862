import Foundation
import Hyperbasis
import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisReports
import HyperbasisTimeMachine
import HyperbasisWording

extension JSONNode {
  init(_ shift: ShiftBetween) {
    self = .object([
      ("translation", JSONNode(shift.motion.translation)), ("yaw", .number(shift.motion.yaw)),
      ("residual", .number(shift.motion.residual)), ("inliers", .integer(shift.motion.inliers)),
      ("common", .integer(shift.motion.common)), ("displacement", .number(shift.displacement)),
      ("centroid", JSONNode(shift.centroid)), ("shifts", .array(shift.shifts.map { JSONNode($0) })),
    ])
  }

  /// - Parameter anchor: how the anchor is printed.
  fileprivate init(_ move: DiffReport.Move, _ anchor: (HBAnchor) -> JSONNode) {
    self = .object([
      ("anchor", anchor(move.anchor)),
      ("previousTransform", JSONNode(transform: move.previousTransform)),
      ("distance", .number(move.distance)), ("angle", .number(move.angle)),
    ])
  }

  /// - Parameter anchor: how the anchor is printed.
  fileprivate init(_ updated: HBDiff.UpdatedAnchor, _ anchor: (HBAnchor) -> JSONNode) {
    self = .object([
      ("anchor", anchor(updated.anchor)),
      ("previousMetadata", JSONNode(updated.previousMetadata)),
      ("addedKeys", JSONNode(sorted: updated.addedKeys)),
      ("removedKeys", JSONNode(sorted: updated.removedKeys)),
      ("changedKeys", JSONNode(sorted: updated.changedKeys)),
    ])
  }
}

/// Prints a diff of a space.
struct DiffPrinter {
  let session: StoreSession
  let snapshot: LogSnapshot
  let from: Moment
  let to: Moment

  func json(_ report: DiffReport) -> JSONNode {
    let index = snapshot.timeline.index
    let before: (HBAnchor) -> JSONNode = { JSONNode($0, in: from.state, of: index) }
    let after: (HBAnchor) -> JSONNode = { JSONNode($0, in: to.state, of: index) }
    return .object([
      ("spaceId", JSONNode(snapshot.spaceId)), ("from", JSONNode(from.at)),
      ("to", JSONNode(to.at)), ("summary", .string(report.diff.summary)),
      ("changeCount", .integer(report.diff.changeCount)),
      ("added", .array(report.diff.added.map(after))),
      ("removed", .array(report.diff.removed.map(before))),
      ("moved", .array(report.moved.map { JSONNode($0, after) })),
      ("updated", .array(report.diff.updated.map { JSONNode($0, after) })),
      ("unchanged", .array(report.diff.unchanged.map { JSONNode($0.id) })),
      ("belowThreshold", .array(report.belowThreshold.map { JSONNode($0) })),
      ("shift", .optional(report.shift) { JSONNode($0) }),
    ])
  }

  /// - Parameters:
  ///   - shift: what is said of shifts; nil for nothing.
  ///   - isSorted: whether all rows are in one order, not those of each kind by themselves.
  ///   - isFiltered: whether there may be changes that a filter leaves out.
  func print(
    _ report: DiffReport, shift: TerminalText?, isSorted: Bool = false, isFiltered: Bool = false
  ) throws {
    try session.printHeading(
      snapshot.title,
      "\(session.text(of: from, in: snapshot)) → \(session.text(of: to, in: snapshot))")
    if let shift { try session.printWrapped(.init(shift)) }
    let rows = isSorted ? sortedRows(report) : rows(report)
    if !rows.isEmpty { try print(rows) }
    let lacksMatches = isFiltered && report.diff.changeCount == 0
    let summary = lacksMatches ? "No changes match the filter" : report.summary
    try session.printWrapped(.init(summary, .bold))
  }

  /// A row of the table; what changed goes on below where one line does not hold it, for nothing of
  /// it may be lost.
  private struct Row {
    let id: UUID
    let cells: [TextTable.Cell]
    /// Pieces of text that are kept together as long as a line can hold them.
    let change: [TerminalText]
  }

  private func print(_ rows: [Row]) throws {
    let (columns, layout) = columns(of: rows)
    let headings = columns.map { TextTable.Cell($0.heading, .bold) }
    try session.output.writeLine(layout.line(headings, session.paint))
    let blank = [TextTable.Cell](repeating: .init(.empty), count: columns.count - 1)
    let width = max(1, layout.width(of: blank.count) ?? 1)
    for row in rows {
      var cells = row.cells
      for line in Self.lines(row.change, width: width) {
        try session.output.writeLine(layout.line(cells + [.init(line)], session.paint))
        cells = blank
      }
    }
  }

  /// The last heading says as much of what it stands for as there is room for.
  private func columns(of rows: [Row]) -> ([TextTable.Column], TableLayout) {
    let headings: [TerminalText] = [
      "CHANGE (places: x, y, z in metres)", "CHANGE (x, y, z in metres)", "CHANGE (in metres)",
      "CHANGE",
    ]
    var table = TextTable(columns: ["", "ID", .flexible("LABEL"), .flexible("CHANGE")])
    table.rows = rows.map { $0.cells + [.init($0.change.joined(separator: " "))] }
    let last = table.columns.count - 1
    var layout = TableLayout(table, limit: session.context.lineWidth)
    for heading in headings {
      table.columns[last] = .flexible(heading)
      layout = TableLayout(table, limit: session.context.lineWidth)
      if heading.width <= layout.width(of: last) ?? 0 { break }
    }
    return (table.columns, layout)
  }

  private static func lines(_ pieces: [TerminalText], width: Int) -> [TerminalText] {
    var lines: [TerminalText] = []
    for piece in pieces {
      if let last = lines.last, last.width + 1 + piece.width <= width {
        lines[lines.count - 1] = "\(last) \(piece)"
      } else {
        lines += piece.wrapped(to: width)
      }
    }
    return lines.isEmpty ? [.empty] : lines
  }

  private func sortedRows(_ report: DiffReport) -> [Row] {
    let rows = Dictionary(grouping: rows(report), by: \.id)
    return report.anchorIds.flatMap { rows[$0] ?? [] }
  }

  private func rows(_ report: DiffReport) -> [Row] {
    let ids = ShortIds(snapshot.timeline.index)
    func row(
      _ sign: TerminalText, _ color: Color, _ anchor: HBAnchor, _ change: [TerminalText]
    ) -> Row {
      let cells: [TextTable.Cell] = [
        .init(sign, Style(color)), .init(ids.text(anchor.id), .init(.accent)),
        .init(AnchorDescription(anchor.metadata, id: anchor.id).label),
      ]
      return Row(id: anchor.id, cells: cells, change: change)
    }
    let unit = LengthUnit(ofColumn: report.moved.map(\.distance))
    return report.diff.removed.map { row("×", .removed, $0, ["removed"]) }
      + report.diff.added.map { row("+", .added, $0, ["added at \(PointText.text($0.position))"]) }
      + report.moved.map { row("~", .moved, $0.anchor, change($0, unit)) }
      + report.diff.updated.map { updated in
        row(
          "≈", .updated, updated.anchor,
          [
            ChangeText(
              transforms: nil, metadata: (updated.previousMetadata, updated.anchor.metadata)
            ).text
          ])
      }
  }

  /// How the anchor was moved apart from shifts, and its places as they are in the store.
  private func change(
    _ move: DiffReport.Move, _ unit: LengthUnit?
  ) -> [TerminalText] {
    let old = move.previousTransform
    let change = ChangeText(transforms: (old, move.withoutShift), metadata: nil)
    let places: TerminalText =
      "(\(PointText.text(HBTransform.position(old))) → \(PointText.text(move.anchor.position)))"
    return [change.text(in: unit), places].filter { !$0.isEmpty }
  }
}
