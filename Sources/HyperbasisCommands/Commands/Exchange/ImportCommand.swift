import ArgumentParser
import Foundation
import Hyperbasis
import HyperbasisExchange
import HyperbasisHistory

/// Imports other people's data.
struct ImportCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Import data of other programs: tables, trajectories, features, scans, containers.",
    usage: "hyperbasis import [<format>] <file> ... [--space <name>] [<options>]",
    discussion: """
      Reads all of it first and says what it understood, what it leaves out, what it would write, \
      and the command that spells all of this out. Then it writes, as one operation. If a row \
      cannot be read, the whole file is refused, unless --skip-bad leaves such rows out. A last \
      line that was cut off is always left out, because a log may still be growing. Importing the \
      same data again adds nothing, unless other data have replaced it since. Metadata for which \
      the files have no column stay as they are.

      Formats: \(Self.formats.map(\.rawValue).joined(separator: " ")); without one, the \
      content decides. A file called - is the standard input.

      With --json: {dryRun, spaces: [{id, name, isNew, anchors, events: {created, moved, updated, \
      deleted, restored, total}, undoneSince, deletedSince, alreadyThere}], notes}. If the input has \
      rows, a space also has {operation, rows, leftOut, badRows, inThePast, from, to, origin, \
      understood: [{topic, columns, text}], notes, command}: alreadyThere and leftOut count rows, \
      inThePast counts events, origin is what is subtracted from places, and command is a list of \
      words.
      """)

  @Argument(
    help: ArgumentHelp("The format, then the files; a folder or a zip archive for sdk."),
    completion: .file())
  var files: [String] = []

  @OptionGroup var arguments: ImportArguments
  @OptionGroup var options: WriteOptions

  static let formats = ImportFormat.all

  func validate() throws {
    guard !words.files.isEmpty else {
      throw ValidationError("Give a file to import, such as: hyperbasis import anchors.csv")
    }
  }

  /// The files, and the format if the first word is one and more words follow.
  var words: (format: ImportFormat?, files: [String]) {
    guard let first = files.first, files.count > 1 else { return (nil, files) }
    let format = ImportFormat(rawValue: first.lowercased())
    return Self.formats.contains(format) ? (format, Array(files.dropFirst())) : (nil, files)
  }

  /// Refuses a first word that is neither a format nor a file, and looks like a format.
  func checkFormat() throws {
    guard let first = files.first, !first.contains("."), !first.contains("/"), first != "-",
      !FileManager.default.fileExists(atPath: first)
    else { return }
    let names = Self.formats.map(\.rawValue)
    if files.count == 1, names.contains(first.lowercased()) {
      throw CommandFailure.usage(
        "\(first) is a format, and the file is missing: hyperbasis import \(first) FILE")
    }
    guard files.count > 1, words.format == nil else { return }
    let nearest = NearestNames.nearest(to: first, among: names).first
    throw CommandFailure.usage(
      "\(first) is neither a file nor a format; "
        + (nearest.map { "did you mean \($0)?" }
          ?? "the formats are \(names.joined(separator: ", "))"))
  }

  func run(in context: CommandContext) throws {
    try checkFormat()
    try options.run(in: context, mayCreateStore: true) { session, runner in
      let (format, files) = words
      let work = ImportWork(
        session: session, runner: runner, files: files, times: arguments.time.times)
      try work.run(
        arguments.options(format: format) { try session.instant($0, start: nil, end: nil) },
        space: arguments.anchors.space)
    }
  }
}
