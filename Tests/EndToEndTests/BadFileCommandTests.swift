import Foundation
import TestSupport
import Testing

/// Every command on a store where something else lies in place of files: none hangs, and commands about
/// another space work.
struct BadFileCommandTests {
  private let store: ScratchStore
  private let hall: String

  init() throws {
    store = try ScratchStore()
    #expect(try store.program.run("new", "Hall").status == 0)
    #expect(try store.program.run("new", "Shed").status == 0)
    #expect(try store.program.run("add", "Hall", "text=Lamp", "--position", "1,0,1").status == 0)
    #expect(try store.program.run("add", "Shed", "text=Rake", "--position", "1,0,1").status == 0)
    let events = store.directory.appending(path: "events")
    let folders = try FileManager.default.contentsOfDirectory(atPath: events.path)
    let found = try folders.first { name in
      let log = events.appending(path: "\(name)/events.jsonl")
      return try String(contentsOf: log, encoding: .utf8).contains("Lamp")
    }
    hall = try #require(found)
  }

  private static let looks = [
    ["spaces"], ["show", "Shed"], ["log", "Shed"], ["log"], ["diff", "Shed"], ["stats", "Shed"],
    ["plot", "Shed"], ["operations", "Shed"], ["history", "Rake"], ["blame", "Rake"],
    ["find", "Rake"], ["drift", "Shed"], ["export", "Shed", "--format", "csv"],
  ]

  private static let changes = [
    ["add", "Shed", "text=Saw", "--position", "0,0,0"], ["move", "Rake", "--to", "2,0,0"],
    ["set", "Rake", "a=1"], ["delete", "Rake"], ["restore", "Rake"], ["undo", "Shed"],
    ["redo", "Shed"], ["rollback", "Rake", "--to-version", "1"], ["rename", "Shed", "Barn"],
    ["bookmarks", "Barn", "--add", "x"], ["delete-space", "Barn", "--yes"],
    ["restore-space", "Barn", "--yes"], ["purge", "--before", "now", "--yes"],
  ]

  private func put(_ kind: String, at path: String) throws {
    let place = store.directory.appending(path: path).path
    let commands = [
      "pipe": "mkfifo '\(place)'", "folder": "mkdir '\(place)'",
      "link": "ln -s /etc/passwd '\(place)'", "loop": "ln -s '\(place)' '\(place)'",
    ]
    let command = try #require(commands[kind])
    #expect(try store.program.shell("rm -rf '\(place)'; \(command)").status == 0)
  }

  /// Runs every command that is not about the hall.
  private func expectTheRestWorks() throws {
    for words in Self.looks + Self.changes {
      let outcome = try store.program.shell(
        "timeout 20 \"$HB\" \(words.map { "'\($0)'" }.joined(separator: " "))")
      #expect(outcome.status == 0, "\(words): \(outcome.errors)")
      #expect(outcome.errors.count { $0.isNewline } <= 1, "\(outcome.errors)")
    }
    let report = try store.program.shell("timeout 20 \"$HB\" verify")
    #expect(report.status == 11)
    #expect(report.output.contains("bad-file"))
  }

  @Test(arguments: ["pipe", "folder", "link", "loop"]) func aLog(kind: String) throws {
    try put(kind, at: "events/\(hall)/events.jsonl")
    try expectTheRestWorks()
    let show = try store.program.shell("timeout 20 \"$HB\" show Hall")
    #expect(show.status == 65)
    #expect(show.errors.contains("events.jsonl could not be"))
    #expect(show.errors.contains(": it is a "), "\(show.errors)")
    let add = try store.program.shell("timeout 20 \"$HB\" add Hall --position 0,0,0")
    #expect(add.status != 0)
    #expect(add.errors.count { $0.isNewline } == 1)
  }

  @Test(arguments: ["pipe", "folder", "link", "loop"]) func anAnchor(kind: String) throws {
    try put(kind, at: "anchors/AAAAAAAA-0000-4000-8000-000000000000.json")
    try expectTheRestWorks()
    let outcome = try store.program.run("show", "Hall")
    #expect(outcome.status == 0)
    #expect(
      outcome.errors.hasPrefix("hyperbasis: warning: skipped 1 damaged part of anchors/AAAAAAAA-"))
  }

  @Test(arguments: ["pipe", "folder", "link", "loop"]) func aSpace(kind: String) throws {
    try put(kind, at: "spaces/\(hall).json")
    try expectTheRestWorks()
    #expect(try store.program.run("show", hall).output.contains("Lamp"))
  }

  @Test func theTimeMachineGoesOnInOtherSpaces() throws {
    try put("pipe", at: "events/\(hall)/events.jsonl")
    let terminal = try store.program.open("Shed")
    try terminal.wait(for: "1 anchor")
    terminal.send("q")
    #expect(try terminal.waitForExit() == .exited(0))
  }

  @Test func anEmptyNameOfAStoreIsAnError() throws {
    for words in [["spaces"], ["new", "X"], ["open"], ["verify"]] {
      let outcome = try store.program.run(words + ["--store", ""])
      #expect(outcome.status == 64, "\(words)")
      #expect(outcome.errors.contains("--store"))
    }
  }
}
