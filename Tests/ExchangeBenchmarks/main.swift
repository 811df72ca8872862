import Foundation
import HyperbasisAnchorLog
import HyperbasisExchange

// Usage: ExchangeBenchmarks [ROWS [ANCHORS]] [--survey]
//        ExchangeBenchmarks --damaged [COUNT [FIRST_SEED]]
// EXCHANGE_PYTHON names a Python that has pyarrow, duckdb or pandas, to compare with.

if let place = CommandLine.arguments.firstIndex(of: "--damaged") {
  let count = CommandLine.arguments.dropFirst(place + 1).first.flatMap { UInt64($0) } ?? 100_000
  let first = CommandLine.arguments.dropFirst(place + 2).first.flatMap { UInt64($0) } ?? 0
  try DamagedInputs.run(count, from: first)
  exit(0)
}

let arguments = CommandLine.arguments.dropFirst().compactMap { Int($0) }
let rows = arguments.first ?? 1_000_000
let anchors = arguments.dropFirst().first ?? 1000
let folder = FileManager.default.temporaryDirectory
let url = folder.appending(path: "exchange-\(ProcessInfo.processInfo.processIdentifier).csv")
let file = try RowsFile(rows: rows, anchors: anchors, at: url)
defer { try? FileManager.default.removeItem(at: url) }

let clock = ContinuousClock()
let input = ImportInput(name: "rows.csv", source: FileSource(url))
let space = ImportIdentity.spaceId(named: "Rows")
let engine = ImportEngine(
  ImportOptions(), inputs: [input], into: ImportTarget(spaceId: space, spaceName: "Rows"),
  makeSpool: { FileSpool() })

var start = clock.now
let survey = try engine.survey()
let first = (clock.now - start) / .seconds(1)
print("first pass: \(text(Double(rows) / first / 1e6)) million rows/s, \(text(first)) s")
print(
  "  \(survey.events.total) events, \(survey.anchorCount) anchors, peak \(PeakMemory.megabytes) MB")

if !CommandLine.arguments.contains("--survey") {
  start = clock.now
  var bytes = 0
  var log: [UInt8] = []
  let keepsLog = rows <= 2_000_000
  try engine.write(survey) { block in
    bytes += block.lines.count
    if keepsLog { log += block.lines }
  }
  let second = (clock.now - start) / .seconds(1)
  print("second pass: \(text(Double(rows) / second / 1e6)) million rows/s, \(text(second)) s")
  print("  \(bytes / 1_000_000) MB of lines, peak \(PeakMemory.megabytes) MB")
  if keepsLog { try surveyAgain(log) }
}

if let python = ProcessInfo.processInfo.environment["EXCHANGE_PYTHON"] {
  for reference in Reference.all {
    guard let seconds = reference.seconds(url, python: python) else { continue }
    print(
      "\(reference.name): \(text(seconds)) s; the first pass takes \(text(first / seconds)) times as long"
    )
  }
}

func text(_ number: Double) -> String {
  ((number * 100).rounded() / 100).description
}

/// The same import into the space that it made: every row is compared with the log.
func surveyAgain(_ log: [UInt8]) throws {
  let index = try LogReader.load(spaceId: space, source: MemoryByteSource(log)).index
  let target = ImportTarget(spaceId: space, spaceName: "Rows", existing: index)
  let again = ImportEngine(
    ImportOptions(), inputs: [input], into: target, makeSpool: { FileSpool() })
  let start = clock.now
  let survey = try again.survey()
  let seconds = (clock.now - start) / .seconds(1)
  print(
    "again: \(text(Double(rows) / seconds / 1e6)) million rows/s, \(survey.events.total) events")
}
