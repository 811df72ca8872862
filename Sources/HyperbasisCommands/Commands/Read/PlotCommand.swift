import ArgumentParser
import Foundation
import Hyperbasis
import HyperbasisAnchorLog
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

  @OptionGroup var filter: FilterOptions
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
      let filtered = try filter.filtered(snapshot, session)
      var picture = try PlotPicture(
        filtered?.data ?? SpaceData(snapshot), from: before, to: moment.state)
      picture.filter = filtered?.filter(at: moment)
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
    drawing.charset ?? (context.isUTF8 ? .braille : .ascii)
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

/// A space seen from above, or what changed in it: the plan of the time machine on paper.
struct PlotPicture {
  private let data: SpaceData
  private let before: FoldedState?
  private let state: FoldedState
  private let bounds: MapBounds
  /// What is left out of the picture; nil where all is drawn.
  var filter: EventFilter?

  /// - Parameter before: the earlier of two states to compare; nil for one state alone.
  init(_ data: SpaceData, from before: FoldedState?, to state: FoldedState) throws {
    self.data = data
    self.before = before
    self.state = state
    // A picture would hide that something cannot be read.
    _ = try data.index.anchors(in: state)
    // Over the whole history, so that pictures of several dates can be laid side by side.
    bounds = MapBounds(index: data.index)
  }

  private func scene(on projection: MapProjection) -> MapScene {
    var builder = MapSceneBuilder(data: data, projection: projection)
    builder.showsLatest = false
    builder.filter = filter
    let comparison = before.map {
      data.comparison(Comparison.Key(from: $0.eventCount, to: state.eventCount, filter: filter))
    }
    return builder.scene(at: state.eventCount, comparison: comparison)
  }

  private func projection(columns: Int, rows: Int) -> MapProjection {
    MapProjection.fitting(bounds, columns: columns, rows: rows).aligned
  }
}

// MARK: - Formats

extension PlotPicture {
  func frame(size: TerminalSize, charset: Charset) -> Frame {
    var frame = Frame(size: size)
    let plot = MapScene.plotRegion(in: frame.region)
    let projection = projection(columns: plot.columns, rows: plot.rows)
    scene(on: projection)
      .draw(into: &frame, region: frame.region, projection: projection, charset: charset)
    return frame
  }

  func svg(size: TerminalSize, title: TerminalText) -> String {
    let scene = scene(on: projection(columns: size.columns, rows: size.rows))
    return PlotSVG(
      scene: scene, bounds: bounds, width: size.columns, height: size.rows, title: title.plain
    ).document
  }

  func json(at: HBInstant, size: TerminalSize) -> JSONNode {
    let projection = projection(columns: size.columns, rows: size.rows)
    let plot = PlotCells(items: scene(on: projection).items, projection: projection)
    return .object([
      ("at", JSONNode(at)), ("bounds", Self.node(plot.bounds)),
      ("metresPerColumn", .number(plot.metresPerColumn)),
      ("metresPerRow", .number(plot.metresPerRow)),
      (
        "cells",
        .array(
          plot.cells.map { cell in
            .object([
              ("column", .integer(cell.column)), ("row", .integer(cell.row)),
              ("anchors", ids(cell.slots)),
            ])
          })
      ), ("outside", ids(plot.outside)),
    ])
  }

  private func ids(_ slots: [Int]) -> JSONNode {
    .array(slots.map { JSONNode(data.index.anchorId(ofSlot: $0)) })
  }

  private static func node(_ bounds: MapBounds) -> JSONNode {
    .object([
      ("minX", .number(bounds.minX)), ("maxX", .number(bounds.maxX)),
      ("minZ", .number(bounds.minZ)), ("maxZ", .number(bounds.maxZ)),
    ])
  }
}
