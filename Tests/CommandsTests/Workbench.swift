import Foundation
import Hyperbasis
import Synchronization
import TestSupport

@testable import HyperbasisCommands

/// A store for one test, and the program run on it in a fixed environment: a clock that stands still, ids
/// that count, UTC, no terminal.
final class Workbench {
  let directory: URL
  var environment: [String: String] = ["LANG": "C.UTF-8"]
  var terminals = Terminals(input: false, output: false, error: false)
  var answers: [String] = []
  var zone = TimeZone.gmt
  var zoneProblem: String?
  var temporaryDirectory = FileManager.default.temporaryDirectory
  var now = HBInstant(microseconds: 1_718_884_800_000_000)  // 2024-06-20T12:00:00Z
  /// The file system of the store; nil for the machine's.
  var files: (any Hyperbasis.FileSystem)?
  /// The cloud that the credentials lead to.
  var cloud: FakeCloud?
  /// What happens to calls of the cloud.
  var hook: FakeCloudClient.Hook = { _, _ throws(CloudFailure) in }
  private let counter = Counter()

  init() throws {
    directory = FileManager.default.temporaryDirectory
      .appending(path: "hyperbasis-tests-\(UUID().uuidString)", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: directory) }

  /// Generates ids that are the same in every run.
  final class Counter: Sendable {
    private let value = Mutex<UInt16>(0)

    func next() -> UUID {
      value.withLock { value in
        value += 1
        let (high, low) = (UInt8(value >> 8), UInt8(truncatingIfNeeded: value))
        return UUID(uuid: (0xAB, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, high, low))
      }
    }
  }
}

// MARK: - Running

extension Workbench {
  struct Outcome: Equatable {
    var status: Int32
    var output: String
    var errors: String
  }

  /// Runs the program as if these words had been typed.
  func run(_ words: String...) -> Outcome { run(words) }

  func run(_ words: [String]) -> Outcome { launch.run(words) }

  /// Runs the program on a thread of its own, for commands that wait for a cloud: they would block the
  /// threads on which the cloud answers.
  func runApart(_ words: String...) async -> Outcome { await runApart(words) }

  func runApart(_ words: [String]) async -> Outcome {
    let launch = launch
    return await withCheckedContinuation { continuation in
      Thread { continuation.resume(returning: launch.run(words)) }.start()
    }
  }

  private var launch: Launch {
    var environment = environment
    if environment["HYPERBASIS_STORE"] == nil { environment["HYPERBASIS_STORE"] = directory.path }
    var makeCloud: (@Sendable (ProjectCredentials) -> any CloudService)?
    if let cloud {
      let hook = hook
      makeCloud = { credentials in
        FakeCloudClient(cloud, user: credentials.accessToken.map { _ in "ann" }, hook: hook)
      }
    }
    return Launch(
      environment: environment, terminals: terminals, answers: answers,
      zone: LocalZone(zone: zone, problem: zoneProblem), now: now,
      counter: counter, home: directory, temporaryDirectory: temporaryDirectory,
      files: files, makeCloud: makeCloud)
  }

  /// Everything that a run needs, as it is when the run starts.
  private struct Launch: Sendable {
    let environment: [String: String]
    let terminals: Terminals
    let answers: [String]
    let zone: LocalZone
    let now: HBInstant
    let counter: Counter
    let home: URL
    let temporaryDirectory: URL
    let files: (any Hyperbasis.FileSystem)?
    let makeCloud: (@Sendable (ProjectCredentials) -> any CloudService)?

    func run(_ words: [String]) -> Outcome {
      let output = CapturedOutput()
      let errors = CapturedOutput()
      var answers = answers[...]
      var context = CommandContext(
        environment: environment, output: output, errorOutput: errors,
        readLine: { answers.popFirst() }, terminals: terminals, now: { [now] in now },
        makeUUID: { [counter] in counter.next() }, localZone: zone, defaultActor: "tester@here",
        homeDirectory: home, temporaryDirectory: temporaryDirectory)
      context.files = files
      context.makeCloud = makeCloud
      // Other tests take their time, too.
      context.cloudPatience = .seconds(900)
      var program = Program(context: context)
      let status = program.run(words)
      return Outcome(status: status, output: output.text, errors: errors.text)
    }
  }

  /// Returns what the program prints with these words, read as JSON.
  func json(_ words: String...) throws -> Any {
    let outcome = run(words + ["--json"])
    return try JSONSerialization.jsonObject(
      with: Data(outcome.output.utf8), options: .fragmentsAllowed)
  }

  func object(_ words: String...) throws -> [String: Any] { try object(words) }

  func object(_ words: [String]) throws -> [String: Any] {
    let outcome = run(words + ["--json"])
    let value = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
    return value as? [String: Any] ?? [:]
  }
}

// MARK: - Files

extension Workbench {
  func write(_ text: String, to path: String) throws { try write(Data(text.utf8), to: path) }

  func write(_ data: Data, to path: String) throws {
    let file = directory.appending(path: path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: file)
  }

  /// Returns the id of the only space.
  func onlySpace() throws -> String {
    let names = try FileManager.default.contentsOfDirectory(
      atPath: directory.appending(path: "events").path)
    return names.first ?? ""
  }

  func log(of space: String) throws -> String {
    let file = directory.appending(path: "events/\(space)/events.jsonl")
    return String(decoding: try Data(contentsOf: file), as: UTF8.self)
  }

  func writeLog(_ lines: [String], space: String = Kitchen.id) throws {
    try write(lines.map { $0 + "\n" }.joined(), to: "events/\(space)/events.jsonl")
  }

  /// Returns every file below the store with its bytes.
  func contents() throws -> [String: Data] {
    let paths = try FileManager.default.subpathsOfDirectory(atPath: directory.path)
    return paths.reduce(into: [:]) { files, path in
      let file = directory.appending(path: path)
      if let data = try? Data(contentsOf: file) { files[path] = data }
    }
  }
}
