import Foundation
import Hyperbasis
import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisWording

/// Prints operations one by one in the columns of a table; it keeps only what determines the width of
/// the columns.
struct OperationPrinter {
  private let session: StoreSession
  private let table: TextTable
  private let lines: OperationLines

  /// Nil if there is nothing to print.
  init?(_ session: StoreSession, _ list: ListedOperations, _ index: EventIndex) throws {
    self.session = session
    let kinds = OperationKinds(index: index)
    var measures = Measures(kinds: kinds)
    let parts = OrderedBatches(count: list.count) { list.summaries($0) }
    try parts.handOut { operations in
      for operation in operations { measures.add(operation) }
    }
    if measures.ids.isEmpty { return nil }
    let ids = ShortIds(measures.ids)
    let all = InstantColumn(measures.instants, session.time)
    let width = session.context.lineWidth
    let precise = Self.table(measures, ids, all)
    let isRoomy = TableLayout(precise, limit: nil).fitsComfortably(width)
    let instants = isRoomy ? all : all.withoutFractions
    table = isRoomy ? precise : Self.table(measures, ids, instants)
    lines = OperationLines(
      ids: ids, instants: instants, layout: TableLayout(table, limit: width), kinds: kinds,
      paint: session.paint)
  }

  /// What determines the width of the columns.
  private struct Measures {
    let kinds: OperationKinds
    var ids: [UUID] = []
    var instants: [HBInstant] = []
    var kind = ""
    var events = 0
    var anchors = 0
    var actor = TerminalText.empty
    var hasUndone = false
    private var actors: Set<String> = []

    init(kinds: OperationKinds) { self.kinds = kinds }

    mutating func add(_ operation: OperationSummary) {
      ids.append(operation.id)
      instants.append(operation.instant)
      let name = kinds.text(operation)
      if name.count > kind.count { kind = name }
      events = max(events, operation.eventCount)
      anchors = max(anchors, operation.anchorCount)
      hasUndone = hasUndone || operation.isUndone
      guard let name = operation.actor, actors.insert(name).inserted else { return }
      let text = TerminalText(name)
      if text.width > actor.width { actor = text }
    }
  }

  /// Returns the columns, with one row that is as wide as the widest of each.
  private static func table(
    _ measures: Measures, _ ids: ShortIds, _ instants: InstantColumn
  ) -> TextTable {
    TextTable(
      columns: [
        // The id of an operation is never cut, since it must be given to undo.
        "OPERATION", .optional(instants.heading, worth: 6), .optional("KIND", worth: 4),
        .number("EVENTS", worth: 1), .number("ANCHORS", worth: 2), .flexible("ACTOR", worth: 3),
        .optional("STATE", worth: measures.hasUndone ? 5 : 0),
      ],
      rows: [
        [
          .init(measures.ids.first.map { ids.text($0) } ?? ""),
          .init(TerminalText(repeating: " ", count: instants.width)), .init(measures.kind),
          .init("\(measures.events)"), .init("\(measures.anchors)"), .init(measures.actor),
          .init(measures.hasUndone ? "undone" : ""),
        ]
      ])
  }
}

extension OperationPrinter {
  /// Prints the headings, then the operations.
  func print(_ list: ListedOperations) throws {
    let headings = table.columns.map { TextTable.Cell($0.heading, .bold) }
    try session.output.writeLine(lines.layout.line(headings, session.paint))
    let lines = lines
    let parts = OrderedBatches(count: list.count) { range in
      list.summaries(range).map { lines.line($0) + "\n" }.joined()
    }
    try parts.handOut { try session.output.write($0) }
  }
}

/// The names of kinds in a table for people, to whom the moves of a correction are a single kind.
private struct OperationKinds: Sendable {
  let index: EventIndex

  func text(_ operation: OperationSummary) -> String {
    operation.kind == .moved && index.isCorrection(operation.id)
      ? "correction" : operation.kind.rawValue
  }
}

/// Formats the lines of a table of operations; several at the same time.
private struct OperationLines: Sendable {
  let ids: ShortIds
  let instants: InstantColumn
  let layout: TableLayout
  let kinds: OperationKinds
  let paint: Paint

  func line(_ operation: OperationSummary) -> String {
    let style: Style = operation.isUndone ? .dim : .plain
    let cells: [TextTable.Cell] = [
      .init(ids.text(operation.id), .init(.accent)),
      .init(instants.text(operation.instant), style), .init(kinds.text(operation), style),
      .init("\(operation.eventCount)", style), .init("\(operation.anchorCount)", style),
      .init(operation.actor ?? "", style), .init(operation.isUndone ? "undone" : "", style),
    ]
    return layout.line(cells, paint)
  }
}
