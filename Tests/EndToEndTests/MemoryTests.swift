import Foundation
import TestSupport
import Testing

/// What a session keeps for the next one.
struct MemoryTests {
  private let store: ScratchStore

  init() throws {
    store = try ScratchStore()
    #expect(try store.program.run("new", "Hall").status == 0)
    #expect(try store.program.run("add", "text=Lamp", "--position", "1,0,1").status == 0)
    #expect(try store.program.run("add", "text=Sofa", "--position", "2,0,0").status == 0)
  }

  private func open(_ program: BuiltProgram? = nil) throws -> PseudoTerminal {
    let terminal = try (program ?? store.program).open()
    try terminal.wait(for: "2 anchors")
    return terminal
  }

  /// Stages two edits without writing them.
  private func stage(_ terminal: PseudoTerminal) throws {
    terminal.press(.down)
    terminal.send("D")
    try terminal.wait(for: "DRAFT of 1")
    terminal.press(.down)
    terminal.send("M")
    terminal.press(.right)
    terminal.press(.enter)
    try terminal.wait(for: "DRAFT of 2")
  }

  private var stateFiles: [String] {
    let folder = store.directory.appending(path: ".local/state/hyperbasis").path
    let paths = (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []
    return paths.filter { $0.contains(".json") }
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT])
  func aSignalSavesTheDraftAndTheNextStartOffersIt(_ signal: Int32) throws {
    let terminal = try open()
    try stage(terminal)
    terminal.sendSignal(signal)
    #expect(try terminal.waitForExit() == .signaled(signal))
    #expect(terminal.isCooked && !terminal.screen.isAlternate)
    #expect(terminal.screen.contains("the draft of 2 edits is saved"))
    #expect(try store.logLines().count == 2, "nothing was written")

    let next = try open()
    try next.wait(for: "Draft of 2 edits")
    next.press(.enter)
    try next.wait(for: "offers it again")
    next.send("q")
    #expect(try next.waitForExit() == .exited(0))
    #expect(try store.logLines().count == 2, "Enter never writes")

    let last = try open()
    try last.wait(for: "Draft of 2 edits")
    last.send("y")
    try last.wait(for: "DRAFT of 2")
    last.send("W")
    try last.wait(for: "y does it")
    last.send("y")
    try last.wait(for: "the draft is written")
    last.send("q")
    #expect(try last.waitForExit() == .exited(0))
    #expect(try store.logLines().count == 4)
    #expect(!stateFiles.contains { $0.hasPrefix("drafts") })
  }

  @Test func aLostTerminalSavesTheDraftToo() throws {
    let terminal = try open()
    try stage(terminal)
    terminal.hangUp()
    #expect(try terminal.waitForExit() == .signaled(SIGHUP))
    let next = try open()
    try next.wait(for: "Draft of 2 edits")
    next.send("X")
    try next.wait(for: "the saved draft is dropped")
    #expect(!stateFiles.contains { $0.hasPrefix("drafts") })
  }

  @Test func reopeningIsWhereOneWas() throws {
    let terminal = try open()
    terminal.send("5++ra")
    try terminal.wait(for: "A is ")
    terminal.send("q")
    #expect(try terminal.waitForExit() == .exited(0))
    #expect(stateFiles.count == 1)
    let next = try open()
    try next.wait(for: "0 fit")
  }

  @Test func damagedStateIsToldAndDoesNotFailTheProgram() throws {
    let terminal = try open()
    terminal.send("5+q")
    #expect(try terminal.waitForExit() == .exited(0))
    let file = store.directory.appending(path: ".local/state/hyperbasis/\(stateFiles[0])")
    try Data("{\u{0}".utf8).write(to: file)
    let next = try open()
    try next.wait(for: "line 1")
    next.send("q")
    #expect(try next.waitForExit() == .exited(0))
    #expect(stateFiles.contains { $0.hasSuffix(".damaged") })
  }
}
