import Foundation
import TestSupport
import Testing

/// The driver from outside: a program that uses it, in a terminal of its own.
struct ProbeTests {
  private func start(
    _ environment: [String: String] = [:], columns: Int = 60, rows: Int = 12
  ) throws -> PseudoTerminal {
    let probe = Bundle.main.bundleURL.appendingPathComponent("TerminalProbe").path
    return try PseudoTerminal(
      executable: probe, environment: environment, columns: columns, rows: rows)
  }

  /// Waits until the first picture is complete; its last cell is written last.
  private func waitForPicture(_ terminal: PseudoTerminal) throws {
    try terminal.wait(for: "ready")
    try terminal.wait(until: "the corner is drawn") { screen in
      screen.lines.contains { $0.hasSuffix("┘") || $0.hasSuffix("-+") && !$0.contains("60x12") }
    }
  }

  private func expectRestored(
    _ terminal: PseudoTerminal, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let screen = terminal.screen
    #expect(!screen.isAlternate, sourceLocation: sourceLocation)
    #expect(screen.isCursorVisible, sourceLocation: sourceLocation)
    #expect(
      screen.modes.isDisjoint(with: [1000, 1002, 1006, 1049, 2004]),
      sourceLocation: sourceLocation)
    #expect(terminal.isCooked, sourceLocation: sourceLocation)
    #expect(screen.unknown == [], sourceLocation: sourceLocation)
  }
}

// MARK: - Taking the screen and giving it back

extension ProbeTests {
  @Test func theScreenIsTakenAndGivenBack() throws {
    let terminal = try start()
    try waitForPicture(terminal)
    #expect(terminal.screen.isAlternate && !terminal.screen.isCursorVisible)
    #expect(terminal.screen.modes.isSuperset(of: [1002, 1006, 2004]))
    #expect(!terminal.isCooked)
    #expect(terminal.screen.lines[0].hasPrefix("┌ 東京 60x12 ─"))
    #expect(terminal.screen.lines[11] == "└" + String(repeating: "─", count: 58) + "┘")
    terminal.send("q")
    #expect(try terminal.waitForExit() == .exited(0))
    expectRestored(terminal)
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR2, SIGVTALRM, SIGPROF])
  func signalsEndTheProgramByThemselves(signal: Int32) throws {
    let terminal = try start()
    try waitForPicture(terminal)
    terminal.sendSignal(signal)
    #expect(try terminal.waitForExit() == .signaled(signal))
    expectRestored(terminal)
  }

  @Test(arguments: [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE])
  func fatalSignalsGiveTheTerminalBackToo(signal: Int32) throws {
    let terminal = try start(["SWIFT_BACKTRACE": "enable=no"])
    try waitForPicture(terminal)
    terminal.sendSignal(signal)
    #expect(try terminal.waitForExit() == .signaled(signal))
    expectRestored(terminal)
  }

  @Test func aTrapInSwiftGivesTheTerminalBack() throws {
    let terminal = try start(["SWIFT_BACKTRACE": "enable=no"])
    try waitForPicture(terminal)
    terminal.send("t%!")
    let status = try terminal.waitForExit()
    #expect(status == .signaled(SIGILL) || status == .signaled(SIGTRAP))
    expectRestored(terminal)
  }

  @Test func anOverflowOfTheStackGivesTheTerminalBack() throws {
    let terminal = try start(["SWIFT_BACKTRACE": "enable=no"])
    try waitForPicture(terminal)
    terminal.send("#")
    #expect(try terminal.waitForExit() == .signaled(SIGSEGV))
    expectRestored(terminal)
  }

  @Test func aLostTerminalEndsTheProgram() throws {
    let terminal = try start()
    try waitForPicture(terminal)
    terminal.hangUp()
    #expect(try terminal.waitForExit() == .signaled(SIGHUP))
  }

  @Test func anAbortAndAnExitGiveTheTerminalBack() throws {
    for (key, status) in [
      ("@", PseudoTerminal.ExitStatus.signaled(SIGABRT)), ("x", .exited(7)),
      ("\u{3}", .signaled(SIGINT)),
    ] {
      let terminal = try start(["SWIFT_BACKTRACE": "enable=no"])
      try waitForPicture(terminal)
      terminal.send(key)
      #expect(try terminal.waitForExit() == status)
      expectRestored(terminal)
    }
  }

  @Test func theProgramStopsAndComesBack() throws {
    let terminal = try start()
    try waitForPicture(terminal)
    // The kernel does not stop a program that no shell could continue: it comes back at once.
    terminal.press(.controlZ)
    try terminal.wait(for: "resumed")
    #expect(terminal.contains("\u{1B}[?1049l"))
    #expect(terminal.screen.isAlternate)
    #expect(terminal.screen.modes.isSuperset(of: [1002, 1006, 2004]))
    #expect(!terminal.isCooked)
    terminal.send("q")
    #expect(try terminal.waitForExit() == .exited(0))
    expectRestored(terminal)
  }

  /// Returns an interactive shell in which the program was started and then stopped.
  private func startAndStopInShell() throws -> PseudoTerminal {
    let probe = Bundle.main.bundleURL.appendingPathComponent("TerminalProbe").path
    let terminal = try PseudoTerminal(
      executable: "/bin/bash", arguments: ["--norc", "--noprofile", "-i"],
      environment: ["PS1": "shell> ", "HISTFILE": ""], columns: 60, rows: 12)
    try terminal.wait(for: "shell>")
    terminal.send("'\(probe)'\r")
    try waitForPicture(terminal)
    terminal.press(.controlZ)
    try terminal.wait(for: "Stopped")
    return terminal
  }

  @Test func aStoppedProgramCanBeEnded() throws {
    let terminal = try startAndStopInShell()
    terminal.send("child=$(jobs -p); clear; kill %1; ")
    terminal.send("while kill -0 $child 2>/dev/null; do sleep 0.02; done; echo is go''ne\r")
    try terminal.wait(for: "is gone")
    try terminal.wait(for: "Terminated")
    #expect(!terminal.screen.isAlternate)
  }

  @Test func aShellCanStopAndContinueTheProgram() throws {
    let terminal = try startAndStopInShell()
    #expect(!terminal.screen.isAlternate && terminal.screen.isCursorVisible)
    #expect(terminal.screen.modes.isDisjoint(with: [1002, 1006]))
    let mark = terminal.output.count
    terminal.resize(columns: 50, rows: 10)
    terminal.send("fg\r")
    try terminal.wait(for: "resumed")
    try terminal.wait(for: "resize 50x10")
    #expect(terminal.contains("\u{1B}[?1049h", from: mark))
    #expect(terminal.screen.isAlternate)
    terminal.send("q")
    try terminal.wait(until: "the shell is back") { !$0.isAlternate }
    terminal.send("echo status $?\r")
    try terminal.wait(for: "status 0")
  }

  @Test func stoppedFromOutsideItDrawsAgainWhenContinued() throws {
    let terminal = try start()
    try waitForPicture(terminal)
    terminal.sendSignal(SIGSTOP)
    try terminal.waitForStop()
    let mark = terminal.output.count
    terminal.sendSignal(SIGCONT)
    try terminal.wait(for: "resumed")
    #expect(terminal.contains("ready", from: mark))
    terminal.send("q")
    #expect(try terminal.waitForExit() == .exited(0))
    expectRestored(terminal)
  }

  @Test(arguments: ["dumb", "", "no-such-terminal"])
  func unsuitableTerminalsAreRefused(type: String) throws {
    let terminal = try start(["TERM": type])
    #expect(try terminal.waitForExit() == .exited(69))
    #expect(!terminal.contains("\u{1B}"))
    #expect(terminal.isCooked)
  }
}

// MARK: - Input

extension ProbeTests {
  @Test func keysPasteAndMouseAreEvents() throws {
    let terminal = try start(rows: 20)
    try waitForPicture(terminal)
    terminal.send(
      "A\u{1B}[A\u{1B}OD\u{1B}[1;2C\u{1B}[200~q\n!\u{1B}[201~\u{1B}[<0;3;5M\r\u{1B}[9;9Wé")
    for text in [
      "key A", "key up", "key left", "key shift-right", "paste q␊!", "mouse press(", "2,4",
      "key enter", "key unknown", "key é",
    ] {
      try terminal.wait(for: text)
    }
  }

  @Test func escapeIsAKeyAfterAShortWhile() throws {
    let terminal = try start()
    try waitForPicture(terminal)
    terminal.press(.escape)
    try terminal.wait(for: "key escape")
    terminal.send("[")
    terminal.send("D")
    try terminal.wait(for: "key left")
    #expect(!terminal.screen.contains("key D") && !terminal.screen.contains("key ["))
  }

  @Test func resizingIsAnEvent() throws {
    let terminal = try start()
    try waitForPicture(terminal)
    for (columns, rows) in [(1, 1), (2, 1), (1, 9), (200, 60), (3, 3), (80, 24)] {
      terminal.resize(columns: columns, rows: rows)
    }
    try terminal.wait(for: "resize 80x24")
    let bottom = "└" + String(repeating: "─", count: 78) + "┘"
    try terminal.wait(until: "the bottom is drawn") { $0.lines[23] == bottom }
    terminal.send("q")
    #expect(try terminal.waitForExit() == .exited(0))
    expectRestored(terminal)
  }

  @Test func exportedSizesDoNotCount() throws {
    let terminal = try start(["COLUMNS": "33", "LINES": "7"])
    try waitForPicture(terminal)
    #expect(terminal.screen.lines[0].hasPrefix("┌ 東京 60x12 ─"))
    terminal.resize(columns: 70, rows: 14)
    try terminal.wait(for: "resize 70x14")
    terminal.send("k")
    try terminal.wait(for: "key k")
    let bottom = "└" + String(repeating: "─", count: 68) + "┘"
    try terminal.wait(until: "the bottom is drawn") { $0.lines[13] == bottom }
  }

  @Test(arguments: [(1, 1), (1, 5), (5, 1), (2, 2), (300, 100)])
  func everySizeWorks(columns: Int, rows: Int) throws {
    let terminal = try start(columns: columns, rows: rows)
    try terminal.wait(until: "something is drawn") { !$0.text.isEmpty && $0.isAlternate }
    terminal.send("abcq")
    #expect(try terminal.waitForExit() == .exited(0))
    expectRestored(terminal)
  }
}

// MARK: - Idling

#if os(Linux)
  extension ProbeTests {
    /// Returns how often the program went to sleep, which it does again after each time it woke.
    private func sleeps(of terminal: PseudoTerminal) throws -> Substring? {
      let status = try String(
        contentsOfFile: "/proc/\(terminal.processIdentifier)/status", encoding: .utf8)
      return status.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches") }
    }

    @Test func idleCostsNothing() throws {
      let terminal = try start()
      try waitForPicture(terminal)
      terminal.settle()
      let before = try sleeps(of: terminal)
      terminal.settle(milliseconds: 400)
      #expect(try sleeps(of: terminal) == before)
    }
  }
#endif

// MARK: - Output

extension ProbeTests {
  @Test func withoutUTF8EverythingIsASCII() throws {
    let terminal = try start(["LANG": "C"])
    try waitForPicture(terminal)
    #expect(terminal.screen.lines[0].hasPrefix("+ ? ?  60x12 --"))
    #expect(terminal.output.allSatisfy { $0 < 0x80 })
  }

  @Test(arguments: [["LANG": ""], ["LANG": "xx_YY.UTF-8"], ["LC_ALL": "", "LANG": "C.UTF-8"]])
  func withoutALocaleUTF8IsAssumed(environment: [String: String]) throws {
    let terminal = try start(environment)
    try waitForPicture(terminal)
    #expect(terminal.screen.lines[0].hasPrefix("┌ 東京 60x12 ─"))
  }

  @Test func withoutColourAttributesAreLeft() throws {
    let terminal = try start(["NO_COLOR": "1"])
    try waitForPicture(terminal)
    let renditions = Set(terminal.screen.cells.joined().flatMap(\.rendition))
    #expect(renditions == ["1", "2"])
    let colored = try start(["NO_COLOR": ""])
    try colored.wait(for: "ready")
    #expect(colored.contains("38;5;114"))
  }

  @Test(arguments: ["linux", "xterm", "screen-256color", "tmux-256color", "vt100", "ansi"])
  func otherTerminalsWork(type: String) throws {
    let terminal = try start(["TERM": type])
    try waitForPicture(terminal)
    terminal.send("q")
    #expect(try terminal.waitForExit() == .exited(0))
    #expect(terminal.isCooked)
  }

  @Test func aKeyCostsFewBytes() throws {
    let terminal = try start()
    try waitForPicture(terminal)
    terminal.settle()
    let mark = terminal.output.count
    terminal.send("k")
    try terminal.wait(for: "key k")
    terminal.settle()
    #expect(terminal.output.count - mark < 60)
    terminal.press(.controlL)
    try terminal.wait(for: "ctrl-l")
    #expect(terminal.contains("ready", from: mark))
  }

  @Test func titleAndClipboardAreSafe() throws {
    let terminal = try start(["TMUX": "/tmp/socket,1,0"])
    try waitForPicture(terminal)
    terminal.send("ty%")
    try terminal.wait(for: "copied")
    #expect(terminal.screen.title == "probe ␛]0;evil␇")
    #expect(terminal.screen.clipboard == ["Y29waWVk4pCb"])
    #expect(terminal.contains("\u{1B}Ptmux;\u{1B}\u{1B}]52;c;Y29waWVk4pCb\u{7}\u{1B}\\"))
    try terminal.wait(until: "the mouse is off") { $0.modes.isDisjoint(with: [1002, 1006]) }
    terminal.send("q")
    try terminal.waitForExit()
    #expect(terminal.contains("\u{1B}[23;0t"))
  }
}
