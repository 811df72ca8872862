import Foundation
import Hyperbasis
import HyperbasisCanvas
import HyperbasisExchange
import HyperbasisWording

/// Prints what an import understood, and its outcome.
struct ImportPrinter {
  let session: StoreSession
  /// The files as the person named them.
  let files: [String]
  let times: String?
  let isDryRun: Bool
}

extension ImportPrinter {
  private func report(_ plan: HBImport) -> ImportReport {
    ImportReport(
      plan: plan, files: files, times: times, storeOption: session.options.repeated)
  }

  /// Returns what was understood and would be done, for all spaces.
  func lines(_ plan: HBImport) -> [String] {
    report(plan).lines.flatMap { wrapped($0) } + cloudLines(plan)
  }

  /// Wraps a line that is too wide, with two more columns of indentation. A command stays one line, so
  /// that it can be copied.
  private func wrapped(_ text: TerminalText) -> [String] {
    let isCommand = text.plain.hasPrefix("  hyperbasis ")
    guard let width = session.context.terminals.columns, !isCommand else {
      return [session.paint(text, isCommand ? .dim : .plain)]
    }
    let blanks = text.plain.prefix { $0 == " " }.count
    let content = text.suffix(columns: text.width - blanks)
    return content.wrapped(to: max(20, width - blanks - 2)).enumerated().map { number, line in
      String(repeating: " ", count: number == 0 ? blanks : blanks + 2) + session.paint(line)
    }
  }

  /// Returns what would be sent, if there is a cloud.
  private func cloudLines(_ plan: HBImport) -> [String] {
    guard case .configured = CloudSetting(session.context), !plan.isEmpty else { return [] }
    let events = CountText.text(plan.events.total, "event")
    return [session.paint("\(events) would be sent to the cloud with the next sync", .dim)]
  }
}

// MARK: - The end

extension ImportPrinter {
  func printNothing(_ plan: HBImport) throws {
    // For a single space, the last line gives the whole outcome.
    for line in report(plan).lines(saysOutcome: plan.spaces.count > 1).flatMap(wrapped) {
      try session.output.writeLine(line)
    }
    try session.output.writeLine("Nothing to change: 0 events, \(Self.reason(plan)).")
  }

  private static func reason(_ plan: HBImport) -> String {
    let surveys = plan.spaces.compactMap(\.survey)
    if surveys.count == plan.spaces.count, surveys.allSatisfy({ $0.rowCount == 0 }) {
      return "there are no rows"
    }
    let there = plan.spaces.reduce(0) {
      $0 + ($1.survey?.rowsAlreadyThere ?? $1.lines?.linesAlreadyThere ?? 0)
    }
    let left = surveys.reduce(0) { $0 + $1.rowsLeftOut }
    let count = CountText.text(there, surveys.isEmpty ? "line" : "row")
    return "\(count) already there" + (left > 0 ? ", \(left) left out" : "")
  }

  func printWritten(_ plan: HBImport) throws {
    for space in plan.spaces where !space.isEmpty {
      let result: TerminalText
      if space.events.total == 0 {
        let name = space.name.map { TerminalText($0) } ?? TerminalText(space.id.uuidString)
        result = "the file of the space \"\(name)\", without events"
      } else if let survey = space.survey {
        result = ImportText.result(survey)
      } else {
        let there = space.lines?.linesAlreadyThere ?? 0
        result =
          "\(CountText.text(space.events.total, "event")), "
          + "\(CountText.text(there, "line")) already there"
      }
      for line in wrapped("Wrote \(result); \(TerminalText(advice(space)))") {
        try session.output.writeLine(line)
      }
    }
  }

  private func advice(_ space: HBImportedSpace) -> String {
    let name = ShellText.line([ImportReport.argument(for: space)])
    let open = "\(session.command("open \(name)")) opens it"
    if space.isNew {
      return "\(open); \(session.command("delete-space \(name)")) takes it back"
    }
    guard let operation = space.survey?.operation else {
      guard space.events.total > 0 else { return open }
      // Lines of a log keep their operations, so there may be several.
      let list = session.command("operations \(name)")
      let undo = session.command("undo \(name) --operation ID")
      return "\(open); \(list) lists its operations, \(undo) takes one back"
    }
    let undo = session.command("undo \(name) --operation \(operation.uuidString.prefix(8))")
    // For undo, events that precede others of their anchor count as changed since.
    let isLast = space.survey?.lateAnchors.isEmpty ?? true
    return "\(open); \(undo) \(isLast ? "takes it back" : "undoes what nothing later changed")"
  }

  /// - Throws: ``CommandFailure``, always.
  func refuse(_ plan: HBImport) throws -> Never {
    guard let survey = report(plan).refused else {
      throw CommandFailure.data("some rows cannot be read; nothing was written")
    }
    try session.context.writeError("\(survey.refusal); \(survey.refusalAdvice)")
    for line in survey.faultLines {
      let text: TerminalText = "  \(TerminalText(line))"
      try session.context.errorOutput.writeLine(text.plain(isUTF8: session.context.isUTF8))
    }
    throw CommandFailure.silent(ExitStatus.data)
  }

  func printJSON(_ plan: HBImport) throws {
    try session.json.print(
      .object([
        ("dryRun", .bool(isDryRun)),
        ("spaces", .array(plan.spaces.map(node))),
        ("notes", .array(plan.notes.map { .string($0) })),
      ]))
  }

  private func node(_ space: HBImportedSpace) -> JSONNode {
    var members: [(String, JSONNode)] = [
      ("id", JSONNode(space.id)), ("name", .optional(space.name)), ("isNew", .bool(space.isNew)),
      ("anchors", .integer(space.anchorCount)), ("events", node(space.events)),
    ]
    let takenBack = space.survey?.takenBack ?? space.lines?.takenBack ?? TakenBack()
    members += [
      ("undoneSince", .integer(takenBack.undone)), ("deletedSince", .integer(takenBack.deleted)),
    ]
    guard let survey = space.survey else {
      members.append(("alreadyThere", .integer(space.lines?.linesAlreadyThere ?? 0)))
      return .object(members)
    }
    members += [
      ("operation", JSONNode(survey.operation)),
      ("rows", .integer(survey.rowCount)), ("alreadyThere", .integer(survey.rowsAlreadyThere)),
      ("leftOut", .integer(survey.rowsLeftOut)), ("badRows", .integer(survey.faults.count)),
      ("inThePast", .integer(survey.eventsInThePast)),
      ("from", .optional(survey.instants?.lowerBound)),
      ("to", .optional(survey.instants?.upperBound)),
      ("origin", .optional(survey.origin) { .array($0.map { .number($0) }) }),
      (
        "understood",
        .array(
          survey.findings.map {
            .object([
              ("topic", .string($0.topic.rawValue)), ("columns", .string($0.columns)),
              ("text", .string($0.text)),
            ])
          })
      ),
      ("notes", .array(survey.notes.map { .string($0) })),
      (
        "command",
        .array(
          survey.command(files: files, times: times, space: space.name ?? "").map { .string($0) })
      ),
    ]
    return .object(members)
  }

  private func node(_ events: HBImportEvents) -> JSONNode {
    .object([
      ("created", .integer(events.created)), ("moved", .integer(events.moved)),
      ("updated", .integer(events.updated)), ("deleted", .integer(events.deleted)),
      ("restored", .integer(events.restored)), ("total", .integer(events.total)),
    ])
  }
}
