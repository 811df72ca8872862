import ArgumentParser
import Foundation

/// Measures the import of long tables, and of damaged files.
@main
struct ExchangeBenchmarks: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ExchangeBenchmarks", abstract: "Measure the import of long and of damaged files.",
    subcommands: [MeasureRows.self, MeasureDamage.self], defaultSubcommand: MeasureRows.self)
}

struct MeasureRows: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rows", abstract: "Import a table that is made up.",
    discussion:
      "EXCHANGE_PYTHON names a Python that has pyarrow, duckdb or pandas, to compare with.")

  @Argument(help: "How many rows it has.")
  var rows = 1_000_000

  @Argument(help: "How many anchors they are of.")
  var anchors = 1000

  @Flag(help: "Read it only.")
  var survey = false

  func run() throws {
    try RowsImport(rows: rows, anchors: anchors, readsOnly: survey).run()
  }
}

struct MeasureDamage: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "damaged", abstract: "Import files that were damaged by chance.")

  @Argument(help: "How many of each format.")
  var count: UInt64 = 100_000

  @Argument(help: "The seed of the first.")
  var firstSeed: UInt64 = 0

  func run() throws {
    try DamagedInputs.run(count, from: firstSeed)
  }
}
