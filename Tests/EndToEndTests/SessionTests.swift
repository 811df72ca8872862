import Foundation
import TestSupport
import Testing

/// The life cycle of the time machine: how it starts, stops, is resized and ends.
struct SessionTests {
  private let store: ScratchStore

  init() throws {
    store = try ScratchStore()
    #expect(try store.program.run("new", "Hall").status == 0)
    #expect(try store.program.run("add", "text=Lamp", "--position", "1,0,1").status == 0)
  }

  private func open(_ words: String..., columns: Int = 80, rows: Int = 24) throws
    -> PseudoTerminal
  {
    let terminal = try store.program.open(columns: columns, rows: rows)
    try terminal.wait(for: "1 anchor")
    try terminal.wait(for: "? help")
    return terminal
  }

  private func expectRestored(
    _ terminal: PseudoTerminal, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let screen = terminal.screen
    #expect(!screen.isAlternate && screen.isCursorVisible, sourceLocation: sourceLocation)
    #expect(
      screen.modes.isDisjoint(with: [1000, 1002, 1006, 1049, 2004]),
      sourceLocation: sourceLocation)
    #expect(terminal.isCooked, sourceLocation: sourceLocation)
  }

  @Test(arguments: [
    SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU,
    SIGSYS,
  ])
  func aSignalEndsItAndIsSeenOutside(_ signal: Int32) throws {
    let terminal = try open()
    terminal.sendSignal(signal)
    #expect(try terminal.waitForExit() == .signaled(signal))
    expectRestored(terminal)
  }

  /// The signal comes with a write that fails because the file is too long, and that is reported.
  @Test func aFileThatIsTooLongDoesNotEndIt() throws {
    let terminal = try open()
    terminal.sendSignal(SIGXFSZ)
    terminal.send("y")
    try terminal.wait(for: "select an anchor first")
    terminal.send("q")
    #expect(try terminal.waitForExit() == .exited(0))
    expectRestored(terminal)
  }

  @Test(arguments: [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE])
  func aCrashGivesTheTerminalBackToo(_ signal: Int32) throws {
    let terminal = try open()
    terminal.sendSignal(signal)
    #expect(try terminal.waitForExit() == .signaled(signal))
    expectRestored(terminal)
  }

  /// A terminal answers at its own pace; until then the picture suits a dark one.
  @Test(arguments: [("ffff/ffff/ffff", true), ("0000/0000/0000", false)])
  func theTerminalIsAskedForItsBackground(color: String, isLight: Bool) throws {
    let terminal = try open()
    let asked = Array("\u{1B}]11;?\u{7}\u{1B}[c".utf8)
    #expect(terminal.output.firstRange(of: asked) != nil)
    let start = terminal.output.count
    terminal.send("\u{1B}]11;rgb:\(color)\u{1B}\\\u{1B}[?62;22c")
    terminal.send("y")
    try terminal.wait(for: "select an anchor first")
    let written = String(decoding: terminal.output[start...], as: UTF8.self)
    #expect(written.contains("38;5;26") == isLight, "the accent of the footer")
    #expect(try store.logLines().count == 1)
  }

  @Test func whoeverSaysTheThemeIsNotAsked() throws {
    let terminal = try store.program.open("--theme", "light")
    try terminal.wait(for: "? help")
    #expect(terminal.output.firstRange(of: Array("]11;?".utf8)) == nil)
    #expect(String(decoding: terminal.output, as: UTF8.self).contains("38;5;26"))
  }

  @Test func aSpaceThatIsDeletedMeanwhileSaysSo() throws {
    let terminal = try open()
    #expect(try store.program.run("delete-space", "Hall", "--yes").status == 0)
    try terminal.wait(for: "DELETED")
    terminal.send("u")
    try terminal.wait(for: "it cannot be changed")
    terminal.send("q")
    #expect(try terminal.waitForExit() == .exited(0))
  }

  @Test func escapeSequencesSplitAtAnyByteWriteNothing() throws {
    let terminal = try open()
    let lines = try store.logLines()
    // As keys, their bytes would add, delete, move or go back in time.
    for sequence in [
      "\u{1B}[A", "\u{1B}OD", "\u{1B}[1;2D", "\u{1B}[3~", "\u{1B}[200~DWyS\u{1B}[201~",
    ] {
      for byte in sequence.utf8 {
        terminal.send(String(UnicodeScalar(byte)))
        terminal.settle(milliseconds: 70)
      }
    }
    terminal.press(.end)
    try terminal.wait(for: "1 anchor")
    #expect(!terminal.screen.contains("DRAFT") && !terminal.screen.contains("PAST"))
    #expect(try store.logLines() == lines)
    terminal.send("q")
    #expect(try terminal.waitForExit() == .exited(0))
  }

  @Test func suspendedAndContinued() throws {
    let terminal = try store.program.openShell()
    try terminal.wait(for: "shell>")
    terminal.send("\"$HB\"\r")
    try terminal.wait(for: "? help")
    terminal.press(.controlZ)
    try terminal.wait(for: "Stopped")
    #expect(!terminal.screen.isAlternate && terminal.screen.isCursorVisible)
    #expect(try store.program.run("add", "text=Sofa", "--position", "2,0,0").status == 0)
    terminal.send("fg\r")
    try terminal.wait(for: "2 anchors")
    terminal.send("q")
    try terminal.wait(until: "the shell is back") { !$0.isAlternate }
    terminal.send("exit 7\r")
    #expect(try terminal.waitForExit() == .exited(7))
  }

  @Test func everySizeWorks() throws {
    let terminal = try open()
    for (columns, rows) in [(1, 1), (7, 2), (30, 10), (200, 60), (2, 50), (400, 120), (59, 19)] {
      terminal.resize(columns: columns, rows: rows)
      terminal.send("[")
    }
    terminal.resize(columns: 80, rows: 24)
    terminal.press(.end)
    try terminal.wait(for: "1 anchor")
    terminal.send("q")
    #expect(try terminal.waitForExit() == .exited(0))
  }

  @Test func severalSpacesAreChosenFrom() throws {
    #expect(try store.program.run("new", "Attic").status == 0)
    let terminal = try store.program.open()
    try terminal.wait(for: "Attic")
    try terminal.wait(for: "Hall")
    #expect(try store.program.run("new", "Cellar").status == 0)
    try terminal.wait(for: "Cellar")
    terminal.send("q")
    #expect(try terminal.waitForExit() == .exited(0))
    let named = try store.program.open("hall", "--at", "start")
    try named.wait(for: "Lamp")
  }

  @Test func typesAndThemes() throws {
    let terminal = try store.program.open(
      "--charset", "ascii", "--theme", "light", "--no-mouse", "--color", "never", "--utc")
    try terminal.wait(for: "? help")
    #expect(!terminal.screen.lines.dropFirst().joined().contains("┌"))
    #expect(terminal.screen.modes.isDisjoint(with: [1000, 1002, 1006]))
    #expect(!terminal.contains("[38;5;") && !terminal.contains("[48;5;"))
  }

  @Test func keysAreRebound() throws {
    let file = store.directory.appending(path: ".config/hyperbasis/keys.conf")
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data("# mine\nquit = Z\nfly = F\n".utf8).write(to: file)
    let terminal = try store.program.open()
    try terminal.wait(for: "line 3: there is no command \"fly\"")
    terminal.send("Z")
    #expect(try terminal.waitForExit() == .exited(0))
  }

  @Test func demoLeavesNothingBehind() throws {
    let empty = try ScratchStore()
    let terminal = try empty.program.open("demo")
    try terminal.wait(for: "Apartment")
    try terminal.wait(for: "? help")
    let during = try FileManager.default.contentsOfDirectory(atPath: empty.directory.path)
    #expect(during.contains { $0.hasPrefix("hyperbasis-demo-") })
    terminal.send("q")
    #expect(try terminal.waitForExit() == .exited(0))
    let after = try FileManager.default.contentsOfDirectory(atPath: empty.directory.path)
    #expect(!after.contains { $0.hasPrefix("hyperbasis-demo-") })
  }

  @Test func demoLeavesNothingBehindAfterASignal() throws {
    let empty = try ScratchStore()
    let terminal = try empty.program.open("demo")
    try terminal.wait(for: "? help")
    terminal.sendSignal(SIGTERM)
    #expect(try terminal.waitForExit() == .signaled(SIGTERM))
    let after = try FileManager.default.contentsOfDirectory(atPath: empty.directory.path)
    #expect(!after.contains { $0.hasPrefix("hyperbasis-demo-") })
  }

  @Test func demoIsKeptWhereAsked() throws {
    let empty = try ScratchStore()
    let kept = empty.directory.appending(path: "kept").path
    let terminal = try empty.program.open("demo", "--dir", kept)
    try terminal.wait(for: "? help")
    terminal.send("q")
    #expect(try terminal.waitForExit() == .exited(0))
    #expect(try empty.program.run("show", "--store", kept).status == 0)
  }

  @Test func theDemoSaysThatItIsASampleAndWhatBecameOfChanges() throws {
    let empty = try ScratchStore()
    let terminal = try empty.program.open("demo", columns: 120, rows: 30)
    try terminal.wait(for: "sample: changes go to a scratch copy")
    #expect(terminal.screen.contains("sample · "))
    let today = String(ISO8601DateFormatter().string(from: Date()).prefix(10))
    #expect(terminal.screen.contains(today))
    terminal.press(.down)
    terminal.send("D")
    try terminal.wait(for: "DRAFT")
    terminal.send("W")
    try terminal.wait(for: "u undoes it")
    terminal.send("q")
    try terminal.wait(for: "is removed, with the 1 change made to it")
    #expect(try terminal.waitForExit() == .exited(0))
  }

  @Test func eventsAheadOfTheClockAreTold() throws {
    let store = try ScratchStore()
    #expect(try store.program.run("new", "Hall").status == 0)
    #expect(try store.program.run("add", "text=Lamp", "--position", "1,0,1").status == 0)
    let line = try #require(try store.logLines().first)
    var event = try #require(
      try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    event["timestamp"] = "2301-02-03T04:05:06Z"
    event["id"] = UUID().uuidString
    event["anchorId"] = UUID().uuidString
    let handle = try FileHandle(forWritingTo: store.log())
    try handle.seekToEnd()
    try handle.write(contentsOf: JSONSerialization.data(withJSONObject: event) + Data("\n".utf8))
    try handle.close()
    let words = "1 event lies after today, in 2301; see verify"
    #expect(try store.program.run("stats").output.contains(words))
    try store.program.open(columns: 100, rows: 30).wait(for: words)
  }
}
