import ArgumentParser

/// What only some formats take.
struct ExportOptions: ParsableArguments {
  @Flag(help: "csv: for spreadsheets, text that looks like a formula gets a ' before it.")
  var excel = false

  @Flag(help: "md, svg, csv, jsonl: first take out the shifts that were found between two dates.")
  var align = false

  @Flag(help: "html: leave out metadata, labels and who did it.")
  var redact = false

  @Option(help: ArgumentHelp("Leave out moves shorter than this.", valueName: "metres"))
  var minMove: String?

  @Option(help: ArgumentHelp("Leave out turns smaller than this.", valueName: "degrees"))
  var minTurn: String?
}

extension ExportOptions {
  func check(_ format: ExportFormat, _ content: ExportContent) throws {
    func refuse(_ option: String, _ place: String) -> CommandFailure {
      .usage("\(option) is for \(place); leave it out")
    }
    if excel, format != .csv { throw refuse("--excel", "csv") }
    if align, content != .diff { throw refuse("--align", "the changes between two dates") }
    if redact, format != .html { throw refuse("--redact", "html") }
    if minMove != nil, content != .diff, format != .html {
      throw refuse("--min-move", "the changes between two dates, and for html")
    }
    if minTurn != nil, content != .diff {
      throw refuse("--min-turn", "the changes between two dates")
    }
  }
}
