import Foundation
import TestSupport
import Testing

/// The program with too few file handles or too little memory: it works or reports the problem, and never
/// traps or hangs.
struct StarvedTests {
  private let store: ScratchStore

  init() throws {
    store = try ScratchStore()
    #expect(try store.program.run("new", "Hall").status == 0)
    #expect(try store.program.run("add", "text=Lamp", "--position", "1,0,1").status == 0)
  }

  private static let commands: [String] = [
    "spaces", "show", "show --json", "log", "log --raw", "history Lamp", "diff", "plot", "stats",
    "find Lamp", "blame Lamp", "drift", "operations", "bookmarks", "trash", "verify",
    "verify --repair", "export --format csv", "sync", "doctor", "keys", "demo", "open", "",
    "open --linear", "new Shed", "rename Hall Room", "add --position 0,0,0",
    "move Lamp --to 2,0,0", "set Lamp a=1", "delete Lamp", "restore Lamp", "undo", "redo",
    "rollback Lamp --to-version 1", "bookmarks --add note", "purge --before now --yes",
    "import table.csv --space New --yes", "correct --since start --to old",
    "delete-space Hall --yes",
    "restore-space Hall --yes",
  ]

  private func run(_ limit: String, _ words: String) throws -> BuiltProgram.Outcome {
    try Data("id,x,y,z\na,1,2,3\n".utf8).write(to: store.directory.appending(path: "table.csv"))
    return try store.program.shell(
      "cd '\(store.directory.path)'; ulimit \(limit) && exec timeout -s KILL 30 \"$HB\" \(words)")
  }

  @Test(arguments: [4, 5, 6, 7, 8, 10]) func fewFileHandles(count: Int) throws {
    for words in Self.commands {
      let outcome = try run("-n \(count)", words)
      // 127: the system's loader itself had too few.
      #expect(
        [0, 1, 64, 65, 69, 73, 75, 127].contains(outcome.status),
        "\(words): \(outcome.status) \(outcome.errors)")
    }
    #expect([0, 10].contains(try store.program.run("verify").status))
  }

  @Test func theErrorSaysWhatIsMissing() throws {
    let outcome = try run("-n 5", "add --position 0,0,0")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("Too many open files"))
    #expect(outcome.errors.contains("ulimit -n"))
  }

  /// Reaching the shell's limit on file sizes is an error like any other, not the end of the program.
  @Test(arguments: ["export --format jsonl -o log.jsonl", "add --position 0,0,0"])
  func aLimitOfTheSizeOfFiles(words: String) throws {
    // In a terminal of its own, where no signal is blocked, as it is in children of a test.
    let line = "cd '\(store.directory.path)'; ulimit -f 0; exec '\(BuiltProgram.path)' \(words)"
    let terminal = try store.program.open(executable: "/bin/bash", ["-c", line])
    #expect([.exited(1), .exited(73)].contains(try terminal.waitForExit()))
    #expect(String(decoding: terminal.output, as: UTF8.self).contains("File too large"))
    let files = try FileManager.default.contentsOfDirectory(atPath: store.directory.path)
    #expect(!files.contains { $0.hasPrefix("log.jsonl") })
    #expect(try store.program.run("log", "--raw").output.split(separator: "\n").count == 1)
  }

  /// From too little to load anything to enough for everything.
  @Test(arguments: Array(stride(from: 60, through: 260, by: 20))) func littleMemory(megabytes: Int)
    throws
  {
    let limit = "-v \(megabytes * 1000)"
    // Just above what the loader takes, Swift's runtime traps while it is being loaded, before any line
    // of the program: then nothing at all can be started.
    let version = try run(limit, "--version")
    if version.status == SIGILL, version.output.isEmpty { return }
    for words in ["spaces", "add --position 0,0,0", "drift", "verify", "undo"] {
      let outcome = try run(limit, words)
      #expect(
        [0, 1, 73, 127].contains(outcome.status), "\(words): \(outcome.status) \(outcome.errors)")
      if outcome.status == 1 { #expect(outcome.errors.contains("ulimit -v")) }
    }
    #expect([0, 10].contains(try store.program.run("verify").status))
  }
}
