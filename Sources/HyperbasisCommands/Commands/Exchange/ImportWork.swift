import Foundation
import Hyperbasis
import HyperbasisCanvas
import HyperbasisExchange
import HyperbasisWording

/// One import from start to finish: reads, reports what it understood, asks if it must, and writes.
struct ImportWork {
  let session: StoreSession
  let runner: ChangeRunner
  /// The files as the person named them.
  let files: [String]
  let times: String?

  private var printer: ImportPrinter {
    ImportPrinter(session: session, files: files, times: times, isDryRun: runner.change.dryRun)
  }

  func run(_ options: ImportOptions, space: String?) throws {
    do {
      // A pipe may never end, and nothing has been written that could be lost.
      let plan = try interruptible("nothing was written", mayWait: true) { run in
        try survey(run, options, space)
      }
      try finish(plan)
    } catch let error as UnreadableInput {
      let message = try message(error)
      throw error.isUsage ? CommandFailure.usage(message) : CommandFailure.data(message)
    }
  }

  /// Runs a part of the work that a signal may end at a safe point.
  ///
  /// - Parameters:
  ///   - outcome: what is true of the store if a signal does end it.
  ///   - mayWait: whether it may be waiting for its input, and is then ended where it is.
  private func interruptible<Result>(
    _ outcome: String, mayWait: Bool = false, _ body: (ImportRun) throws -> Result
  ) throws -> Result {
    let interruption = Interruption(
      session.context, endUnnoticed: mayWait ? endWaiting(outcome) : nil)
    defer { interruption.end() }
    let progress = ImportProgressLine(session.context)
    let run = ImportRun(store: session.store) { state in
      try interruption.check()
      try progress.show(state)
    }
    do {
      let result = try body(run)
      try progress.end()
      return result
    } catch {
      try progress.end()
      guard let interrupted = error as? Interrupted else { throw error }
      try session.store.flush()
      try session.context.writeError(Self.interrupted(outcome))
      try session.output.flush()
      SignalWatch.endProcess(bySignal: interrupted.signal)
    }
  }

  private static func interrupted(_ outcome: String) -> String { "interrupted; \(outcome)" }

  /// Returns what ends the process while the work waits for its input, and so cannot say it itself.
  private func endWaiting(_ outcome: String) -> @Sendable (Int32) -> Never {
    let line = "hyperbasis: \(Self.interrupted(outcome))\n"
    // In place of the progress.
    let text = session.context.terminals.error ? "\r\(ImportProgressLine.eraseRest)\(line)" : line
    return { number in
      // Nobody is left who could be told that it failed.
      try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
      SignalWatch.endProcess(bySignal: number)
    }
  }

  /// Returns a message of one line; what the error shows of the input is printed above it.
  private func message(_ error: UnreadableInput) throws -> String {
    if error.lacksFormat {
      return "the format of \(files[0]) cannot be told from its content; name it: "
        + ShellText.line(["hyperbasis", "import", "csv"] + files)
    }
    var parts = error.description.split(separator: "\n").map(String.init)
    let shown = parts.filter { $0.hasPrefix(" ") }
    parts.removeAll { $0.hasPrefix(" ") }
    for line in shown {
      let text = TerminalText(line.replacing("\t", with: " "))
      try session.context.errorOutput.writeLine(text.plain(isUTF8: session.context.isUTF8))
    }
    let text = parts.joined(separator: " ")
    // A message that names the file needs no name in front.
    let isNamed = files.contains { text.contains(URL(filePath: $0).lastPathComponent) }
    return isNamed || error.isUsage || files.count != 1 ? text : "\(files[0]): \(text)"
  }

  private func survey(
    _ run: ImportRun, _ options: ImportOptions, _ space: String?
  ) throws -> HBImport {
    try run.survey(
      files.map(url), options: options, space: space,
      fallback: files == ["-"] ? "Imported" : nil, times: times.map(url))
  }

  private func url(_ file: String) -> URL {
    URL(filePath: file == "-" ? "/dev/stdin" : file)
  }

  private func finish(_ plan: HBImport) throws {
    guard !plan.isRefused else { try printer.refuse(plan) }
    if runner.json, runner.change.dryRun || plan.isEmpty { return try printer.printJSON(plan) }
    if plan.isEmpty { return try printer.printNothing(plan) }
    let lines = printer.lines(plan)
    if runner.change.dryRun {
      for line in lines { try session.output.writeLine(line) }
      return try session.output.writeLine("Nothing was written (--dry-run).")
    }
    let anchors = plan.spaces.reduce(0) { $0 + $1.anchorCount }
    let absent = plan.spaces.reduce(0) { $0 + $1.absentAnchorCount }
    let wasShown = try runner.ask(
      .importing(anchors: anchors, deleting: absent), showing: lines)
    if !wasShown, !runner.json { for line in lines { try session.output.writeLine(line) } }
    try session.output.flush()
    try interruptible(
      "what was written is complete; run the same command again to continue"
    ) { run in
      try run.write(plan) { space, news in session.noteForCloud(news, of: space.id) }
    }
    session.noteSaved()
    if runner.json { return try printer.printJSON(plan) }
    try printer.printWritten(plan)
  }
}
