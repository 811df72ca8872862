import ArgumentParser
import Foundation
import Hyperbasis
import HyperbasisCanvas
import HyperbasisTimeMachine
import HyperbasisWording

/// Prints a space seen from above.
struct PlotCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "plot", abstract: "Draw a space as seen from above, x to the right, z downwards.",
    discussion: "With --from, what changed since then is drawn.")

  @Argument(help: "The space: its id, its name, or the beginning of its id.")
  var space: String?

  @Option(help: ArgumentHelp("As of then (else the latest).", valueName: "date"))
  var at: String?

  @Option(help: ArgumentHelp("What changed since then.", valueName: "date"))
  var from: String?

  @Option(help: ArgumentHelp("What changed until then (else the latest).", valueName: "date"))
  var to: String?

  @Option(help: ArgumentHelp("Columns, or pixels of an SVG.", valueName: "n"))
  var width: String?

  @Option(help: ArgumentHelp("Rows, or pixels of an SVG.", valueName: "n"))
  var height: String?

  @Option(
    help: ArgumentHelp("Write an SVG there; - for standard output.", valueName: "file"),
    completion: .file(extensions: ["svg"]))
  var svg: String?

  @OptionGroup var drawing: DrawingOptions
  @OptionGroup var options: StoreOptions
  @OptionGroup var format: FormatOptions

  func run(in context: CommandContext) throws {
    if at != nil, from != nil || to != nil {
      throw CommandFailure.usage("give --at for one date, or --from and --to for two, not both")
    }
    if to != nil, from == nil {
      throw CommandFailure.usage("--to needs --from; for one date give --at")
    }
    let size = try size(in: context)
    try options.read(in: context) { session in
      let snapshot = try session.snapshot(space)
      let index = snapshot.timeline.index
      let moment = try session.moment(at ?? to, in: index)
      let before = try from.map { try session.moment($0, in: index).state }
      let picture = try PlotPicture(snapshot, from: before, to: moment.state)
      if format.json {
        try session.json.print(picture.json(at: moment.at, size: size))
      } else if let svg {
        try write(
          picture.svg(size: size, title: title(snapshot, moment, session)), to: svg, session)
      } else {
        try session.output.writeLine(session.paint(title(snapshot, moment, session), .bold))
        let frame = picture.frame(size: size, charset: charset(in: context))
        for line in session.paint.lines(of: frame) { try session.output.writeLine(line) }
      }
    }
  }

  private func title(
    _ snapshot: LogSnapshot, _ moment: Moment, _ session: StoreSession
  ) -> TerminalText {
    "\(snapshot.title) · \(session.text(of: moment, in: snapshot))"
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
    drawing.charset?.charset ?? (context.isUTF8 ? .braille : .ascii)
  }

  private func write(_ document: String, to path: String, _ session: StoreSession) throws {
    if path == "-" { return try session.output.write(document) }
    do {
      try Data(document.utf8).write(to: URL(filePath: path), options: .atomic)
    } catch {
      throw CommandFailure(
        ExitStatus.cannotWrite, "\(path) cannot be written; check the folder and its permissions")
    }
    try session.output.writeLine("Wrote \(session.paint(TerminalText(path))).")
  }
}
