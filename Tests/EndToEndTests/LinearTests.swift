import Foundation
import TestSupport
import Testing

/// The time machine in line mode, in a terminal and from a script.
struct LinearTests {
  private let store: ScratchStore

  init() throws {
    store = try ScratchStore()
    #expect(try store.program.run("new", "Hall").status == 0)
    #expect(try store.program.run("add", "text=Lamp", "--position", "1,0,1").status == 0)
  }

  private func open() throws -> PseudoTerminal {
    let terminal = try store.program.open("--linear")
    try terminal.wait(for: "q quits")
    return terminal
  }

  /// Expects nothing but lines: no sequence except the one that tells pasted text from keys.
  private func expectLines(
    _ terminal: PseudoTerminal, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let text = String(decoding: terminal.output, as: UTF8.self)
      .replacing("\u{1B}[?2004h", with: "").replacing("\u{1B}[?2004l", with: "")
    let controls = text.unicodeScalars.filter { $0.value < 0x20 && $0 != "\r" && $0 != "\n" }
    #expect(controls.isEmpty, sourceLocation: sourceLocation)
    #expect(!text.contains { "┌│─".contains($0) }, sourceLocation: sourceLocation)
  }

  private func expectRestored(
    _ terminal: PseudoTerminal, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(terminal.isCooked, sourceLocation: sourceLocation)
    #expect(terminal.screen.modes.isDisjoint(with: [2004]), sourceLocation: sourceLocation)
    expectLines(terminal, sourceLocation: sourceLocation)
  }

  @Test func aKeyIsEnoughAndEachChangeIsALine() throws {
    let terminal = try open()
    #expect(!terminal.isCooked)
    terminal.send("j")
    try terminal.wait(for: "Lamp at 1.00")
    #expect(try store.program.run("add", "text=Sofa", "--position", "2,0,0").status == 0)
    try terminal.wait(for: "2 anchors, now")
    terminal.send("tstart")
    try terminal.wait(for: "date: start")
    terminal.press(.enter)
    try terminal.wait(for: "past, 1 differs from now")
    terminal.press(.end)
    terminal.press(.controlL)
    try terminal.wait(for: "Sofa 2.00 0.00 0.00")
    terminal.send("q")
    #expect(try terminal.waitForExit() == .exited(0))
    expectRestored(terminal)
  }

  @Test func anAnswerBeginsOnALineOfItsOwn() throws {
    let terminal = try open()
    terminal.send("f")
    terminal.send("text:")
    try terminal.wait(for: "filter: text:")
    terminal.press(.end)
    terminal.send("x")
    terminal.press(.enter)
    try terminal.wait(until: "the filter is applied") { $0.contains("matches") }
    #expect(terminal.contains("\r\nfilter: text:x\r\n"))
    #expect(!terminal.contains("nothing to report"))
  }

  @Test func aPasteRunsNoKeys() throws {
    let terminal = try open()
    terminal.send("\u{1B}[200~jDWyq\n\u{1B}[201~")
    try terminal.wait(for: "paste works where text is typed")
    terminal.send("q")
    #expect(try terminal.waitForExit() == .exited(0))
    #expect(try store.logLines().count == 1)
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGALRM, SIGXCPU])
  func aSignalGivesTheLineBackAndSavesTheDraft(_ signal: Int32) throws {
    let terminal = try open()
    terminal.send("jD")
    try terminal.wait(for: "draft: Lamp is deleted")
    terminal.sendSignal(signal)
    #expect(try terminal.waitForExit() == .signaled(signal))
    expectRestored(terminal)
    #expect(terminal.screen.contains("the draft of 1 edit is saved"))
    let next = try open()
    try next.wait(for: "Draft of 1 edit")
    next.send("y")
    try next.wait(for: " is back")
  }

  @Test(arguments: [SIGSEGV, SIGILL, SIGTRAP, SIGABRT])
  func aCrashGivesTheLineBackToo(_ signal: Int32) throws {
    let terminal = try open()
    terminal.sendSignal(signal)
    #expect(try terminal.waitForExit() == .signaled(signal))
    expectRestored(terminal)
  }

  @Test func suspendedAndContinued() throws {
    let terminal = try store.program.openShell()
    try terminal.wait(for: "shell>")
    terminal.send("\"$HB\" --linear\r")
    try terminal.wait(for: "q quits")
    terminal.press(.controlZ)
    try terminal.wait(for: "Stopped")
    terminal.send("echo still; fg\r")
    try terminal.wait(for: "still")
    terminal.send("j")
    try terminal.wait(for: "Lamp at")
    terminal.send("Q")
    try terminal.wait(until: "the shell is back") { $0.lines.last { !$0.isEmpty } == "shell>" }
    terminal.send("exit 7\r")
    #expect(try terminal.waitForExit() == .exited(7))
  }

  @Test func aScriptSendsLines() throws {
    let store = "HYPERBASIS_STORE='\(store.directory.path)'"
    let outcome = try self.store.program.shell(
      "printf 'j\\nDe\\n\\nX\\nt%s\\nq\\n' start | \(store) \"$HB\" --linear; echo status $?")
    #expect(outcome.errors == "")
    #expect(outcome.output.contains("Lamp at 1.00, 0.00, 1.00"))
    #expect(outcome.output.hasSuffix("status 0\n"))
    #expect(!outcome.output.contains("\u{1B}"))
  }

  @Test func aScriptMaySendWhatATerminalSends() throws {
    let script = #"j\n\033OD\nW\n\033[B\nhello\n:select Lamp\r\n:goto start\nSy\nq\nq\n"#
    let outcome = try store.program.shell("printf '\(script)' | \"$HB\" --linear; echo status $?")
    #expect(outcome.output.contains("there is no draft"), "\(outcome.output)")
    #expect(!outcome.output.contains("bookmark set") && !outcome.output.contains("no anchor"))
    #expect(outcome.output.hasSuffix("status 0\n"))
    #expect(try store.logLines().count == 1)
  }

  @Test func theEndOfAScriptSavesItsDraft() throws {
    let outcome = try store.program.shell("printf 'j\\nD\\n' | \"$HB\" --linear")
    #expect(outcome.status == 0)
    #expect(outcome.errors.contains("the draft of 1 edit is saved"))
    let terminal = try open()
    try terminal.wait(for: "Draft of 1 edit")
  }

  @Test func aDumbTerminalGetsNoSequenceAtAll() throws {
    let terminal = try PseudoTerminal(
      executable: "/usr/bin/env",
      arguments: [
        "TERM=dumb", "HOME=\(store.directory.path)", "LANG=C.UTF-8", "TZ=UTC", BuiltProgram.path,
        "--linear", "--store", store.directory.path,
      ],
      environment: [:], columns: 80, rows: 24)
    try terminal.wait(for: "q quits")
    terminal.send("jq")
    #expect(try terminal.waitForExit() == .exited(0))
    #expect(!terminal.contains("\u{1B}"))
  }
}
