import DriftTestSupport
import Foundation
import HyperbasisModels
import Testing

@testable import HyperbasisCommands

/// What comes back across a shift brings a warning or, with `--frame now`, goes to its position today.
struct FrameOptionTests {
  private typealias Anchor = WorkedTable.Anchor

  private static let picture = 50
  private static let deletion = 20

  /// Returns the worked table, with a picture that was deleted before the shift.
  private func workbench() throws -> Workbench {
    var log = WorkedTable.log()
    let place = Place(SIMD3(-2, 1, -1)).transform
    log.write(.created, Self.picture, place, at: 150, actor: "B")
    log.write(.deleted, Self.picture, at: 3600, actor: "B", operation: Self.deletion)
    return try Workbench(log)
  }

  private func id(_ anchor: Anchor) -> String { id(anchor.rawValue) }

  private func id(_ number: Int) -> String { DriftLog.anchorId(number).uuidString }

  private func place(_ id: String, _ bench: Workbench) throws -> [Double] {
    let anchors = try bench.object("show")["anchors"] as? [[String: Any]] ?? []
    let found = try #require(anchors.first { $0["id"] as? String == id })
    let numbers = try #require(found["transform"] as? [Double])
    return numbers[12..<15].map { ($0 * 1000).rounded() / 1000 }
  }

  @Test func aRollBackAcrossAShiftWarns() throws {
    let bench = try workbench()
    let outcome = bench.run("rollback", id(.mug), "--to-version", "1")
    #expect(outcome.status == 0)
    #expect(
      outcome.errors == """
        hyperbasis: warning: 1 anchor comes back as it was then, across the shift of 2024-01-01 \
        02:00:00 UTC (the whole space by 30 cm); undoing this and repeating it with --frame now puts \
        it where that place is today

        """)
    #expect(try place(id(.mug), bench) == [2, 1, 0])
    #expect(bench.run("undo").errors.isEmpty)
    #expect(try place(id(.mug), bench) == [2.3, 1, -1])
  }

  @Test func nowIsWhereItIsToday() throws {
    let bench = try workbench()
    let outcome = bench.run("rollback", id(.mug), "--to-version", "1", "--frame", "now")
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome)")
    #expect(outcome.output.contains("comes back where it is today, carried across"))
    #expect(try place(id(.mug), bench) == [2.3, 1, 0])
    let log = try bench.log(of: DriftLog().space.uuidString)
    #expect(log.contains(#""corrects":{"#) && log.contains(#""frame":"now""#))
    // It is not a shift of its own, and the correction treats it accordingly.
    let shifts = try #require(try bench.object("drift")["shifts"] as? [[String: Any]])
    #expect(shifts.count == 1)
    let shift = DriftLog.operationId(WorkedTable.shift).uuidString
    let corrected = bench.run(
      "correct", "--shift", shift, "--to", "old", "--others", "stay", "--yes")
    #expect(corrected.status == 0)
    #expect(try place(id(.mug), bench) == [2, 1, 0])
  }

  /// What comes back already includes the shift: its correction lies in between.
  @Test func aRollBackAcrossACorrectionNamesTheCorrection() throws {
    let bench = try workbench()
    let shift = DriftLog.operationId(WorkedTable.shift).uuidString
    let corrected = bench.run("correct", "--shift", shift, "--to", "old", "--yes")
    #expect(corrected.status == 0, "\(corrected)")
    bench.now = bench.now.advanced(byMicroseconds: 60_000_000)
    let words = [
      "rollback", "--space", DriftLog().space.uuidString, "--at", "2024-01-01 04:00", "--dry-run",
    ]
    let then = bench.run(words).errors
    #expect(
      then.contains("across the correction of the shift of 2024-01-01 02:00:00 UTC"), "\(then)")
    // Placed where they are today, all of them are in place already.
    #expect(bench.run(words + ["--frame", "now"]).output == "Nothing to change.\n")
  }

  @Test func aDeletedAnchorIsRestoredInEitherFrame() throws {
    let picture = id(Self.picture)
    for words in [
      ["restore", picture], ["rollback", picture, "--to-version", "1"],
      ["undo", "--operation", DriftLog.operationId(Self.deletion).uuidString],
    ] {
      let then = try workbench()
      #expect(then.run(words).errors.contains("across the shift of"), "\(words)")
      #expect(try place(picture, then) == [-2, 1, -1], "\(words)")
      let now = try workbench()
      let outcome = now.run(words + ["--frame", "now"])
      #expect(outcome.errors.isEmpty && outcome.status == 0, "\(words) \(outcome)")
      #expect(try place(picture, now) == [-1.7, 1, -1], "\(words)")
      #expect(now.run("undo").status == 0)
      #expect(now.run("redo", "--frame", "now").errors.isEmpty)
      #expect(try place(picture, now) == [-1.7, 1, -1], "\(words)")
    }
  }

  @Test func aMoveBeforeTheShiftIsUndoneWithNowAlone() throws {
    let move = 21
    var log = WorkedTable.log()
    func transform(_ x: Double) -> [Float] { Place(SIMD3(x, 1, -2)).transform }
    log.write(.created, Self.picture, transform(-2), at: 160, actor: "B")
    log.write(.moved, Self.picture, transform(-2.5), at: 3000, actor: "B", operation: move)
    log.write(
      .moved, Self.picture, transform(-2.2), at: 7200.75, actor: "A", operation: WorkedTable.shift)
    let bench = try Workbench(log)
    let words = ["undo", "--operation", DriftLog.operationId(move).uuidString]
    let then = bench.run(words)
    #expect(then.status == 1)
    #expect(
      then.errors.contains("(the place through a shift alone); --frame now undoes its move"),
      "\(then)")
    #expect(try place(id(Self.picture), bench) == [-2.2, 1, -2])
    let now = bench.run(words + ["--frame", "now"])
    #expect(now.status == 0 && now.errors.isEmpty, "\(now)")
    #expect(try place(id(Self.picture), bench) == [-1.7, 1, -2])
  }

  @Test func aSpaceIsRolledBackInEitherFrame() throws {
    let space = DriftLog().space.uuidString
    let words = ["rollback", "--space", space, "--at", "2024-01-01T01:50:00Z"]
    let plan = try workbench().object(words + ["--dry-run"])
    let frames = try #require(plan["frames"] as? [String: Any])
    #expect(frames["anchors"] as? Int == 7 && frames["frame"] as? String == "then")
    let shifts = try #require(frames["shifts"] as? [[String: Any]])
    #expect(shifts.map { $0["class"] as? String } == ["space"])
    #expect(shifts.first?["id"] as? String == DriftLog.operationId(1).uuidString)
    let bench = try workbench()
    let outcome = bench.run(words + ["--frame", "now", "--yes"])
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome)")
    #expect(try place(id(.lamp), bench) == [1.3, 0, 2])
    #expect(try place(id(.chair), bench) == [3.3, 0, 0])
    #expect(try place(id(.exit), bench) == [-3, 0, 3])
    let drift = try #require(try bench.object("drift")["shifts"] as? [[String: Any]])
    #expect(drift.count == 1)
  }

  /// Floats are rounded on the way there and back.
  @Test func whatWasCorrectedBackIsWhereItWas() throws {
    let places = (0..<12).map { number in
      Place(SIMD3(Double(number % 4) * 1.37 - 2, 0.31, Double(number / 4) * 1.93), heading: 17)
    }
    let motion = places.motion(yaw: 7.3, then: SIMD3(0.31, 0.02, -0.17))
    var log = GridCase.log(places, places.moved(by: motion))
    // Anchors made since then have no position from before the shift that they could go back to.
    var all = places.moved(by: motion)
    for number in 0..<20 {
      let place = Place(SIMD3(0.37 * Double(number), 0.1, 1.9), heading: 33 + Double(number))
      log.write(.created, all.count, place.transform, at: 8000 + 20 * Double(number))
      all.append(place)
    }
    let second = all.motion(yaw: -3.1, then: SIMD3(-0.2, 0, 0.5))
    for (number, place) in all.enumerated() {
      log.write(
        .moved, number, place.moved(by: second).transform, at: 20_000 + 0.01 * Double(number),
        operation: 2)
    }
    let bench = try Workbench(log)
    let outcome = bench.run("correct", "--since", "2024-01-01T01:30:00Z", "--to", "old", "--yes")
    #expect(outcome.status == 0, "\(outcome)")
    let space = DriftLog().space.uuidString
    let words = ["rollback", "--space", space, "--at", "2024-01-01T02:30:00Z", "--dry-run"]
    let plan = try bench.object(words + ["--frame", "now"])
    #expect((plan["events"] as? [Any])?.isEmpty == true, "\(plan)")
    let then = try bench.object(words)["events"] as? [Any]
    #expect(then?.count == all.count)
  }

  @Test func whatCrossesNoShiftSaysNothing() throws {
    let bench = try workbench()
    let plan = try bench.object([
      "rollback", id(.mug), "--to-version", "2", "--frame", "now", "--dry-run",
    ])
    #expect(plan["frames"] == nil)
    #expect(bench.run("rollback", id(.mug), "--to-version", "2").errors.isEmpty)
    #expect(bench.run("rollback", id(.mug), "--to-version", "1", "--frame", "old").status == 64)
  }
}
