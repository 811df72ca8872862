import ArgumentParser

/// The options that only some formats take.
struct ExportOptions: ParsableArguments {
  @Flag(help: "csv: for spreadsheets, text that looks like a formula gets a ' before it.")
  var excel = false

  @Flag(help: "md, svg, csv, jsonl: first take out the shifts that were found between two dates.")
  var align = false

  @Flag(help: "html: leave out metadata, labels, the name of the space and who did it.")
  var redact = false

  @Option(
    help: ArgumentHelp(
      "geojson: where on the earth x = 0, z = 0 is; degrees and metres.",
      valueName: "lat,lon[,alt]"))
  var origin: String?

  @Option(
    help: ArgumentHelp(
      "tum: where axes point: arkit (y up), ros, opencv, or WORLD/BODY such as enu/flu.",
      valueName: "axes"))
  var axes: String?

  @Option(help: ArgumentHelp("glb: how long the animation plays (else 60).", valueName: "s"))
  var seconds: String?

  @OptionGroup var moves: MoveOptions
}

extension ExportOptions {
  func check(_ format: ExportFormat, _ content: ExportContent) throws {
    func refuse(_ option: String, _ place: String) -> CommandFailure {
      .usage("\(option) is for \(place); leave it out")
    }
    if excel, format != .csv { throw refuse("--excel", "csv") }
    if align, content != .diff {
      throw refuse("--align", "the changes between two dates in md, svg, csv and jsonl")
    }
    if origin != nil, format != .geojson { throw refuse("--origin", "geojson") }
    if axes != nil, format != .tum { throw refuse("--axes", "tum") }
    if seconds != nil, format != .glb { throw refuse("--seconds", "glb") }
    if redact, format != .html { throw refuse("--redact", "html") }
    for (value, option) in [(moves.minMove, "--min-move"), (moves.minTurn, "--min-turn")]
    where value != nil && content != .diff && format != .html {
      throw refuse(option, "the changes between two dates, and for html")
    }
  }
}
