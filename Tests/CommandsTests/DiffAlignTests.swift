import DriftTestSupport
import Foundation
import HyperbasisDrift
import HyperbasisModels
import Testing

@testable import HyperbasisCommands

/// `diff --align` takes out the shifts that were found between the two dates.
struct DiffAlignTests {
  private let grid = GridCase.places
  private let m5 = GridCase.motion()

  /// Returns the difference between the state before the first shift and the latest state.
  private func diff(_ log: DriftLog) throws -> (json: [String: Any], text: String) {
    let bench = try Workbench(log)
    let words = ["diff", "--align", "--from", "2024-01-01T01:30:00Z"]
    return (try bench.object(words), bench.run(words).output.replacing("\n", with: " "))
  }

  private func moved(_ json: [String: Any]) -> Set<String> {
    let moves = json["moved"] as? [[String: Any]] ?? []
    return Set(moves.compactMap { ($0["anchor"] as? [String: Any])?["id"] as? String })
  }

  private func ids(_ numbers: some Sequence<Int>) -> Set<String> {
    Set(numbers.map { DriftLog.anchorId($0).uuidString })
  }

  /// Half of the anchors followed: those that were left behind did not move.
  @Test func aPartIsTakenOutOfThoseThatFollowed() throws {
    let after = grid.moved(by: m5).enumerated().map { $0 % 2 == 0 ? $1 : nil }
    let (json, text) = try diff(GridCase.log(grid, after))
    #expect(moved(json).isEmpty)
    let shift = try #require(json["shift"] as? [String: Any])
    #expect(shift["shifts"] as? [String] == [DriftLog.operationId(1).uuidString])
    #expect(shift["inliers"] as? Int == 10 && shift["common"] as? Int == 20)
    #expect(abs((shift["yaw"] as? Double ?? 0) - 5) < 0.01)
    #expect(text.contains("a part of the space shifted "))
    #expect(text.contains("; distances and angles are without it, places are as they were"))
    #expect(text.contains("10 of 20 anchors"))
  }

  /// A part shifted, and the rest was moved along: then the whole space counts as shifted.
  @Test func `what all anchors took is the shift of the space`() throws {
    let after = grid.moved(by: m5).enumerated().map { $0 % 2 == 0 ? $1 : nil }
    let bench = try Workbench(GridCase.log(grid, after))
    let id = DriftLog.operationId(1).uuidString
    let outcome = bench.run("correct", "--shift", id, "--to", "new", "--yes")
    #expect(outcome.status == 0, "\(outcome)")
    let text = bench.run("diff", "--align", "--from", "2024-01-01T01:30:00Z").output
      .replacing("\n", with: " ")
    #expect(text.contains(" the space shifted 35 cm, yaw +5°"), "\(text)")
    #expect(text.contains("20 of 20 anchors;"), "\(text)")
  }

  /// A table has no room for the shift; its distances leave it out, but its positions include it.
  @Test func `what a table leaves out is said beside it`() throws {
    let bench = try Workbench(GridCase.log(grid, grid.moved(by: m5)))
    let words = ["export", "--from", "2024-01-01T01:30:00Z", "--format"]
    for format in ["csv", "jsonl"] {
      let aligned = bench.run(words + [format, "--align"])
      #expect(aligned.errors.contains("note: the space shifted "))
      #expect(aligned.errors.contains("are without it, places are as they were"))
      #expect(bench.run(words + [format]).errors.isEmpty)
    }
  }

  /// A single step of many would not show how far they led.
  @Test func `a creep is told as a whole`() throws {
    var log = GridCase.log(grid, [])
    for step in 1...6 {
      for (number, place) in grid.enumerated() {
        var moved = place
        moved.position.x += 0.004 * Double(step)
        log.write(.moved, number, moved.transform, at: Double(step) * 86_400, operation: step)
      }
    }
    let (_, text) = try diff(log)
    #expect(text.contains("not shift between the two, but crept by 2.4 cm in 6 steps"), "\(text)")
  }

  /// Without `--align`, the user is told that much of the movement is the shift.
  @Test func aShiftThatIsNotTakenOutIsSaid() throws {
    let bench = try Workbench(GridCase.log(grid, grid.moved(by: m5)))
    let from = ["--from", "2024-01-01T01:30:00Z"]
    let text = bench.run(["diff"] + from).output.replacing("\n", with: " ")
    #expect(text.contains("the space shifted 35 cm, yaw +5°"), "\(text)")
    #expect(text.contains("; the moves below include it; --align takes it out"), "\(text)")
    #expect(!bench.run(["diff", "--align"] + from).output.contains("include it"))
    let later = bench.run("diff", "--from", "end").output
    #expect(!later.contains("shifted"), "\(later)")
    #expect(try bench.object(["diff"] + from)["shift"] is NSNull)
  }

  /// All anchors but one have been deleted since the shift.
  @Test func theOnlyAnchorThatIsLeftIsOneAnchor() throws {
    var log = GridCase.log(grid, grid.moved(by: m5))
    for number in 1..<grid.count { log.write(.deleted, number, at: 40_000, operation: 2) }
    let (_, text) = try diff(log)
    #expect(text.contains("1 of 1 anchor;"), "\(text)")
  }

  /// After small steps following a shift, only one anchor is still exactly where the shift left it.
  @Test func `whoever followed is counted, also where most crept on`() throws {
    var log = GridCase.log(grid, grid.moved(by: m5))
    for step in 1...2 {
      for (number, place) in grid.moved(by: m5).enumerated() where number != 7 {
        let crept = place.position + SIMD3(0.004 * Double(step), 0, 0)
        let transform = Place(crept, heading: place.heading).transform
        log.write(.moved, number, transform, at: 40_000 * Double(step), operation: 1 + step)
      }
    }
    let (json, text) = try diff(log)
    let shift = try #require(json["shift"] as? [String: Any])
    #expect(shift["inliers"] as? Int == 1 && shift["common"] as? Int == 20)
    #expect(moved(json).count == 19)
    #expect(abs((shift["displacement"] as? Double ?? 0) - 0.354) < 0.001)
    #expect(
      text.contains("the space shifted 35 cm, yaw +5°, y +2.0 cm, 20 of 20 anchors, 19 of them "),
      "\(text)")
    #expect(text.contains(" also moved individually; ") && !text.contains("residual"), "\(text)")
  }

  @Test func whatMovedByItselfInTheBurstIsLeft() throws {
    var after = grid.moved(by: m5)
    for number in 0..<8 { after[number].position += GridCase.noise(number) * 0.4 }
    let (json, text) = try diff(GridCase.log(grid, after))
    #expect(moved(json) == ids(0..<8))
    let shift = try #require(json["shift"] as? [String: Any])
    #expect(abs((shift["displacement"] as? Double ?? 0) - 0.35) < 0.1)
    #expect(text.contains(" space shifted ") && text.contains("12 of 20 anchors"), "\(text)")
  }

  /// A mug is carried across the room between two shifts.
  @Test func twoShiftsAreComposed() throws {
    var log = GridCase.log(grid, grid.moved(by: m5))
    var places = grid.moved(by: m5)
    places[3].position += SIMD3(0, 0, 0.7)
    log.write(.moved, 3, places[3].transform, at: 40_000, operation: 2)
    let second = places.motion(yaw: -12, then: SIMD3(0.1, 0, 0.6))
    for (number, place) in places.moved(by: second).enumerated() {
      log.write(.moved, number, place.transform, at: 80_000, operation: 3)
    }
    let (json, _) = try diff(log)
    #expect(moved(json) == ids([3]))
    let shift = try #require(json["shift"] as? [String: Any])
    #expect(
      shift["shifts"] as? [String]
        == [DriftLog.operationId(1), DriftLog.operationId(3)].map(\.uuidString))
    #expect(abs((shift["yaw"] as? Double ?? 0) + 7) < 0.05)
    let move = try #require((json["moved"] as? [[String: Any]])?.first)
    #expect(abs((move["distance"] as? Double ?? 0) - 0.7) < 0.005)
  }

  /// The correction moves all anchors as one. One of them is not in the later shift, which moved the
  /// others sideways slightly as it lifted them, so that what is taken out there differs by micrometres.
  @Test func `a correction is one motion also of what a later shift left behind`() throws {
    var log = GridCase.log(grid, grid.moved(by: m5))
    for (number, place) in grid.moved(by: m5).enumerated() where number != 3 {
      let lifted = place.position + SIMD3(0, 0.12, 0) + 0.001 * GridCase.noise(number)
      let transform = Place(lifted, heading: place.heading).transform
      log.write(.moved, number, transform, at: 40_000, operation: 2)
    }
    let bench = try Workbench(log)
    let id = DriftLog.operationId(1).uuidString
    let outcome = bench.run("correct", "--shift", id, "--to", "old", "--yes")
    #expect(outcome.status == 0, "\(outcome)")
    let words = ["diff", "--align", "--from", "2024-01-02"]
    let json = try bench.object(words)
    let shift = try #require(json["shift"] as? [String: Any])
    #expect(shift["inliers"] as? Int == 20 && shift["common"] as? Int == 20)
    #expect(moved(json).isEmpty)
    let drift = try #require(try bench.object("drift")["shifts"] as? [[String: Any]])
    let found = try #require(drift.last?["displacement"] as? Double)
    #expect(abs((shift["displacement"] as? Double ?? 0) - found) < 0.001)
    let text = bench.run(words).output.replacing("\n", with: " ")
    #expect(text.contains("20 of 20 anchors;") && !text.contains("other motion"), "\(text)")
  }

  @Test func aShiftThatWasUndoneIsNone() throws {
    var log = GridCase.log(grid, grid.moved(by: m5))
    for (number, place) in grid.enumerated() {
      log.write(.moved, number, place.transform, at: 93_600, operation: 2, undoing: 1)
    }
    let (json, text) = try diff(log)
    #expect(json["shift"] is NSNull && moved(json).isEmpty)
    #expect(text.contains("the space did not shift between the two"))
  }

  /// Who only wrote where a shift had brought an anchor did not move it.
  @Test func whoBroughtAnAnchorAlongDidNotMoveIt() throws {
    var log = GridCase.log(grid, grid.moved(by: m5), actor: "Jonas")
    let pushed = Place(grid.moved(by: m5)[3].position + SIMD3(0.5, 0, 0), heading: 0).transform
    log.write(.moved, 3, pushed, at: 93_600, actor: "Mara", operation: 2)
    let bench = try Workbench(log)
    let words = ["diff", "--align", "--who", "--from", "2024-01-01T01:30:00Z"]
    let changes = try #require(try bench.object(words)["changes"] as? [[String: Any]])
    #expect(changes.count == 1 && changes.first?["actors"] as? [String] == ["Mara"], "\(changes)")
    let rest = ["--from", "2024-01-01T01:30:00Z", "--where"]
    #expect(moved(try bench.object(["diff", "--align"] + rest + ["actor:jonas"])).isEmpty)
    #expect(moved(try bench.object(["diff", "--align"] + rest + ["actor:mara"])) == ids([3]))
    // With the shift left in, all of it is what they did.
    #expect(moved(try bench.object(["diff"] + rest + ["actor:jonas"])).count == 20)
  }

  /// The anchors of the earlier state are gone, so nothing shows that the space shifted.
  @Test func aShiftThatNoAnchorOfBothStatesFollowedIsNamed() throws {
    var log = GridCase.log(grid, grid.moved(by: m5))
    log.write(.created, 40, Place(SIMD3(0, 0, 0)).transform, at: 0)
    for number in grid.indices { log.write(.deleted, number, at: 93_600, operation: 2) }
    let (json, text) = try diff(log)
    #expect(json["shift"] is NSNull && moved(json).isEmpty)
    let sentence = "no anchor that is in both states followed a shift, but there was one: "
    #expect(text.contains(sentence + "the whole space by 35 cm"), "\(text)")
  }

  /// All distances grew: the text says what most anchors did, and why that is not a shift.
  @Test func whatIsNoShiftIsNamed() throws {
    let after = grid.map { Place($0.position * 1.1, heading: $0.heading) }
    let (json, text) = try diff(GridCase.log(grid, after))
    #expect(json["shift"] is NSNull && moved(json).count >= 19)
    #expect(text.contains("the space did not shift between the two; 12 of 20 anchors moved by "))
    #expect(text.contains("(distances ×1.100: not a shift)"), "\(text)")
  }

  /// All move aside within seconds of the previous step, as people do.
  @Test func peopleDoNotShiftTheSpace() throws {
    var log = DriftLog()
    for step in 0..<20 {
      for number in 0..<3 {
        let place = Place(SIMD3(Double(number), 0, 1.3 * Double(step)))
        log.write(
          step == 0 ? .created : .moved, number, place.transform, at: 7200 + 0.4 * Double(step))
      }
    }
    let bench = try Workbench(log)
    let words = ["diff", "--align"]
    #expect(try bench.object(words)["shift"] is NSNull)
    #expect(bench.run(words).output.contains("the space did not shift between the two"))
  }
}
