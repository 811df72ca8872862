import DriftTestSupport
import Foundation
import HyperbasisModels
import Testing

@testable import HyperbasisCommands

/// What the commands say of corrections, before and after they are made.
struct CorrectionWordsTests {
  private let first = DriftLog.operationId(1).uuidString

  /// Both have the date of their burst.
  @Test func twoShiftsOfOneBurstAreToldApart() throws {
    let bench = try Workbench(TwoRooms.log())
    let shifts = try #require(try bench.object("drift")["shifts"] as? [[String: Any]])
    let plans = try shifts.map { shift in
      let id = try #require(shift["id"] as? String)
      return bench.run("correct", "--shift", id, "--to", "old", "--dry-run").output
    }
    #expect(plans.contains { $0.contains("02:00:00 UTC by 35 cm, yaw +5°, back to") }, "\(plans)")
    #expect(plans.contains { $0.contains("02:00:00 UTC by 33 cm, yaw -3°, back to") }, "\(plans)")
  }

  /// What one operation did is listed motion by motion, with an id that undo takes.
  @Test func aCorrectionThatMadeTwoMotionsHasOneId() throws {
    let bench = try Workbench(TwoRooms.log())
    #expect(bench.run("correct", "--since", "start", "--to", "old", "--yes").status == 0)
    let operations = try #require(try bench.json("operations") as? [[String: Any]])
    let id = try #require(operations.first?["operation"] as? String)
    let lines = bench.run("drift").output.split(separator: "\n")
    let rows = lines.filter { $0.contains("  correction  ") }
    #expect(rows.count == 2 && rows.allSatisfy { $0.hasSuffix(" \(id.prefix(8))") }, "\(lines)")
    #expect(lines.count { $0.contains("  taken out") } == 2, "\(lines)")
    let refusal = bench.run("correct", "--shift", id, "--to", "old").errors
    #expect(refusal.contains("is a correction, not a shift; "), "\(refusal)")
  }

  /// The same as in the history of the time machine.
  @Test func historyAndLogTellCorrections() throws {
    let bench = try Workbench(WorkedTable.log())
    bench.environment["COLUMNS"] = "120"
    for command in [["correct", "--shift", first, "--to", "old"], ["undo"], ["redo"]] {
      #expect(bench.run(command + ["--yes"]).status == 0)
    }
    let lamp = DriftLog.anchorId(WorkedTable.Anchor.lamp.rawValue).uuidString
    for command in [["history", lamp], ["log"]] {
      let lines = bench.run(command).output.split(separator: "\n")
      let marks = ["(correction)", "(undo)", "(redo)"].map { mark in
        lines.count { $0.hasSuffix(" \(mark)") }
      }
      #expect(marks == (command.count == 2 ? [1, 1, 1] : [9, 9, 9]), "\(lines)")
    }
  }

  /// The anchor that is left by the shift is in its frame nevertheless.
  @Test func whyNothingIsBroughtAlongIsSaid() throws {
    let places = GridCase.places
    var after = places.moved(by: GridCase.motion())
    let words = ["correct", "--shift", first, "--to"]
    let whole = try Workbench(GridCase.log(places, after))
    #expect(
      whole.run(words + ["new"]).output
        == "Nothing to change: every anchor went along with this shift.\n")
    #expect(whole.run(words + ["old", "--yes"]).status == 0)
    #expect(
      whole.run(words + ["new"]).output
        == "Nothing to change: this shift was taken back, so there is no frame after it.\n")
    after[7].position += SIMD3(0.9, 0, 0.4)
    let bench = try Workbench(GridCase.log(places, after))
    #expect(
      bench.run(words + ["new"]).output
        == "Nothing to change: every anchor is in the frame after this shift by now: the one that did not "
        + "follow moved by itself in the same burst.\n")
  }

  /// Nobody has moved what an earlier correction wrote.
  @Test func movesOfAnEarlierCorrectionAreNotThoseOfPeople() throws {
    let places = GridCase.places
    let shifted = places.moved(by: GridCase.motion())
    var log = GridCase.log(places, shifted)
    let second = places.motion(yaw: -8, then: SIMD3(-0.5, 0.1, 0.4))
    for (number, place) in shifted.moved(by: second).enumerated() {
      log.write(.moved, number, place.transform, at: 20_000, operation: 2)
    }
    log.write(.moved, 3, Place(SIMD3(9, 1, 9)).transform, at: 30_000, operation: 3)
    let bench = try Workbench(log)
    #expect(bench.run("correct", "--shift", first, "--to", "old", "--yes").status == 0)
    let plan = bench.run(
      "correct", "--shift", DriftLog.operationId(2).uuidString, "--to", "old", "--dry-run")
    #expect(
      plan.output.contains(
        "20 move (19 with an earlier correction kept, 1 with later moves kept)"), "\(plan)")
  }
}
