import Foundation
import Hyperbasis
import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisReports
import HyperbasisTimeMachine
import HyperbasisWording

extension JSONNode {
  /// - Parameter index: the index of the log to which the states belong.
  init(_ shift: ShiftBetween, _ index: EventIndex) {
    self = .object([
      ("translation", JSONNode(shift.motion.translation)), ("yaw", .number(shift.motion.yaw)),
      ("residual", .number(shift.motion.residual)), ("inliers", .integer(shift.motion.inliers)),
      ("common", .integer(shift.motion.common)), ("displacement", .number(shift.displacement)),
      ("centroid", JSONNode(shift.centroid)), ("shifts", .array(shift.shifts.map { JSONNode($0) })),
      (
        "followers",
        .array(shift.carriers.map { JSONNode(index.anchorId(ofSlot: $0.slot)) })
      ),
      ("broughtBack", .integer(shift.broughtBack)),
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
  /// Whether to print who had a part in each change, and when.
  let saysWho: Bool

  func json(_ report: DiffReport) -> JSONNode {
    let index = snapshot.timeline.index
    let before: (HBAnchor) -> JSONNode = { JSONNode($0, in: from.state, of: index) }
    let after: (HBAnchor) -> JSONNode = { JSONNode($0, in: to.state, of: index) }
    let members: [(String, JSONNode)] = [
      ("spaceId", JSONNode(snapshot.spaceId)), ("from", JSONNode(from.at)),
      ("to", JSONNode(to.at)), ("summary", .string(report.diff.summary)),
      ("changeCount", .integer(report.diff.changeCount)),
      ("added", .array(report.diff.added.map(after))),
      ("removed", .array(report.diff.removed.map(before))),
      ("moved", .array(report.moved.map { JSONNode($0, after) })),
      ("updated", .array(report.diff.updated.map { JSONNode($0, after) })),
      ("unchanged", .array(report.diff.unchanged.map { JSONNode($0.id) })),
      ("belowThreshold", .array(report.belowThreshold.map { JSONNode($0) })),
      ("shift", .optional(report.shift) { JSONNode($0, index) }),
    ]
    let changes = saysWho ? [("changes", contributions(report))] : []
    return .object(members + changes)
  }

  private func contributions(_ report: DiffReport) -> JSONNode {
    .array(
      report.changes.map { change in
        let contribution = report.contribution(to: change)
        return .object([
          ("change", .string(change.kind.word.plain)), ("id", JSONNode(change.anchor.id)),
          ("actors", .array((contribution?.actors ?? []).map { .string($0) })),
          ("events", .integer(contribution?.eventCount ?? 0)),
          ("firstAt", .optional(contribution?.first) { JSONNode($0) }),
          ("lastAt", .optional(contribution?.last) { JSONNode($0) }),
        ])
      })
  }

  /// - Parameters:
  ///   - shift: what to print about shifts; nil for nothing.
  ///   - isSorted: whether all rows are in one order instead of grouped by kind.
  ///   - filter: what the heading says of the filter that may have left changes out.
  func print(
    _ report: DiffReport, shift: TerminalText?, isSorted: Bool = false,
    filter: TerminalText? = nil
  ) throws {
    try session.printHeading(
      snapshot.title,
      "\(session.text(of: from, in: snapshot)) → \(session.text(of: to, in: snapshot))"
        + (filter.map { " · \($0)" } ?? ""))
    if let shift { try session.printWrapped(.init(shift)) }
    let rows = isSorted ? sortedRows(report) : rows(report)
    if !rows.isEmpty { try print(rows) }
    try session.printWrapped(.init(report.summary(isFiltered: filter != nil), .bold))
  }

  /// A row of the table. A change that does not fit on one line continues below, since nothing of it
  /// may be cut off.
  private struct Row {
    let id: UUID
    let cells: [TextTable.Cell]
    /// Pieces of text that are kept together if a line can hold them.
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

  /// Returns the columns and their layout; the last heading explains as much as there is room for.
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
    let unit = LengthUnit(ofColumn: report.moved.map(\.distance))
    return report.changes.map { change in
      let cells: [TextTable.Cell] = [
        .init(TerminalText(change.kind.glyph(.braille)), change.kind.style),
        .init(ids.text(change.anchor.id), .init(.accent)), .init(change.label),
      ]
      var pieces = pieces(change, unit)
      if saysWho { pieces += who(report.contribution(to: change)) }
      return Row(id: change.anchor.id, cells: cells, change: pieces)
    }
  }

  /// Returns what changed: how an anchor was moved apart from shifts, and its places as they are in the
  /// store.
  private func pieces(_ change: ReportedChange, _ unit: LengthUnit?) -> [TerminalText] {
    switch change.kind {
    case .removed: ["removed"]
    case .added: ["added at \(change.place)"]
    case .moved: [change.text(in: unit), "(\(change.place))"].filter { !$0.isEmpty }
    case .updated: [change.text(in: unit)]
    }
  }

  /// Returns `by ann, bob,` and `last 2024-06-18 09:00:00 UTC`; `(unnamed)` if nobody has a name.
  private func who(_ contribution: Contribution?) -> [TerminalText] {
    guard let contribution else { return [] }
    let names = ActorText.names(contribution)
    let date = TerminalText(session.time.text(contribution.last))
    let who: TerminalText = names.isEmpty ? "(unnamed)" : names.joined(separator: ", ")
    return ["by \(who),", contribution.eventCount > 1 ? "last \(date)" : date]
  }
}
