import Foundation
import TestSupport
import Testing

/// The questions of a space's owner: each is answered by one command, and most by at most eight keys in
/// the time machine.
struct OwnerQuestionTests {
  private let store: ScratchStore

  init() throws { store = try Office.store() }

  /// Returns the lines that a command prints.
  private func lines(
    _ words: String..., sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> [String] {
    let outcome = try store.program.run(words)
    #expect(outcome.status == 0 && outcome.errors.isEmpty, sourceLocation: sourceLocation)
    return outcome.output.split(separator: "\n").map(String.init)
  }

  /// Presses keys in the time machine, one after the other, and waits for the answer.
  private func press(
    _ keys: [String], _ answer: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    #expect(keys.count <= 8, sourceLocation: sourceLocation)
    let terminal = try store.program.open(columns: 120, rows: 40)
    try terminal.wait(for: "? help")
    try terminal.wait(for: "3 anchors")
    terminal.send(keys.joined())
    do {
      try terminal.wait(for: answer)
    } catch {
      Issue.record(error, sourceLocation: sourceLocation)
    }
    terminal.sendSignal(SIGTERM)
    try terminal.waitForExit()
  }

  @Test func howManyWereThereAtThreePastTwelve() throws {
    #expect(try lines("show", "--at", "12:03")[0].hasSuffix("2024-05-03 12:03:00 UTC · 4 anchors"))
    try press(["t", "1", "2", ":", "0", "3", "\r"], "4 anchors")
  }

  @Test func whoMovedMost() throws {
    #expect(try lines("stats").contains("longest path: Robot (3C500000), 10.0 m"))
    #expect(try lines("show", "--sort", "path")[2].contains("Robot"))
    try press([";", ";", ";", ";", ";", ";"], "Robot")
  }

  @Test func whoDeletedItAndWhen() throws {
    let last = try #require(try lines("history", "Lamp").last)
    #expect(last.hasPrefix("2024-05-02 16:20:00  deleted") && last.hasSuffix(" by mara"))
    let deletions = try lines("log", "--type", "deleted", "--where", "lamp")
    #expect(deletions.count == 2 && deletions[1].hasSuffix(" by mara"))
    try press(
      ["/", "l", "a", "m", "p", "\r"], "deleted  2024-05-02 16:20:00 UTC by mara")
  }

  @Test func whoAddedIt() throws {
    let versions = try lines("history", "Lamp")
    let first = try #require(versions.first { $0.contains("created") })
    #expect(first.hasPrefix("2024-05-01 09:00:00") && first.hasSuffix(" by jonas"))
    #expect(try lines("blame", "Lamp").contains { $0.contains("(place)") && $0.contains("jonas") })
    try press(
      ["/", "l", "a", "m", "p", "\r"], "created  2024-05-01 09:00:00 UTC by jonas")
  }

  @Test func whatChangedInTheLastDayOfTheRecord() throws {
    let diff = try lines("diff", "--from", "end-1d")
    #expect(diff.contains { $0.hasPrefix("+") && $0.contains("Desk") })
    #expect(diff.contains { $0.hasPrefix("≈") && $0.contains("+status: jammed") })
    #expect(diff.last?.hasPrefix("1 added, 1 updated") == true)
    try press(["{", "d", "d"], "1 added")
  }

  @Test func whenWasPerson200Here() throws {
    let found = try lines("find", "person 200")
    #expect(found.count == 2)
    #expect(found[1].contains("person 200  2024-05-03 12:02:00  2024-05-03 12:04:00"))
    try press(["/", "2", "0", "0", "\r"], "12:04:00")
  }

  @Test func whereDidTheDeviceWalk() throws {
    let plot = try lines("plot", "--trail", "Robot")
    #expect(plot[1] == "path of Robot: 10.0 m")
    #expect(plot.filter { $0.contains("⠨") }.count > 10)
    #expect(plot.contains { $0.contains("Robot ⠉⠉⠉⠉") })
    let day = try lines("plot", "--trail", "Robot", "--from", "2024-05-01T11:05:00Z", "--to", "end")
    #expect(day.contains("path of Robot: 7.00 m"))
    try press(["r", "r"], "trails: the last 64 positions")
  }

  @Test func whenWasItMostCrowded() throws {
    #expect(try lines("stats").contains("most at once: 4 anchors, 2024-05-03 12:02:30 UTC"))
    #expect(
      try lines("stats", "--where", "person").contains(
        "most at once: 2 anchors, 2024-05-03 12:02:30 UTC"))
  }
}
