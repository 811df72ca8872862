import Foundation
import Hyperbasis
import HyperbasisCanvas
import HyperbasisDiagnostics
import HyperbasisTimeMachine
import HyperbasisWording

/// Tells what a pass came to.
struct SyncReport {
  let session: StoreSession
  let cloud: CloudSession

  func print(_ status: HBSyncStatus, error: (any Error)?, json: Bool) throws {
    if json { return try session.json.print(node(status, error)) }
    for line in lines(status, error) { try session.output.writeLine(session.paint(line)) }
    try RefusedRows.print(status.quarantined, session)
  }

  /// The error with what to do, and the exit code of its kind.
  func failure(_ error: any Error) -> CommandFailure {
    let failure = CommandFailure(error)
    return CommandFailure(failure.status, CommandAdvice.syncText(of: error, cloud.credentials))
  }

  private func lines(_ status: HBSyncStatus, _ error: (any Error)?) -> [TerminalText] {
    let moved = SyncText.moved(status)
    var lines: [TerminalText] = []
    if let moved {
      lines.append(TerminalText(moved.plain.prefix(1).uppercased() + moved.plain.dropFirst() + "."))
    }
    if error == nil, status.pending == 0 {
      lines.append(moved == nil ? "Everything is in sync already." : "Everything is in sync.")
    }
    if status.pending > 0 { lines.append(SyncText.waiting(status.pending) + ".") }
    if status.unreadableRows > 0 {
      let rows = CountText.text(status.unreadableRows, "row")
      lines.append("\(rows) of the cloud cannot be read and stay there.")
    }
    return lines
  }

  private func node(_ status: HBSyncStatus, _ error: (any Error)?) -> JSONNode {
    .object([
      ("url", .string(cloud.credentials.url)), ("received", JSONNode(status.received)),
      ("sent", JSONNode(status.sent)), ("pending", .integer(status.pending)),
      ("unreadable", .integer(status.unreadableRows)),
      ("refused", .array(status.quarantined.map { JSONNode($0) })),
      ("lastSync", .optional(status.lastSync)),
      ("error", .optional(error) { .string(CommandAdvice.syncText(of: $0, cloud.credentials)) }),
    ])
  }
}

/// What the cloud refuses, as a table.
enum RefusedRows {
  private static func heading(_ rows: [HBQuarantinedRow]) -> String {
    let count = rows.count == 1 ? "1 row is" : "\(rows.count) rows are"
    return "\(count) refused by the cloud and stay here until they change, or until "
      + "hyperbasis sync --retry-quarantined:"
  }

  /// So many rows are shown; with --json all of them.
  static let mostShown = 20

  /// Prints what is refused, the first rows of many.
  static func print(_ rows: [HBQuarantinedRow], _ session: StoreSession) throws {
    guard !rows.isEmpty else { return }
    try session.output.writeLine(session.paint(TerminalText(heading(rows)), .warning))
    try session.printReport(table(Array(rows.prefix(mostShown)), session))
    guard rows.count > mostShown else { return }
    let rest = "and \(rows.count - mostShown) more; --json lists all"
    try session.output.writeLine(session.paint(TerminalText(rest), .dim))
  }

  private static func table(_ rows: [HBQuarantinedRow], _ session: StoreSession) -> TextTable {
    let names = Dictionary(
      (DiagnosticLog.program.attempt("read the names of spaces") {
        try session.store.catalog.names()
      } ?? []).map { ($0.id, $0.name) },
      uniquingKeysWith: { first, _ in first })
    return TextTable(
      columns: ["KIND", "ID", .flexible("SPACE"), "SINCE", .flexible("REASON")],
      rows: rows.map { row in
        let name = names[row.spaceId] ?? nil
        return [
          .init(row.kind.rawValue), .init(ShortId.text(row.id), .init(.accent)),
          .init(TerminalText(name ?? ShortId.text(row.spaceId), limit: 40)),
          .init(session.time.text(HBInstant(row.since), fraction: .never)),
          .init(TerminalText(row.reason, limit: 200)),
        ]
      })
  }
}

extension JSONNode {
  init(_ counts: HBSyncCounts) {
    self = .object([
      ("spaces", .integer(counts.spaces)), ("deletedSpaces", .integer(counts.deletedSpaces)),
      ("anchors", .integer(counts.anchors)), ("events", .integer(counts.events)),
      ("worldMaps", .integer(counts.worldMaps)),
    ])
  }

  init(_ row: HBQuarantinedRow) {
    self = .object([
      ("kind", .string(row.kind.rawValue)), ("id", JSONNode(row.id)),
      ("spaceId", JSONNode(row.spaceId)), ("reason", .string(row.reason)),
      ("since", JSONNode(row.since)),
    ])
  }
}
