import ArgumentParser
import Foundation
import Hyperbasis
import HyperbasisCanvas
import HyperbasisExchange
import HyperbasisTimeMachine
import HyperbasisWording
import Synchronization

/// The import requests of the time machine: first to read an import, then to write exactly the one that
/// was shown.
final class ImportEffects: Sendable {
  private let store: HBLocalStore
  private let zone: TimeZone
  private let home: URL
  /// The shell options for the same store, with a leading blank; empty if it needs none.
  private let storeOption: String
  private let pending = Mutex<(number: Int, plan: HBImport?)>((0, nil))

  init(store: HBLocalStore, zone: TimeZone, home: URL, storeOption: String = "") {
    self.store = store
    self.storeOption = storeOption
    self.zone = zone
    self.home = home
  }

  /// Reads the files that the words name, as on the shell's command line.
  func survey(_ text: String) throws -> ImportPreview {
    let typed = ShellWords(text).words.map { HomePath.expanded($0, home: home) }
    let words = ArgumentOrder(["import"] + typed, subcommands: ["import"]).arguments
    let command = try Self.parsed(Array(words.dropFirst()))
    try command.checkFormat()
    let (format, files) = command.words
    let options = try command.arguments.options(format: format) { text in
      try DateExpression.instant(
        text, in: .init(now: store.context.clock(), start: nil, end: nil, zone: zone))
    }
    // A pipe may never end, and what waits for it here could not be interrupted.
    let plan = try ImportRun(store: store, readsStreams: false).survey(
      files.map { URL(filePath: $0) }, options: options,
      space: command.arguments.anchors.space,
      times: command.arguments.time.times.map { URL(filePath: $0) })
    let number = pending.withLock { pending in
      pending = (pending.number + 1, plan)
      return pending.number
    }
    let report = ImportReport(
      plan: plan, files: files, times: command.arguments.time.times, storeOption: storeOption)
    let lines = plan.isRefused ? report.refusal : report.lines
    return ImportPreview(number: number, lines: lines, refusal: Self.refusal(of: plan))
  }

  private static func refusal(of plan: HBImport) -> TerminalText? {
    if plan.isRefused { return "some rows cannot be read" }
    return plan.isEmpty ? "there is nothing to add" : nil
  }

  /// Writes the import that was shown.
  ///
  /// - Returns: the outcome to show, and what the cloud must be told.
  func perform(
    _ number: Int
  ) throws -> (outcome: ImportOutcome, news: [HBPendingOperation.Kind]) {
    let plan = pending.withLock { pending -> HBImport? in
      guard pending.number == number else { return nil }
      defer { pending.plan = nil }
      return pending.plan
    }
    guard let plan else {
      throw CommandFailure.failed("another import was read meanwhile; nothing was written")
    }
    let run = ImportRun(store: store)
    var news: [HBPendingOperation.Kind] = []
    try run.write(plan) { news += $1 }
    let names = plan.spaces.map { TerminalText($0.name ?? $0.id.uuidString, limit: 40) }
    let events = CountText.text(plan.events.total, "event")
    let written = plan.spaces.filter { !$0.isEmpty }
    let old = written.filter { !$0.isNew }
    let operations = old.compactMap { space in space.survey.map { (space.id, $0.operation) } }
    let outcome = ImportOutcome(
      text: "imported \(events) into \(names.joined(separator: ", "))",
      operations: Dictionary(operations) { $1 },
      extended: Set(old.filter { $0.survey == nil && $0.events.total > 0 }.map(\.id)),
      newSpaces: written.filter(\.isNew).map {
        TerminalText(ShellText.line([ImportReport.argument(for: $0)]))
      })
    return (outcome, news)
  }

  private static func parsed(_ words: [String]) throws -> ImportCommand {
    do {
      return try ImportCommand.parse(words)
    } catch {
      throw CommandFailure.usage(ImportCommand.message(for: error))
    }
  }
}
