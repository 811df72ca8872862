import ArgumentParser
import Foundation
import Hyperbasis

/// Exports a space in a format for other programs.
struct ExportCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write a space for other programs and people.",
    discussion: """
      Without dates all events are written (svg: the anchors as they are now), with --at the \
      anchors at that date, with --from and --to what changed between the two.

      jsonl: the lines of the log; for one date the anchors, for two the changes, one JSON object \
      per line.
      csv: a table whose rows are anchors as they are after an event; type says what the event did, \
      and deleted as long as the anchor is deleted.
      md: what changed, as a report to paste into an issue; from the start, unless --from is given.
      svg: the plan at a date, or what changed.
      html: one page to look through the history with any browser, or through the part between \
      two dates; it loads nothing from the network.
      sdk: all spaces, or the named one, as the iOS SDK 1.1.0 reads them: a zip file, or a folder; \
      put its Documents into the container of the app.
      geojson: points on the earth, about --origin or the origin of an import.
      tum: the path of one anchor, for SLAM tools.
      glb: an animation for any viewer of 3D scenes.
      With --where, html and glb contain each anchor that matches at some time, with its whole \
      history, so that they show no state that never was; the other formats contain only the events \
      or the anchors that match.

      Without -o it goes to standard output; a file is never overwritten without --yes.
      """)

  @Argument(help: "The space: its id, its name, or the beginning of its id.")
  var space: String?

  @Option(
    help: ArgumentHelp(
      "The format (else by the ending of FILE).", valueName: "format"))
  var format: ExportFormat?

  @Option(help: ArgumentHelp("The anchors as of then.", valueName: "date"))
  var at: String?

  @Option(help: ArgumentHelp("What changed since then.", valueName: "date"))
  var from: String?

  @Option(help: ArgumentHelp("What changed until then (else the latest).", valueName: "date"))
  var to: String?

  @Option(
    name: .customLong("anchor"),
    help: ArgumentHelp("Only this anchor: its id or label; may be repeated.", valueName: "anchor"))
  var anchors: [String] = []

  @Option(
    name: [.short, .customLong("output")],
    help: ArgumentHelp("The output file; - for standard output.", valueName: "file"),
    completion: .file())
  var output: String?

  @Flag(name: [.long, .customShort("y")], help: "Overwrite the file.")
  var yes = false

  @OptionGroup var details: ExportOptions
  @OptionGroup var filter: FilterOptions
  @OptionGroup var options: StoreOptions

  func run(in context: CommandContext) throws {
    let format = try chosenFormat()
    let content = try content(of: format)
    try details.check(format, content)
    try checkParts(format)
    try options.read(in: context) { session in
      if format == .sdk { return try exportContainer(session) }
      let target = try ExportTarget(output, mayOverwrite: yes, session, isText: format != .glb)
      let scope = try session.unlessFoldersAreHidden { try ExportScope(self, session) }
      let export = Export(scope: scope, content: content, options: details)
      let summary = try target.write { sink in try export.write(format, to: sink) }
      try target.report(summary)
    }
  }

  /// Refuses what would have no effect on the file.
  private func checkParts(_ format: ExportFormat) throws {
    if format == .svg, !anchors.isEmpty {
      throw CommandFailure.usage(
        "svg draws the whole plan, so --anchor has no effect; choose anchors with --where")
    }
    if format == .tum, filter.note != nil {
      throw CommandFailure.usage(
        "tum is the whole path of one anchor, so --where has no effect; leave it out")
    }
  }

  private func chosenFormat() throws -> ExportFormat {
    if let format { return format }
    guard let output, output != "-" else {
      throw CommandFailure.usage(
        "the format is missing; give --format with one of \(ExportFormat.names), or -o FILE with "
          + "such an ending")
    }
    guard let format = ExportFormat(fileName: output) else {
      throw CommandFailure.usage(
        "the ending of \(output) does not name a format; give --format with one of "
          + ExportFormat.names)
    }
    return format
  }

  private func content(of format: ExportFormat) throws -> ExportContent {
    if at != nil, from != nil || to != nil {
      throw CommandFailure.usage("give --at for one date, or --from and --to for two, not both")
    }
    let hasPeriod = from != nil || to != nil
    if hasPeriod, format.hasPeriod { return .events }
    if to != nil, from == nil, format != .md {
      throw CommandFailure.usage("--to needs --from; for one date give --at")
    }
    let wanted: ExportContent? = at != nil ? .state : hasPeriod ? .diff : nil
    guard let wanted else { return format.contents[0] }
    guard format.contents.contains(wanted) else {
      let what =
        wanted == .state ? "the anchors at one date" : "the changes between two dates"
      throw CommandFailure.usage(
        "\(format.rawValue) cannot hold \(what); use \(ExportFormat.names(holding: wanted)), or "
          + "leave the dates out")
    }
    return wanted
  }
}
