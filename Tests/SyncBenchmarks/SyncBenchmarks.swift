import ArgumentParser
import Foundation

/// Measures syncing with the server of the tests, over the loopback interface. Needs what the sync tests
/// need.
@main
struct SyncBenchmarks: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "SyncBenchmarks", abstract: "Measure syncing with the server of the tests.",
    subcommands: [MeasureHistory.self, MeasureSpaces.self], defaultSubcommand: MeasureHistory.self)

  /// Runs the body with a folder of its own, which is removed afterwards.
  static func withFolder(_ body: (URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "hyperbasis-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder)
  }
}

struct MeasureHistory: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "history", abstract: "Push a long history, and pull it into an empty store.")

  @Argument(help: "How many events it has.")
  var events = 100_000

  func run() async throws {
    try await SyncBenchmarks.withFolder { try await LongHistory(events: events, base: $0).run() }
  }
}

struct MeasureSpaces: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "spaces", abstract: "Count what each pass costs a store of very many spaces.",
    discussion:
      "Build the program of a single pass first: swift build -c release --product SyncOnce")

  @Argument(help: "How many spaces there are.")
  var spaces = 2000

  @Argument(help: "How many events they have together.")
  var events = 10_000

  func run() async throws {
    try await SyncBenchmarks.withFolder {
      try await ManySpaces(spaces: spaces, events: events, base: $0).run()
    }
  }
}
