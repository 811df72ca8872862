import Foundation
import Hyperbasis
import HyperbasisCanvas
import HyperbasisDiagnostics
import HyperbasisTimeMachine
import HyperbasisWording

/// Lists what is here but gone from the cloud, before its deletion is accepted.
struct VanishedRowsReport {
  let session: StoreSession
  let cloud: CloudSession

  func print(json: Bool) throws {
    let rows = try found()
    if json { return try session.json.print(node(rows)) }
    guard !rows.isEmpty else {
      return try session.output.writeLine("Nothing that is here is gone from the cloud.")
    }
    let count = CountText.text(rows.count, "row")
    try session.output.writeLine(
      session.paint(
        "\(count) would be deleted here, since the cloud no longer has \(rows.count == 1 ? "it" : "them"):",
        .warning))
    try session.printReport(table(rows))
    try session.output.writeLine(
      session.paint("Nothing was changed. Spaces would go to the trash; histories stay.", .dim))
  }

  private func found() throws -> [HBVanishedRow] {
    let mailbox = Mailbox<Result<[HBVanishedRow], any Error>>()
    let storage = cloud.storage
    Task.detached {
      do {
        mailbox.post(.success(try await storage.vanishedFromCloud()))
      } catch {
        mailbox.post(.failure(error))
      }
    }
    // The task posts once, however it ends.
    switch mailbox.next() {
    case .success(let rows)?: return rows
    case .failure(let error)?:
      let failure = CommandFailure(error)
      throw CommandFailure(failure.status, cloud.text(of: error))
    case nil: return []
    }
  }

  private func table(_ rows: [HBVanishedRow]) -> TextTable {
    let names = SpaceNames(session)
    return TextTable(
      columns: ["KIND", "ID", .flexible("SPACE")],
      rows: rows.map { row in
        [
          .init(row.kind.rawValue), .init(ShortId.text(row.id), .init(.accent)),
          .init(names.text(of: row.spaceId)),
        ]
      })
  }

  private func node(_ rows: [HBVanishedRow]) -> JSONNode {
    .object([
      ("url", .string(cloud.credentials.url)), ("dryRun", .bool(true)),
      (
        "deletions",
        .array(
          rows.map { row in
            .object([
              ("kind", .string(row.kind.rawValue)), ("id", JSONNode(row.id)),
              ("spaceId", JSONNode(row.spaceId)),
            ])
          })
      ),
    ])
  }
}

/// The names of spaces for tables; for a space without a name, the beginning of its id.
struct SpaceNames {
  private let names: [UUID: String?]

  init(_ session: StoreSession) {
    let known = DiagnosticLog.program.attempt("read the names of spaces") {
      try session.store.catalog.names()
    }
    names = Dictionary(
      (known ?? []).map { ($0.id, $0.name) }, uniquingKeysWith: { first, _ in first })
  }

  func text(of space: UUID) -> TerminalText {
    let name = names[space] ?? nil
    return TerminalText(name ?? ShortId.text(space), limit: 40)
  }
}
