import ArgumentParser
import Foundation
import Hyperbasis
import HyperbasisExchange

/// Takes other people's data in.
struct ImportCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Import data of other programs: tables, trajectories, features, scans, containers.",
    usage: "hyperbasis import [<format>] <file> ... [--space <name>] [<options>]",
    discussion: """
      Reads all of it first and says what it understood, what it leaves out, what it would write, \
      and the command that says all of that. Then it writes, as one operation. If a row cannot be \
      read, the whole file is refused, unless --skip-bad leaves such rows out. Importing the same \
      data again adds nothing.

      Formats: \(Self.formats.map(\.rawValue).joined(separator: " ")); without one, the \
      content decides. A file called - is the standard input.
      """)

  @Argument(
    help: ArgumentHelp("The format, then the files; a folder or a zip archive for sdk."),
    completion: .file())
  var files: [String] = []

  @OptionGroup var arguments: ImportArguments
  @OptionGroup var options: WriteOptions

  static let formats: [ImportFormat] = [
    .csv, .json, .tum, .euroc, .kitti, .arkit, .geojson, .mfjson, .gpx, .roomplan, .mruk,
    .worldmap, .sdk, .events,
  ]

  func validate() throws {
    guard !words.files.isEmpty else {
      throw ValidationError("Give a file to import, such as: hyperbasis import anchors.csv")
    }
  }

  /// The format, where the first word is one and more follow, and the files.
  var words: (format: ImportFormat?, files: [String]) {
    guard let first = files.first, files.count > 1 else { return (nil, files) }
    let format = ImportFormat(rawValue: first.lowercased())
    return Self.formats.contains(format) ? (format, Array(files.dropFirst())) : (nil, files)
  }

  func run(in context: CommandContext) throws {
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
