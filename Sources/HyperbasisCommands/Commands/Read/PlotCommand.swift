import ArgumentParser
import Foundation
import Hyperbasis
import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisExchange
import HyperbasisTimeMachine
import HyperbasisWording

/// Prints a space as seen from above.
struct PlotCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "plot", abstract: "Draw a space as seen from above, x to the right, z downwards.",
    discussion: """
      With --from, what changed since then is drawn: the counts are those of diff. --trail draws \
      the path that an anchor took, since --from if that is given, and says how long it is. \
      --svg overwrites no file without --yes.
      """)

  @Argument(help: "The space: its id, its name, or the beginning of its id.")
  var space: String?

  @Option(help: ArgumentHelp("As of then (else the latest).", valueName: "date"))
  var at: String?

  @Option(help: ArgumentHelp("What changed since then.", valueName: "date"))
  var from: String?

  @Option(help: ArgumentHelp("What changed until then (else the latest).", valueName: "date"))
  var to: String?

  @Flag(help: "With --from: first take out the shifts that were found between the two (see drift).")
  var align = false

  @Option(help: ArgumentHelp("Draw the path of this anchor; may be repeated.", valueName: "anchor"))
  var trail: [String] = []

  @Option(help: ArgumentHelp("Columns, or pixels of an SVG.", valueName: "n"))
  var width: String?

  @Option(help: ArgumentHelp("Rows, or pixels of an SVG.", valueName: "n"))
  var height: String?

  @Option(
    help: ArgumentHelp("Write an SVG there; - for standard output.", valueName: "file"),
    completion: .file(extensions: ["svg"]))
  var svg: String?

  @Flag(name: [.long, .customShort("y")], help: "With --svg: overwrite the file.")
  var yes = false

  @OptionGroup var filter: FilterOptions
  @OptionGroup var drawing: DrawingOptions
  @OptionGroup var options: StoreOptions
  @OptionGroup var format: FormatOptions

  func run(in context: CommandContext) throws {
    try checkTarget()
    try checkDates()
    let size = try size(in: context)
    try options.read(in: context) { session in
      let target = try svg.map {
        try ExportTarget($0, mayOverwrite: yes, session, isText: true)
      }
      let snapshot = try session.snapshot(space)
      let index = snapshot.timeline.index
      let moment = try session.moment(at ?? to, in: index)
      let before = try from.map { try session.moment($0, in: index) }
      let filtered = try filter.filtered(snapshot, session)
      var picture = PlotPicture(
        filtered?.data ?? SpaceData(snapshot), from: before?.state, to: moment.state)
      picture.filter = filtered?.filter(at: moment)
      picture.takesShiftOut = align
      picture.followed = try trail.map { text in
        let id = try StoreSession.anchorId(text, in: [snapshot])
        guard let slot = index.slot(of: id) else {
          throw HBStorageError.notFound(type: "anchor", id: id)
        }
        return slot
      }
      if format.json {
        return try session.json.print(try picture.json(at: moment.at, size: size))
      }
      let notes = [filter.note].compactMap { $0 } + picture.notes(showsShift: align)
      let dates = [before, moment].compactMap { $0 }.map { session.text(of: $0, in: snapshot) }
        .joined(separator: " → ")
      if let target {
        let document = try picture.svg(
          size: size, title: snapshot.title,
          date: ([TerminalText(dates)] + notes).joined(separator: " · "))
        try target.write { try $0.append(document) }
        return try target.report()
      }
      let charset = charset(in: context)
      let plan = try picture.plan(size: size, charset: charset)
      try session.printHeading(snapshot.title, TerminalText(dates))
      for note in notes { try session.printWrapped(.init(note)) }
      try session.printPieces(plan.legend.pieces(charset))
      for line in session.paint.lines(of: plan.frame) { try session.output.writeLine(line) }
    }
  }

  private func checkTarget() throws {
    if svg != nil, format.json {
      throw CommandFailure.usage("--json prints the picture as JSON; give that or --svg, not both")
    }
  }

  private func checkDates() throws {
    if at != nil, from != nil || to != nil {
      throw CommandFailure.usage("give --at for one date, or --from and --to for two, not both")
    }
    if to != nil, from == nil {
      throw CommandFailure.usage("--to needs --from; for one date give --at")
    }
    if align, from == nil {
      throw CommandFailure.usage("--align compares two dates; give --from DATE as well")
    }
  }

  private func size(in context: CommandContext) throws -> TerminalSize {
    let width = try width.map { try Self.extent($0, option: "width") }
    let height = try height.map { try Self.extent($0, option: "height") }
    if svg != nil { return TerminalSize(columns: width ?? 960, rows: height ?? 640) }
    return TerminalSize(columns: width ?? context.terminals.columns ?? 80, rows: height ?? 22)
  }

  private static func extent(_ text: String, option: String) throws -> Int {
    let value = try PlaceArguments.count(text, option: option)
    guard value <= 10_000 else {
      throw CommandFailure.usage("--\(option) \(value) is too large; give at most 10000")
    }
    return value
  }

  private func charset(in context: CommandContext) -> Charset {
    drawing.charset ?? (context.isUTF8 ? .braille : .ascii)
  }
}
