import ArgumentParser
import Foundation
import Hyperbasis
import HyperbasisCanvas
import HyperbasisWording

/// Checks every file.
struct VerifyCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Check every file; repair without deleting a byte.",
    discussion: """
      Exits with 0 if all is well or there are only notes, 10 if only the last line of a log is \
      torn, 11 if something is damaged. After a repair, the code is for what is left, or 73 if it \
      could not write. A repair leaves an altered line as it is, and so it does \
      another space's log, which is an id-mismatch. A link, a pipe, a folder or anything else where a file belongs is a bad-file, and so is a log with \
      several names (hard links); folders that anyone may change, or that belong to somebody \
      else, are noted, and so are a deletion that was cut short and temporary files of writers that \
      died, of which a repair moves those older than a day to quarantine. The file of an anchor that is \
      missing is noted as missing-file; a repair writes it from the log.
      """)

  @Argument(help: "The space (else the whole store).")
  var space: String?

  @Flag(help: "Move what is damaged to quarantine, and write what is missing.")
  var repair = false

  @OptionGroup var change: ChangeOptions
  @OptionGroup var options: StoreOptions
  @OptionGroup var format: FormatOptions

  func run(in context: CommandContext) throws {
    var status = ExitStatus.done
    try options.check(in: context, change.durability) { session in
      let spaceId = try space.map { try session.spaceId($0) }
      let isRepairing = repair && !change.dryRun
      let report =
        try isRepairing
        ? session.store.verifier.repair(spaceId: spaceId)
        : session.store.verifier.verify(spaceId: spaceId)
      if format.json {
        try session.json.print(JSONNode(report))
      } else {
        try print(report, session)
      }
      if let obstacle = report.obstacle {
        throw CommandFailure(ExitStatus.cannotWrite, "not everything was repaired: \(obstacle)")
      }
      let left = try isRepairing ? session.store.verifier.verify(spaceId: spaceId) : report
      status = Self.status(of: left)
    }
    if status != ExitStatus.done { throw CommandFailure.silent(status) }
  }

  private static func status(of report: HBVerifyReport) -> Int32 {
    switch report.severity {
    case .damage: ExitStatus.damage
    case .tornTail: ExitStatus.tornTail
    case .note, nil: ExitStatus.done
    }
  }

  private func print(_ report: HBVerifyReport, _ session: StoreSession) throws {
    // An unrelated folder, or a disk that is not mounted, must not pass for a store without problems.
    if report.files == 0, report.problems.isEmpty {
      return try session.print(Paragraph(text: .init(nothing(session))))
    }
    if !report.problems.isEmpty { try printProblems(report, session) }
    let noun: TerminalText = report.severity == .note ? "note" : "problem"
    let found =
      report.problems.isEmpty ? "no problems" : "\(CountText.text(report.problems.count, noun))"
    let counts =
      "\(CountText.text(report.files, "file")), \(CountText.text(report.events, "event"))"
    let rest = report.severity == .note ? ", nothing is damaged" : ""
    try session.print(Paragraph(text: .init("\(counts): \(found)\(rest)")))
    if repair, change.dryRun {
      return try session.print(Paragraph(text: .init("Nothing was repaired: this was a dry run.")))
    }
    if !repair, let advice = advice(report, session) {
      try session.print(Paragraph(text: .init(advice)))
    }
  }

  private func nothing(_ session: StoreSession) -> TerminalText {
    let folder = session.directory.path
    let isThere = FileManager.default.fileExists(atPath: folder)
    return isThere
      ? "Nothing to check: there is no store in \(folder), or an empty one."
      : "Nothing to check: there is no folder \(folder). --store and HYPERBASIS_STORE name a store "
        + "that is elsewhere."
  }

  /// Returns what a repair would do about the damage; nil if there is none.
  private func advice(
    _ report: HBVerifyReport, _ session: StoreSession
  ) -> TerminalText? {
    let damage = report.problems.filter { $0.kind.severity > .note }
    if damage.isEmpty { return nil }
    let command = session.command("verify --repair")
    if !damage.contains(where: \.isRepairable) {
      return TerminalText("\(command) does not repair the damage; see above for what to do")
    }
    // There is nothing to move to quarantine of what a log has lost.
    if damage.allSatisfy({ $0.kind == .logShrunk }) {
      let logs = damage.count == 1 ? "the log as it is" : "the logs as they are"
      return TerminalText("\(command) accepts \(logs)")
    }
    let kept = "every byte is kept in .hyperbasis/quarantine"
    if damage.allSatisfy(\.isRepairable) {
      return TerminalText("\(command) repairs this; \(kept)")
    }
    let (count, all) = (report.problems.count(where: \.isRepairable), report.problems.count)
    return TerminalText(
      "\(command) repairs \(count) of \(all) problems; \(kept). See above for "
        + "what to do about the other\(all - count == 1 ? "" : " \(all - count)").")
  }

  /// Prints a table or, if that is wider than a line, each problem on lines of its own, since nothing
  /// of what is wrong and what to do may be cut off.
  private func printProblems(_ report: HBVerifyReport, _ session: StoreSession) throws {
    let table = table(of: report)
    guard !TableLayout(table, limit: nil).fitsWhole(session.context.lineWidth) else {
      return try session.printReport(table)
    }
    for problem in report.problems { try print(problem, session) }
  }

  private func print(_ problem: HBStoreProblem, _ session: StoreSession) throws {
    try session.output.writeLine(
      session.paint(TerminalText(problem.kind.rawValue), Self.style(of: problem)))
    let place = problem.file + (problem.line.map { ", line \($0)" } ?? "")
    let excerpt = TerminalText(problem.excerpt, limit: 60)
    for text in [TerminalText(place), TerminalText(problem.action), excerpt] where !text.isEmpty {
      try session.print(Paragraph(text: .init(text), indentation: 2))
    }
  }

  private func table(of report: HBVerifyReport) -> TextTable {
    return TextTable(
      columns: [
        "KIND", .flexible("FILE"), .number("LINE"), .flexible("ACTION"), .flexible("EXCERPT"),
      ],
      rows: report.problems.map { problem in
        [
          .init(problem.kind.rawValue, Self.style(of: problem)), .init(problem.file),
          .init(problem.line.map(String.init) ?? ""), .init(problem.action),
          .init(TerminalText(problem.excerpt, limit: 60)),
        ]
      })
  }

  private static func style(of problem: HBStoreProblem) -> Style {
    switch problem.kind.severity {
    case .damage: .error
    case .tornTail: .warning
    case .note: .plain
    }
  }
}

extension JSONNode {
  init(_ report: HBVerifyReport) {
    self = .object([
      ("files", .integer(report.files)), ("events", .integer(report.events)),
      ("problems", .array(report.problems.map { JSONNode($0) })),
    ])
  }

  init(_ problem: HBStoreProblem) {
    self = .object([
      ("file", .string(problem.file)), ("line", .optional(problem.line)),
      ("offset", .optional(problem.offset)),
      ("length", .optional(problem.length)),
      ("kind", .string(problem.kind.rawValue)), ("excerpt", .string(problem.excerpt)),
      ("action", .string(problem.action)),
    ])
  }
}
