import Foundation
import TestSupport

/// The built program, as a user or a script starts it.
struct BuiltProgram {
  let store: URL
  /// Additional environment variables.
  var variables: [String: String] = [:]

  /// The program beside the tests, or the one that `HYPERBASIS_PROGRAM` names: a release build goes
  /// through the same tests, since some mistakes appear only in optimised code.
  static let path =
    ProcessInfo.processInfo.environment["HYPERBASIS_PROGRAM"]
    ?? folder.appendingPathComponent("hyperbasis").path

  /// Where the package's programs are built.
  static let folder = Bundle.main.bundleURL

  struct Outcome {
    var status: Int32
    var output: String
    var errors: String
  }

  /// Runs it without a terminal.
  func run(_ words: String...) throws -> Outcome {
    try run(words)
  }

  func run(_ words: [String]) throws -> Outcome {
    try run(executable: Self.path, words)
  }

  /// Runs a shell command line, in which `$HB` is the program.
  func shell(_ line: String) throws -> Outcome {
    try run(executable: "/bin/bash", ["-c", line])
  }

  /// Runs another program in the same environment.
  func run(executable: String, _ words: [String]) throws -> Outcome {
    let process = Process()
    process.executableURL = URL(filePath: executable)
    process.arguments = words
    process.environment = environment.merging(["HB": Self.path]) { $1 }
    let output = Pipe()
    let errors = Pipe()
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    let text = try output.contents()
    let complaints = try errors.contents()
    process.waitUntilExit()
    return Outcome(
      status: process.terminationStatus, output: String(decoding: text, as: UTF8.self),
      errors: String(decoding: complaints, as: UTF8.self))
  }

  /// Starts the program in a terminal of its own.
  func open(_ words: String..., columns: Int = 80, rows: Int = 24) throws -> PseudoTerminal {
    try open(words: words, columns: columns, rows: rows)
  }

  func open(words: [String], columns: Int = 80, rows: Int = 24) throws -> PseudoTerminal {
    try PseudoTerminal(
      executable: Self.path, arguments: words, environment: environment, columns: columns,
      rows: rows)
  }

  /// Starts a shell in a terminal of its own, for job control.
  func openShell() throws -> PseudoTerminal {
    try PseudoTerminal(
      executable: "/bin/bash", arguments: ["--norc", "--noprofile", "-i"],
      environment: environment.merging(["PS1": "shell> ", "HISTFILE": "", "HB": Self.path]) { $1 },
      columns: 80, rows: 24)
  }

  /// Starts another program in a terminal of its own, in the same environment.
  func open(executable: String, _ words: [String]) throws -> PseudoTerminal {
    try PseudoTerminal(
      executable: executable, arguments: words, environment: environment, columns: 100, rows: 30)
  }

  private var environment: [String: String] {
    [
      "HYPERBASIS_STORE": store.path, "HYPERBASIS_ACTOR": "tester", "TZ": "UTC",
      "LANG": "C.UTF-8", "PATH": "/usr/local/bin:/usr/bin:/bin", "TMPDIR": store.path,
      "HOME": store.path, "SWIFT_BACKTRACE": "enable=no",
    ].merging(variables) { $1 }
  }
}

/// A store for one test, which is removed afterwards.
final class ScratchStore {
  let directory: URL
  /// Additional environment variables of programs.
  var variables: [String: String] = [:]

  init() throws {
    directory = FileManager.default.temporaryDirectory
      .appending(path: "hyperbasis-end-\(UUID().uuidString)", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: directory) }

  var program: BuiltProgram { BuiltProgram(store: directory, variables: variables) }

  /// Creates a copy of a real store; nil if `HYPERBASIS_TEST_STORES` has none of that name.
  convenience init?(copyOf name: String) throws {
    guard let source = Self.source(name) else { return nil }
    try self.init()
    try FileManager.default.copyStore(source, into: directory)
  }

  /// The names of all stores in `HYPERBASIS_TEST_STORES`.
  static let names: [String] = {
    guard let folder = ProcessInfo.processInfo.environment["HYPERBASIS_TEST_STORES"] else {
      return []
    }
    return ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
  }()

  static func source(_ name: String) -> URL? {
    let folder = ProcessInfo.processInfo.environment["HYPERBASIS_TEST_STORES"]
    let source = folder.map { URL(filePath: $0).appending(path: name) }
    return source.flatMap { FileManager.default.fileExists(atPath: $0.path) ? $0 : nil }
  }

  /// Returns the path of the only log.
  func log() throws -> URL {
    let paths = try FileManager.default.subpathsOfDirectory(atPath: directory.path)
    let log = paths.first { $0.hasSuffix("/events.jsonl") && $0.hasPrefix("events/") } ?? ""
    return directory.appending(path: log)
  }

  /// Returns the lines of the only log.
  func logLines() throws -> [String] {
    let data = try Data(contentsOf: log())
    return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
  }
}
