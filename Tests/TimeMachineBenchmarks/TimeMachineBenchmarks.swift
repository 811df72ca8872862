import ArgumentParser
import Foundation
import TestSupport

/// Drives the real program through every key of the key table and prints the cost of each.
@main
struct TimeMachineBenchmarks: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "TimeMachineBenchmarks",
    abstract: "Press every key of the time machine, and print what each costs.",
    discussion: "Build the program that is measured first: swift build -c release --product "
      + "MeasuredProgram")

  @Option(help: "How many events the generated space has.")
  var events = 1_000_000

  @Option(help: "How many anchors the generated space has.")
  var anchors = 10_000

  @Option(help: "How often each key is pressed at least.")
  var rounds = 20

  @Option(help: "The seed to repeat a walk with.")
  var seed: UInt64 = 1

  @Option(help: "The program to measure; otherwise the one beside this.")
  var program: String?

  @Option(help: "Keep the generated store here, and use it again, on a copy.")
  var store: String?

  @Option(help: "List so many of the slowest frames, with how the space was looked at.")
  var worst: Int?

  @Option(help: "Write all frames to a file: key, microseconds of processor time, bytes, the view.")
  var samples: String?

  @Flag(help: "Measure a minute in which nobody presses a key, too.")
  var idle = false

  func validate() throws {
    guard rounds > 0 else { throw ValidationError("--rounds must be at least 1") }
  }

  func run() throws {
    let scratch = FileManager.default.temporaryDirectory
      .appending(path: "hyperbasis-frames-\(ProcessInfo.processInfo.processIdentifier)")
    try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: scratch) }
    var walk = try walk(on: try copyOfStore(in: scratch), scratch: scratch)
    do {
      try walk.run()
    } catch {
      print("stopped: \(error)")
    }
    try report(Report(samples: walk.samples))
    if idle { measureIdle(walk.program) }
  }
}

extension TimeMachineBenchmarks {
  private func copyOfStore(in scratch: URL) throws -> URL {
    let original = store.map { URL(filePath: $0) } ?? scratch.appending(path: "original")
    if !FileManager.default.fileExists(atPath: original.path) {
      _ = try GeneratedStore(events: events, anchors: anchors, in: original)
    }
    let copy = scratch.appending(path: "store")
    try FileManager.default.copyItem(at: original, to: copy)
    return copy
  }

  private func walk(on store: URL, scratch: URL) throws -> Walk {
    let program = program ?? Bundle.main.bundleURL.appending(path: "MeasuredProgram").path
    print("\(events) events, \(anchors) anchors, 100x30, seed \(seed); times in ms")
    return try Walk(rounds: rounds, seed: seed) {
      try TimedProgram(program: program, store: store, scratch: scratch, columns: 100, rows: 30)
    }
  }

  private func report(_ report: Report) throws {
    report.print()
    report.printSlowest()
    report.printUnpressed(than: 20)
    report.printBytes("scrub step", of: ["left", "right", "[", "]"])
    report.printBytes(
      "jump", of: [",", ".", "shift-left", "shift-right", "{", "}", "home", "end"])
    if let samples { try report.write(to: URL(filePath: samples)) }
    if let worst { report.printWorst(worst) }
  }

  private func measureIdle(_ program: TimedProgram) {
    // Changes are still being written to the anchor files for a while.
    program.terminal.settle(milliseconds: 15_000)
    let before = program.processorTime()
    program.terminal.settle(milliseconds: 60_000)
    print(
      String(format: "60 idle seconds: %.2f ms of processor time", program.processorTime() - before)
    )
  }
}
