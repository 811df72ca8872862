import Foundation
import TestSupport
import Testing

/// Bookmarks with notes, set on the screen and on the command line, in the same store.
struct BookmarkTests {
  private let store: ScratchStore

  init() throws {
    store = try ScratchStore()
    #expect(try store.program.run("new", "Hall").status == 0)
    for _ in 0..<2 {
      #expect(try store.program.run("add", "text=Lamp", "--position", "1,0,1").status == 0)
    }
  }

  private func list() throws -> [[String: Any]] {
    let output = try store.program.run("bookmarks", "--json").output
    return try #require(
      try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [[String: Any]])
  }

  @Test func whatOneSetsTheOtherSees() throws {
    let terminal = try store.program.open(columns: 100, rows: 30)
    try terminal.wait(for: "2 anchors")
    terminal.send("B")
    try terminal.wait(for: "bookmark, a note:")
    terminal.send("all is there\r")
    try terminal.wait(for: "bookmark set on")
    let listed = try store.program.run("bookmarks")
    #expect(listed.output.contains("all is there") && listed.output.contains("tester"))

    let added = try store.program.run(
      "bookmarks", "Hall", "--add", "the beginning", "--at", "start")
    #expect(added.status == 0 && added.output.contains("the beginning"))
    terminal.send("'")
    try terminal.wait(for: "2 bookmarks")
    terminal.press(.home)
    terminal.press(.enter)
    try terminal.wait(for: "bookmark: the beginning")
    try terminal.wait(for: "PAST")
    terminal.send("}")
    try terminal.wait(for: "bookmark: all is there")
    terminal.send("q")
    #expect(try terminal.waitForExit() == .exited(0))

    let ids = try list().compactMap { $0["id"] as? String }
    #expect(ids.count == 2)
    let dry = try store.program.run("bookmarks", "--remove", ids[0], "--dry-run")
    #expect(dry.output.contains("Nothing was written"))
    #expect(try store.program.run("bookmarks", "--remove", String(ids[0].prefix(8))).status == 0)
    #expect(try list().compactMap { $0["id"] as? String } == [ids[1]])
    #expect(try store.program.run("verify").status == 0)
  }

  @Test func mistakesAreToldWithWhatToDo() throws {
    let unknown = try store.program.run("bookmarks", "--remove", "ABCD")
    #expect(unknown.status == 65 && unknown.errors.contains("lists them with their ids"))
    #expect(try store.program.run("bookmarks", "--add", "x", "--at", "noday").status == 64)
    #expect(try store.program.run("bookmarks", "--add", " ").status == 64)
    #expect(try store.program.run("bookmarks", "--at", "start").status == 64)
    #expect(try store.program.run("bookmarks").output.contains("No bookmarks yet"))
  }

  @Test func whatOthersSetMeanwhileIsListedAndShownSafely() throws {
    let terminal = try store.program.open(columns: 100, rows: 30)
    try terminal.wait(for: "2 anchors")
    terminal.send("'")
    try terminal.wait(for: "no bookmarks yet")
    #expect(try store.program.run("bookmarks", "--add", "a\u{1B}[31mred\u{202E}").status == 0)
    #expect(!(try store.program.run("bookmarks").output.contains("\u{1B}[31m")))
    terminal.send("'")
    try terminal.wait(for: "1 bookmark")
    #expect(!terminal.screen.contains("\u{202E}"))
  }
}
