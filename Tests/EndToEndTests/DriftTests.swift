import DriftTestSupport
import Foundation
import Testing

/// A device finds its place anew and writes every anchor again: the built program sees it.
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
}
