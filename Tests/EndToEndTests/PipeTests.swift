import Foundation
import TestSupport
import Testing

/// The program in scripts: pipes, missing terminals, exit codes.
struct PipeTests {
  private let store: ScratchStore

  init() throws {
    store = try ScratchStore()
    #expect(try store.program.run("new", "Hall").status == 0)
    #expect(try store.program.run("add", "text=Lamp", "--position", "1,0,1").status == 0)
  }

  @Test func withoutATerminalItNamesTheSubcommands() throws {
    for outcome in [try store.program.run(), try store.program.run("demo")] {
      #expect(outcome.status == 69)
      #expect(outcome.output == "")
      #expect(outcome.errors.hasPrefix("hyperbasis: the time machine needs a terminal"))
      #expect(outcome.errors.contains("show, log, history, diff, plot and stats"))
      #expect(outcome.errors.count { $0.isNewline } == 1)
    }
  }

  @Test func aClosedPipeEndsQuietly() throws {
    let line = "for i in 1 2 3 4 5 6 7 8 9 10 11 12; do \"$HB\" log --json; done | head -c 1"
    let outcome = try store.program.shell("set -o pipefail; " + line)
    #expect(outcome.errors == "")
    #expect(outcome.output == "[")
    let quiet = try store.program.shell("\"$HB\" log --json >&-; \"$HB\" log | true; echo $?")
    #expect(quiet.output == "0\n")
  }

  @Test func anExportEndsAsQuietlyAndFailsAsLoudly() throws {
    let line = "for i in 1 2 3 4 5 6; do \"$HB\" export --format html; done | head -c 1"
    let outcome = try store.program.shell("set -o pipefail; " + line)
    #expect(outcome.errors == "")
    #expect(outcome.output == "<")
    let full = try store.program.shell("\"$HB\" export --format csv > /dev/full")
    #expect(full.status == 73)
    #expect(full.errors.hasPrefix("hyperbasis: the output cannot be written"))
  }

  @Test func aFullDiskIsAnError() throws {
    let outcome = try store.program.shell("\"$HB\" show > /dev/full")
    #expect(outcome.status == 73)
    #expect(outcome.errors.hasPrefix("hyperbasis: the output cannot be written"))
  }

  @Test func theQuestionNeedsATerminal() throws {
    #expect(try store.program.run("add", "text=Sofa", "--position", "0,0,0").status == 0)
    let outcome = try store.program.shell("echo y | \"$HB\" rollback --space Hall --at start-1h")
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains("--yes"))
    #expect(try store.logLines().count == 2)
  }

  @Test func theQuestionIsAskedOnATerminal() throws {
    #expect(try store.program.run("add", "text=Sofa", "--position", "0,0,0").status == 0)
    let terminal = try store.program.open("rollback", "--space", "Hall", "--at", "start-1h")
    try terminal.wait(for: "Change 2 anchors? [y/N]")
    terminal.send("y\r")
    #expect(try terminal.waitForExit() == .exited(0))
    #expect(terminal.screen.contains("Wrote 2 events; hyperbasis undo takes it back."))
    #expect(try store.logLines().count == 4)
  }

  @Test func severalWritersAtOnce() throws {
    let shown = try store.program.run("show", "--json").output
    let anchor = try #require(shown.split(separator: #"{"id":""#).last?.prefix(36))
    let line = """
      for writer in 1 2 3 4; do
        (for number in 1 2 3 4 5; do
          "$HB" set \(anchor) writer$writer=$number > /dev/null || echo lost
        done) &
      done; wait
      """
    #expect(try store.program.shell(line).output == "")
    #expect(try store.logLines().count == 21)
    // No writer overwrites what another one has set.
    let state = try store.program.run("show", "--json").output
    for writer in 1...4 { #expect(state.contains("\"writer\(writer)\":5")) }
    #expect(try store.program.run("verify").status == 0)
  }
}
