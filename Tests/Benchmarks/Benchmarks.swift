import ArgumentParser
import Foundation
import Hyperbasis
import TestSupport

/// Measures the engine on generated logs, compared with other readers of the same files.
@main
struct Benchmarks: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "Benchmarks", abstract: "Measure the engine beside other readers and writers.",
    subcommands: [MeasureEngine.self, WriterProcess.self], defaultSubcommand: MeasureEngine.self)
}

extension LineLayout: ExpressibleByArgument {}

struct MeasureEngine: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "engine", abstract: "Measure opening, questions and saves.")

  @Option(help: "How many events each log has.")
  var events = 1_000_000

  @Option(help: "How many anchors they are of.")
  var anchors = 1000

  @Option(help: "How often each log is opened.")
  var rounds = 5

  @Option(help: "Measure lines of this kind alone.")
  var layout: LineLayout?

  @Flag(help: "Measure what many savers at once, tasks and processes, get through; nothing else.")
  var savers = false

  func run() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("hyperbasis-benchmarks-\(getpid())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    if savers {
      print("savers at once")
      try await DurableAppends(folder: folder).run()
      try ManyWriters(folder: folder).run()
    } else {
      try await measureLogs(in: folder)
    }
  }

  private func measureLogs(in folder: URL) async throws {
    let simdjson = Simdjson(folder: folder)
    for (index, layout) in (layout.map { [$0] } ?? LineLayout.allCases).enumerated() {
      var generator = LogGenerator(layout: layout, events: events, anchors: anchors)
      let log = folder.appendingPathComponent("\(layout.rawValue).jsonl")
      defer { try? FileManager.default.removeItem(at: log) }
      let size = try generator.write(to: log.path)
      print(
        "\n\(layout.rawValue): \(events) events, \(anchors) anchors, \(size / events) bytes a line")
      let cold = ColdRead(
        path: log.path, space: generator.space, events: events,
        target: layout == .rotations ? 0.7 : 0.6)
      try cold.run(rounds: rounds, simdjson: simdjson, isFirst: index == 0)
      guard index == 0 else { continue }
      try cold.compareWithFoundation()
      try await measureQuestions(of: log.path, generator.space, folder)
    }
  }

  private func measureQuestions(of log: String, _ space: UUID, _ folder: URL) async throws {
    try Questions(path: log, space: space).run()
    try await SQLite(folder: folder)?.compare(with: log, space: space, folder: folder)
    let opening = try Opening(log: log, space: space, folder: folder, rounds: rounds)
    try opening.run()
    try await Saves(store: opening.store, space: space).run()
  }
}

/// One of the processes that save at the same time.
struct WriterProcess: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "writer", shouldDisplay: false)

  @Argument(parsing: .captureForPassthrough) var arguments: [String] = []

  func run() throws {
    try ManyWriters.write(arguments)
  }
}
