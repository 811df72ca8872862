import ArgumentParser
import Foundation
import Hyperbasis
import HyperbasisCanvas
import HyperbasisDemoSpaces
import HyperbasisDiagnostics
import HyperbasisHistory
import HyperbasisTimeMachine

/// Opens the time machine on a sample.
struct DemoCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "demo",
    abstract: "Open the time machine on a sample: changes go to a scratch copy.",
    discussion: """
      The sample is an apartment over four weeks that end now. The copy is removed at the end, \
      unless --keep or --dir keeps it.
      """)

  @Option(
    help: ArgumentHelp(
      "Put the copy there and keep it; a copy that is there is continued.", valueName: "dir"),
    completion: .directory)
  var dir: String?

  @Flag(help: "Keep the copy at the end.")
  var keep = false

  @OptionGroup var view: ViewOptions
  @OptionGroup var options: StoreOptions

  func run(in context: CommandContext) throws {
    let isKept = keep || dir != nil
    let launcher = TimeMachineLauncher(
      options: options, view: view, context: context, sample: isKept ? .kept : .scratch)
    try launcher.requireTerminal()
    let directory = try prepare(context)
    var store = options
    store.store = directory.path
    let session = StoreSession(store, context)
    defer { if !isKept { Self.remove(directory) } }
    let before = Self.operationCount(session)
    let signal = try launcher.run(session, spaceId: DemoSpaces.spaceId)
    let changes = Self.operationCount(session) - before
    if !isKept { Self.remove(directory) }
    try context.output.writeLine(
      Self.farewell(changes: changes, keptIn: isKept ? directory.path : nil, session))
    try context.output.flush()
    signal?.raise()
  }

  /// Returns what became of the changes.
  private static func farewell(
    changes: Int, keptIn path: String?, _ session: StoreSession
  ) -> String {
    let count = changes == 1 ? "the 1 change" : "the \(changes) changes"
    guard let path = path.map({ session.paint(TerminalText($0)) }) else {
      return changes == 0
        ? "Nothing was changed in the sample; its scratch copy is removed."
        : "The scratch copy of the sample is removed, with \(count) made to it; "
          + "hyperbasis demo --keep keeps a copy."
    }
    let with = changes == 0 ? "" : ", with \(count) made to it"
    return "The sample is kept in \(path)\(with); hyperbasis --store \(path) opens it."
  }

  /// Returns how many operations the sample has had so far; undos and redos count too.
  private static func operationCount(_ session: StoreSession) -> Int {
    // A sample that was removed meanwhile has no changes to report.
    guard let snapshot = try? session.snapshot(of: DemoSpaces.spaceId) else { return 0 }
    return OperationLog(index: snapshot.timeline.index).operations().count
  }

  /// Writes the sample; one that an earlier run left in `--dir` is used as it is.
  private func prepare(_ context: CommandContext) throws -> URL {
    guard let dir else {
      let directory = context.temporaryDirectory
        .appending(path: "hyperbasis-demo-\(UUID().uuidString)", directoryHint: .isDirectory)
      try write(to: directory, endingAt: context.now())
      return directory
    }
    let directory = URL(filePath: dir, directoryHint: .isDirectory)
    // A missing folder holds nothing; one that cannot be read fails when it is written to.
    let entries = (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []
    if entries.contains("spaces") { return directory }
    guard entries.isEmpty else {
      throw CommandFailure(
        ExitStatus.cannotWrite, "\(dir) holds other files; give --dir a new or an empty folder")
    }
    try write(to: directory, endingAt: context.now())
    return directory
  }

  private func write(to directory: URL, endingAt now: HBInstant) throws {
    do {
      try DemoSpaces.write(to: directory, endingAt: now)
    } catch {
      throw CommandFailure(
        ExitStatus.cannotWrite,
        "the sample cannot be written to \(directory.path); check its permissions and the space "
          + "left, or give another folder with --dir")
    }
  }

  /// A scratch copy that cannot be removed goes with the system's temporary files.
  private static func remove(_ directory: URL) {
    guard FileManager.default.fileExists(atPath: directory.path) else { return }
    DiagnosticLog.program.attempt("remove \(directory.path)") {
      try FileManager.default.removeItem(at: directory)
    }
  }
}
