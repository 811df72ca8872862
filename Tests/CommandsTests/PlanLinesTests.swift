import Foundation
import Testing

@testable import HyperbasisCommands

/// The lines of a plan describe each event as the log does once it is written.
struct PlanLinesTests {
  private let bench: Workbench

  init() throws {
    bench = try Kitchen.workbench()
    bench.terminals.columns = 120
  }

  /// Writes one operation that moves the lamp, edits it, and deletes it, as far as `types` say.
  private func act(_ types: String...) throws {
    let rest = [
      "moved": #","transform":\#(Kitchen.transform("4", "0", "0"))"#,
      "updated": #","metadata":{"type":"model","text":"Lamp","k":2}"#, "deleted": "",
    ]
    let lines = types.enumerated().map { number, type in
      Kitchen.line(
        7 + number, Kitchen.lamp, type, "2024-06-19T09:00:00Z", 2 + number,
        (rest[type] ?? "") + #","operation":"CCCCCCCC-0000-4000-8000-000000000001""#)
    }
    try bench.writeLog(Kitchen.lines + lines)
  }

  /// Returns what the lines of a plan, or of a log, say of each event, by its type.
  private func details(_ output: String) -> [String: String] {
    let lines = output.matches(of: #/(moved|updated|deleted|restored) .* Lamp(?:: (.*))?\n/#)
    return Dictionary(
      lines.map { (String($0.1), $0.2.map(String.init) ?? "") }, uniquingKeysWith: { $1 })
  }

  @Test func eachEventTellsWhatItDoesItself() throws {
    try act("moved", "updated")
    let undone = details(bench.run("undo").output)
    #expect(undone == ["moved": "moved 5.00 m", "updated": "-k: 2"])
    let logged = bench.run("log", "--anchor", Kitchen.lamp, "--reverse", "--limit", "2").output
    let done = logged.replacing(" by tester@here", with: "").replacing(" (undo)", with: "")
    #expect(details(done) == undone, "\(logged)")
  }

  @Test func whatChangesBeforeADeletionIsSaidToo() throws {
    try act("moved", "updated", "deleted")
    let undone = bench.run("undo").output
    // Bringing it back completely takes one event or several: each describes its own part.
    let texts = details(undone).values.filter { !$0.isEmpty }.joined(separator: "; ")
    #expect(texts.contains("moved 5.00 m") && texts.contains("-k: 2"), "\(undone)")
    let redone = details(bench.run("redo").output)
    #expect(redone == ["moved": "moved 5.00 m", "updated": "+k: 2", "deleted": ""])
  }
}
