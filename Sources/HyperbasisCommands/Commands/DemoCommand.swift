import ArgumentParser
import Foundation
import Hyperbasis
import HyperbasisCanvas
import HyperbasisDemoSpaces
import HyperbasisDiagnostics

/// Opens the time machine on a sample.
struct DemoCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "demo",
    abstract: "Open the time machine on a sample: changes go to a scratch copy.")

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
      options: options, view: view, context: context, isScratch: !isKept)
    try launcher.requireTerminal()
    let directory = try prepare(context)
    var store = options
    store.store = directory.path
    let session = StoreSession(store, context)
    defer { if !isKept { Self.remove(directory) } }
    let signal = try launcher.run(session, spaceId: DemoSpaces.spaceId)
    if isKept {
      let path = session.paint(TerminalText(directory.path))
      try context.output.writeLine("The sample is kept in \(path).")
    } else if signal != nil {
      Self.remove(directory)
    }
    try context.output.flush()
    signal?.raise()
  }

  /// Writes the sample; one that an earlier run left in `--dir` is taken as it is.
  private func prepare(_ context: CommandContext) throws -> URL {
    guard let dir else {
      let directory = context.temporaryDirectory
        .appending(path: "hyperbasis-demo-\(UUID().uuidString)", directoryHint: .isDirectory)
      try write(to: directory)
      return directory
    }
    let directory = URL(filePath: dir, directoryHint: .isDirectory)
    // A folder that is not there holds nothing; one that cannot be read fails when it is written to.
    let entries = (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []
    if entries.contains("spaces") { return directory }
    guard entries.isEmpty else {
      throw CommandFailure(
        ExitStatus.cannotWrite, "\(dir) holds other files; give --dir a new or an empty folder")
    }
    try write(to: directory)
    return directory
  }

  private func write(to directory: URL) throws {
    do {
      try DemoSpaces.write(to: directory)
    } catch {
      throw CommandFailure(
        ExitStatus.cannotWrite,
        "the sample cannot be written to \(directory.path); check its permissions and the space "
          + "left, or give another folder with --dir")
    }
  }

  /// A scratch copy that stays goes with the system's folder of temporary files.
  private static func remove(_ directory: URL) {
    DiagnosticLog.program.attempt("remove \(directory.path)") {
      try FileManager.default.removeItem(at: directory)
    }
  }
}
