import Foundation
import Hyperbasis
import StoreSimulation
import SystemPackage
import Testing

@testable import HyperbasisCommands

/// What may not be read does not count as absent. The tests may run as a user whom no permission stops,
/// so the calls themselves fail.
struct UnreadableStoreTests {
  private let bench: Workbench

  init() throws { bench = try Kitchen.workbench() }

  private static let log = "/events/\(Kitchen.id)/events.jsonl"

  /// Takes away the permission to read files and folders, including their contents.
  private func lock(_ parts: String...) {
    let places = parts.map { bench.directory.path + $0 }
    bench.files = FaultyFileSystem { operation, path in
      let isLocked = places.contains { place in
        path.string.hasPrefix(place + "/") || path.string == place && operation != .inspect
      }
      return isLocked ? .fail(.permissionDenied) : nil
    }
  }

  /// Takes away the permission to write anything.
  private func lockForWriting() {
    bench.files = FaultyFileSystem { operation, path in
      operation.isWriting || path.extension == "lock" ? .fail(.permissionDenied) : nil
    }
  }

  private static let commands = [
    "show", "show Kitchen", "undo", "undo --dry-run", "operations", "spaces", "spaces --json",
    "find Lamp", "log", "stats", "trash", "verify", "verify --repair", "new Hall",
    "add Kitchen --position 0,0,0",
  ]

  @Test(arguments: commands) func `a store that may not be entered is not empty`(
    words: String
  ) throws {
    lock("")
    let outcome = bench.run(words.split(separator: " ").map(String.init))
    #expect(outcome.status == 1)
    #expect(outcome.output == "")
    #expect(
      outcome.errors.hasPrefix(
        "hyperbasis: Permission denied: \(bench.directory.path) could not be opened; "),
      "\(outcome.errors)")
    #expect(outcome.errors.count { $0.isNewline } == 1)
  }

  /// It may be in what could not be read.
  @Test(arguments: ["history Lamp", "blame Lamp", "move Lamp --to 0,0,0", "set Lamp x=1"])
  func `what is not found may be in a log that cannot be read`(words: String) throws {
    #expect(bench.run("new", "Hall").status == 0)
    lock(Self.log)
    let outcome = bench.run(words.split(separator: " ").map(String.init))
    #expect(outcome.status == ExitStatus.data)
    #expect(
      outcome.errors.hasPrefix("hyperbasis: warning: not everything could be read"),
      "\(outcome.errors)")
    #expect(outcome.errors.contains("no anchor \"Lamp\""))
  }

  /// What is in a folder that cannot be read is not missing.
  @Test func `a folder that cannot be read lacks nothing`() throws {
    #expect(bench.run("set", "Lamp", "x=1").status == 0)
    lock("/anchors")
    bench.now = HBInstant(microseconds: bench.now.microseconds + 3_600_000_000)
    let report = bench.run("verify", "--json").output
    #expect(!report.contains("missing-file"), "\(report)")
    let log = try FileHandle(forWritingTo: bench.directory.appending(path: Self.log))
    try log.seekToEnd()
    try log.write(contentsOf: Data(#"{"torn"#.utf8))
    try log.close()
    let repair = bench.run("verify", "--repair")
    #expect(repair.output.contains("torn-tail"), "\(repair)")
    #expect(repair.errors.contains("not everything was repaired"), "\(repair.errors)")
    #expect(repair.status == 73)
  }

  @Test(arguments: ["show", "undo", "spaces", "spaces --json", "find Lamp"])
  func `a store whose folders may not be listed is not empty`(words: String) throws {
    lock("/spaces", "/events", "/anchors")
    let outcome = bench.run(words.split(separator: " ").map(String.init))
    #expect(outcome.status == 1)
    #expect(outcome.output == "")
    #expect(outcome.errors.contains(/Permission denied: .*\/spaces could not be listed;/))
  }

  @Test func `what an unreadable log holds is not zero`() throws {
    lock(Self.log)
    let outcome = bench.run("spaces")
    #expect(outcome.status == 0)
    #expect(outcome.output.contains(/Kitchen +– +– +–/), "\(outcome.output)")
    #expect(
      outcome.errors.hasPrefix(
        "hyperbasis: warning: not everything could be read: Permission denied: "
          + "\(bench.directory.path)\(Self.log) could not be opened; "), "\(outcome.errors)")
    #expect(outcome.errors.count { $0.isNewline } == 1)
    let space = try #require((try bench.json("spaces") as? [[String: Any]])?.first)
    for key in ["anchors", "deletedAnchors", "events", "startDate"] {
      #expect(space[key] is NSNull, "\(key)")
    }
    #expect(space["name"] as? String == "Kitchen")
  }

  @Test func `a folder that may not be read is told once with all that it holds`() throws {
    lock("/events")
    let outcome = bench.run("spaces")
    #expect(outcome.output.contains(/Kitchen +– +– +–/), "\(outcome.output)")
    #expect(
      outcome.errors == "hyperbasis: warning: not everything could be read: Permission denied: "
        + "\(bench.directory.path)/events could not be listed; check who owns it and its "
        + "permissions\n")
  }

  @Test(
    arguments: ["show", "undo", "undo --dry-run", "operations", "add Kitchen --position 0,0,0"])
  func `an unreadable log is the same failure for every command`(words: String) throws {
    lock(Self.log)
    let outcome = bench.run(words.split(separator: " ").map(String.init))
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains(/Permission denied: .*events\.jsonl could not be opened;/))
  }

  @Test func `what cannot be written is another failure`() throws {
    lockForWriting()
    #expect(bench.run("show").status == 0)
    let outcome = bench.run("delete", "4444")
    #expect(outcome.status == 73)
    #expect(outcome.errors.contains(/Permission denied: .*\.lock could not be opened for writing;/))
  }

  // MARK: Checking

  @Test(arguments: ["verify", "verify --repair"])
  func `a folder of ours that may not be read does not end a check`(words: String) throws {
    _ = bench.run("bookmarks", "Kitchen", "--add", "before the party", "--at", "now")
    lock("/.hyperbasis")
    let outcome = bench.run(words.split(separator: " ").map(String.init) + ["--json"])
    #expect(outcome.status == (words == "verify" ? 11 : 73), "\(outcome)")
    let report = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
    let problems = (report as? [String: Any])?["problems"] as? [[String: Any]] ?? []
    #expect(problems.compactMap { $0["file"] as? String } == [".hyperbasis"])
    #expect((report as? [String: Any])?["events"] as? Int == 6)
  }

  @Test func `a repair that cannot write says so, and counts`() throws {
    lockForWriting()
    let checked = bench.run("verify")
    #expect(checked.status == 0)
    let outcome = bench.run("verify", "--repair")
    #expect(outcome.output == checked.output)
    #expect(outcome.output.contains("6 events"))
    #expect(outcome.status == 73)
    #expect(outcome.errors.hasPrefix("hyperbasis: not everything was repaired: "))
    #expect(outcome.errors.contains(/Permission denied: .*\.lock could not be opened for writing;/))
  }

  @Test func `damage that a repair cannot write away is told`() throws {
    try bench.writeLog(Kitchen.lines + ["garbage"])
    lockForWriting()
    let outcome = bench.run("verify", "--repair")
    #expect(outcome.status == 73)
    #expect(outcome.output.contains("damaged-line"))
    #expect(try bench.log(of: Kitchen.id).hasSuffix("garbage\n"))
  }

  @Test func `of an unreadable log nothing else is claimed`() throws {
    #expect(bench.run("delete", "4444").status == 0)
    lock(Self.log)
    let outcome = bench.run("verify")
    #expect(outcome.status == 11)
    #expect(outcome.output.contains("bad-file"))
    #expect(!outcome.output.contains("log-shrunk"), "\(outcome.output)")
    #expect(outcome.output.contains("hyperbasis verify --repair does not repair the damage"))
    #expect(!outcome.output.contains("repairs"), "\(outcome.output)")
  }

  @Test func `an unreadable folder of logs stops no check`() throws {
    #expect(bench.run("delete", "4444").status == 0)
    lock("/events")
    let outcome = bench.run("verify", "--json")
    #expect(outcome.status == 11)
    let report = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
    let problems = (report as? [String: Any])?["problems"] as? [[String: Any]] ?? []
    let bad = problems.filter { $0["kind"] as? String == "bad-file" }
    #expect(bad.compactMap { $0["file"] as? String } == ["events"])
    #expect(!problems.contains { $0["kind"] as? String == "log-shrunk" })
  }
}
