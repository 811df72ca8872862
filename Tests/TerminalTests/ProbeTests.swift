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

  private func expectRestored(_ terminal: PseudoTerminal) {
    #expect(!terminal.screen.isAlternate)
    #expect(terminal.screen.isCursorVisible)
    #expect(terminal.screen.modes.isDisjoint(with: [1000, 1002, 1006, 1049, 2004]))
    #expect(terminal.isCooked)
    #expect(terminal.screen.unknown == [])
  }

  @Test func theScreenIsTakenAndGivenBack() throws {
    let terminal = try start()
    #expect(terminal.isCooked)
    try terminal.wait(for: "ready")
    #expect(terminal.screen.isAlternate && !terminal.screen.isCursorVisible)
    #expect(terminal.screen.modes.isSuperset(of: [1002, 1006, 2004]))
    #expect(!terminal.isCooked)
    #expect(terminal.screen.lines[0].hasPrefix("┌ 東京 60x12 ─"))
    #expect(terminal.screen.lines[11] == "└" + String(repeating: "─", count: 58) + "┘")
    terminal.send("q")
    #expect(try terminal.waitForExit() == .exited(0))
    expectRestored(terminal)
  }
}
