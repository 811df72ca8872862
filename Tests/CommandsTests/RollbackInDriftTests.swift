import DriftTestSupport
import Foundation
import HyperbasisAnchorLog
import HyperbasisModels
import Testing

@testable import HyperbasisCommands

/// Operations that bring earlier places back in the frame of today are listed as such beside the shifts.
struct RollbackInDriftTests {
  /// Returns a store with a shift, and an operation that moves the anchors elsewhere as one, as a
  /// rollback with `--frame now` does.
  private func bench(undoing: Int? = nil) throws -> Workbench {
    let grid = GridCase.places
    var log = GridCase.log(grid, grid.moved(by: GridCase.motion()))
    let tag = CorrectionTag(
      shifts: [DriftLog.operationId(1)], frame: nil,
      since: HBInstant(microseconds: 1_704_074_400_000_000))
    for (number, place) in grid.moved(by: GridCase.motion()).enumerated() {
      let back = Place(place.position + SIMD3(0.2, 0, 0), heading: place.heading)
      log.write(
        undoing == nil ? .restored : .moved, number, back.transform, at: 93_600, actor: "ann",
        operation: 2, undoing: undoing, correcting: tag)
    }
    let bench = try Workbench(log)
    bench.terminals.columns = 160
    return bench
  }

  @Test func aRollBackIsNamedSo() throws {
    let bench = try bench()
    let text = bench.run("drift").output
    #expect(text.contains("  a rollback") && !text.contains("a correction"), "\(text)")
    let refused = bench.run(
      "correct", "--shift", DriftLog.operationId(2).uuidString, "--to", "old", "--yes"
    ).errors
    #expect(refused.contains("is a rollback, not a shift; "), "\(refused)")
  }

  @Test func anUndoIsNamedSo() throws {
    let text = try bench(undoing: 7).run("drift").output
    #expect(text.contains("  an undo") && !text.contains("a correction"), "\(text)")
  }
}
