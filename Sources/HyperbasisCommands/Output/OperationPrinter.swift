import Foundation
import Hyperbasis
import HyperbasisCanvas
import HyperbasisWording

/// Prints operations one by one in the columns of a table; only what the columns are measured by is
/// held of them.
struct OperationPrinter {
  private let session: StoreSession
  private let ids: ShortIds
  private let instants: InstantColumn
  private let layout: TableLayout
  private let table: TextTable

  /// - Parameter operations: what will be printed.
  init(_ session: StoreSession, _ operations: some Sequence<HBOperation>) {
    self.session = session
    var measures = Measures()
    for operation in operations { measures.add(operation) }
    ids = ShortIds(measures.ids)
    let all = InstantColumn(measures.instants, session.time)
    let width = session.context.lineWidth
    let precise = Self.table(measures, ids, all)
    let isRoomy = TableLayout(precise, limit: nil).fitsComfortably(width)
    instants = isRoomy ? all : all.withoutFractions
    table = isRoomy ? precise : Self.table(measures, ids, instants)
    layout = TableLayout(table, limit: width)
  }

  /// What the columns are as wide as.
  private struct Measures {
    var ids: [UUID] = []
    var instants: [HBInstant] = []
    var kind = ""
    var events = 0
    var anchors = 0
    var actor = TerminalText.empty
    var hasUndone = false
    private var actors: Set<String> = []

    mutating func add(_ operation: HBOperation) {
      ids.append(operation.id)
      instants.append(operation.instant)
      if operation.kind.rawValue.count > kind.count { kind = operation.kind.rawValue }
      events = max(events, operation.eventCount)
      anchors = max(anchors, operation.anchorIds.count)
      hasUndone = hasUndone || operation.isUndone
      guard let name = operation.actor, actors.insert(name).inserted else { return }
      let text = TerminalText(name)
      if text.width > actor.width { actor = text }
    }
  }

  /// The columns, with one row that is as wide as any is.
  private static func table(
    _ measures: Measures, _ ids: ShortIds, _ instants: InstantColumn
  ) -> TextTable {
    TextTable(
      columns: [
        "OPERATION", .init(heading: instants.heading), "KIND", .number("EVENTS", worth: 1),
        .number("ANCHORS", worth: 2), .flexible("ACTOR"), "STATE",
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
  /// The headings, then the operations.
  func print(_ operations: some Sequence<HBOperation>) throws {
    let headings = table.columns.map { TextTable.Cell($0.heading, .bold) }
    try session.output.writeLine(layout.line(headings, session.paint))
    for operation in operations {
      let style: Style = operation.isUndone ? .dim : .plain
      let cells: [TextTable.Cell] = [
        .init(ids.text(operation.id), .init(.accent)),
        .init(instants.text(operation.instant), style), .init(operation.kind.rawValue, style),
        .init("\(operation.eventCount)", style), .init("\(operation.anchorIds.count)", style),
        .init(operation.actor ?? "", style), .init(operation.isUndone ? "undone" : "", style),
      ]
      try session.output.writeLine(layout.line(cells, session.paint))
    }
  }
}
