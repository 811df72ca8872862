import Foundation
import HyperbasisAnchorLog
import HyperbasisExchange

/// The import of a long table: how fast it is read, written and read again, compared with the time in
/// which other programs read it.
struct RowsImport {
  let rows: Int
  let anchors: Int
  let readsOnly: Bool

  /// The longest logs that are kept in memory to be read again.
  private static let keptRows = 2_000_000

  func run() throws {
    let url = FileManager.default.temporaryDirectory
      .appending(path: "exchange-\(ProcessInfo.processInfo.processIdentifier).csv")
    _ = try RowsFile(rows: rows, anchors: anchors, at: url)
    defer { try? FileManager.default.removeItem(at: url) }
    let input = ImportInput(name: "rows.csv", source: FileSource(url))
    let engine = engine(input)
    let start = ContinuousClock.now
    let survey = try engine.survey()
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    printPass("first", seconds)
    print(
      "  \(survey.events.total) events, \(survey.anchorCount) anchors, "
        + "peak \(PeakMemory.megabytes) MB")
    if !readsOnly { try write(survey, of: engine, input) }
    compare(with: url, seconds)
  }

  private func engine(_ input: ImportInput, existing: EventIndex? = nil) -> ImportEngine {
    let target = ImportTarget(
      spaceId: ImportIdentity.spaceId(named: "Rows"), spaceName: "Rows", existing: existing)
    return ImportEngine(
      ImportOptions(), inputs: [input], into: target, makeSpool: { FileSpool() })
  }

  private func write(
    _ survey: ImportSurvey, of engine: ImportEngine, _ input: ImportInput
  ) throws {
    let start = ContinuousClock.now
    var bytes = 0
    var log: [UInt8] = []
    try engine.write(survey) { block in
      bytes += block.lines.count
      if rows <= Self.keptRows { log += block.lines }
    }
    printPass("second", (ContinuousClock.now - start) / .seconds(1))
    print("  \(bytes / 1_000_000) MB of lines, peak \(PeakMemory.megabytes) MB")
    if rows <= Self.keptRows { try surveyAgain(log, input) }
  }

  /// Runs the same import into the resulting space: every row is compared with the log.
  private func surveyAgain(_ log: [UInt8], _ input: ImportInput) throws {
    let space = ImportIdentity.spaceId(named: "Rows")
    let index = try LogReader.load(spaceId: space, source: MemoryByteSource(log)).index
    let again = engine(input, existing: index)
    let start = ContinuousClock.now
    let survey = try again.survey()
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    print(
      "again: \(text(Double(rows) / seconds / 1e6)) million rows/s, \(survey.events.total) events")
  }

  private func compare(with url: URL, _ seconds: Double) {
    guard let python = ProcessInfo.processInfo.environment["EXCHANGE_PYTHON"] else { return }
    for reference in Reference.all {
      guard let theirs = reference.seconds(url, python: python) else { continue }
      print(
        "\(reference.name): \(text(theirs)) s; "
          + "the first pass takes \(text(seconds / theirs)) times as long")
    }
  }

  private func printPass(_ name: String, _ seconds: Double) {
    print(
      "\(name) pass: \(text(Double(rows) / seconds / 1e6)) million rows/s, \(text(seconds)) s")
  }
}

func text(_ number: Double) -> String {
  ((number * 100).rounded() / 100).description
}
