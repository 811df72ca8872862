import DriftTestSupport
import Foundation
import HyperbasisModels
import TestSupport
import Testing

/// A device relocates and writes every anchor again: the built program detects it.
struct DriftTests {
  @Test func aShiftIsListedAndTakenOutOfADiff() throws {
    let store = try ScratchStore()
    let grid = GridCase.places
    let log = GridCase.log(grid, grid.moved(by: GridCase.motion()))
    let folder = store.directory.appending(path: "events/\(log.space.uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(log.text.utf8).write(to: folder.appending(path: "events.jsonl"))
    let drift = try store.program.run("drift")
    #expect(drift.status == 0)
    #expect(drift.output.contains("space") && drift.output.contains("20/20"))
    #expect(drift.output.contains("now 32 cm, yaw +5°"))
    let diff = try store.program.run("diff", "--align", "--from", "2024-01-01T01:30:00Z")
    #expect(diff.status == 0 && diff.output.contains("the space shifted"))
    #expect(diff.output.contains("No changes · 20 unchanged"), "\(diff.output)")
  }

  // MARK: - An owner's questions

  /// Returns a store where phone A shifts all 25 anchors, and a day later five chairs are moved as one.
  private func shiftedAndTidied() throws -> ScratchStore {
    let store = try ScratchStore()
    let chairs = (0..<5).map { Place(SIMD3(1 + 0.6 * Double($0), 0, 1.5)) }
    let places = GridCase.places + chairs
    let shifted = places.moved(by: GridCase.motion())
    var log = DriftLog()
    for (number, place) in places.enumerated() {
      log.write(.created, number, place.transform, at: 60 * Double(number), actor: "jonas")
    }
    for (number, place) in shifted.enumerated() {
      log.write(.moved, number, place.transform, at: 7200, actor: "phone A", operation: 1)
    }
    for (number, place) in shifted.enumerated().dropFirst(20) {
      var aside = place
      aside.position += SIMD3(0.8, 0, 0.4)
      log.write(.moved, number, aside.transform, at: 93_600, actor: "mara", operation: 2)
    }
    let folder = store.directory.appending(path: "events/\(log.space.uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(log.text.utf8).write(to: folder.appending(path: "events.jsonl"))
    return store
  }

  private func press(_ keys: String, _ answers: [String], _ store: ScratchStore) throws {
    #expect(keys.count <= 8)
    let terminal = try store.program.open(columns: 150, rows: 40)
    try terminal.wait(for: "25 anchors")
    terminal.send(keys)
    for answer in answers { try terminal.wait(for: answer) }
    terminal.sendSignal(SIGTERM)
    try terminal.waitForExit()
  }

  @Test func wasThatAMoveOrAShift() throws {
    let store = try shiftedAndTidied()
    let output = try store.program.run("drift", "--all").output
    let rows = output.split(separator: "\n")
    let chairs = try #require(rows.first { $0.hasPrefix("2024-01-02 02:00:00") })
    #expect(chairs.contains("together"), "\(output)")
    try press("7i", ["together", "moved as one: not a shift"], store)
  }

  @Test func whenWasTheShiftWhoMadeItAndWhatWentAlong() throws {
    let store = try shiftedAndTidied()
    let output = try store.program.run("drift").output
    let rows = output.split(separator: "\n").filter { $0.hasPrefix("2024-") }
    #expect(rows.count == 1)
    #expect(rows[0].contains("02:00:00") && rows[0].contains("phone A"), "\(output)")
    #expect(rows[0].contains("space") && rows[0].contains("certain"), "\(output)")
    let json = try store.program.run("drift", "--json").output
    #expect(json.contains(#""leftBehind": 0"#) || json.contains(#""leftBehind":0"#))
    try press(
      "7", ["the whole space by", "25/25 followed", "by phone A", "2024-01-01 02:00:00"], store)
  }

  /// A chair goes back to where it stood before the shift, and the user chooses where that is today.
  @Test func aRollBackAcrossTheShiftIsAskedAbout() throws {
    let store = try shiftedAndTidied()
    let chair = DriftLog.anchorId(20).uuidString
    let warned = try store.program.run(
      "rollback", chair, "--to-version", "1", "--dry-run", "--yes")
    #expect(warned.status == 0 && warned.errors.contains("--frame now puts it where"))
    let terminal = try store.program.open(columns: 150, rows: 40)
    try terminal.wait(for: "25 anchors")
    terminal.send("t")
    try terminal.wait(for: "date:")
    terminal.send("2024-01-01 01:30\r")
    try terminal.wait(for: "PAST 2024-01-01 01:30")
    terminal.send("S")
    try terminal.wait(for: "come back as they were then")
    terminal.send("m")
    try terminal.wait(for: "come back where they are today")
    terminal.send("y")
    try terminal.wait(for: "undoes it")
    terminal.sendSignal(SIGTERM)
    try terminal.waitForExit()
    // Only the chairs had moved on their own: they are where the shift put them.
    let history = try store.program.run("history", chair, "--json").output
    #expect(history.contains(#""frame":"now""#) || history.contains(#""frame": "now""#))
    let drift = try store.program.run("drift").output
    #expect(drift.split(separator: "\n").count { $0.hasPrefix("2024-") } == 1, "\(drift)")
  }
}
