import DriftTestSupport
import Foundation
import HyperbasisModels
import Testing

@testable import HyperbasisCommands

/// `correct` takes shifts out of the anchors for good; undo brings them back exactly.
struct CorrectCommandTests {
  private typealias Anchor = WorkedTable.Anchor

  private let shift = DriftLog.operationId(WorkedTable.shift).uuidString

  /// Returns the message for the case that all anchors are in a frame already.
  private func nothing(_ frame: String, _ shifts: String = "this shift") -> String {
    let reason =
      frame == "old" ? "no anchor has \(shifts) in it" : "every anchor went along with \(shifts)"
    return "Nothing to change: \(reason).\n"
  }

  /// Returns the transforms of the visible anchors, by id.
  private func transforms(_ bench: Workbench) throws -> [String: [Double]] {
    let anchors = try bench.object("show")["anchors"] as? [[String: Any]] ?? []
    return Dictionary(
      uniqueKeysWithValues: anchors.compactMap { anchor in
        guard let id = anchor["id"] as? String, let numbers = anchor["transform"] as? [Double]
        else { return nil }
        return (id, numbers)
      })
  }

  private func place(_ anchor: Anchor, _ bench: Workbench) throws -> SIMD3<Double> {
    let id = DriftLog.anchorId(anchor.rawValue).uuidString
    let numbers = try #require(try transforms(bench)[id])
    return SIMD3(numbers[12], numbers[13], numbers[14])
  }

  private func correct(_ bench: Workbench, to frame: String, _ words: String...)
    -> Workbench.Outcome
  {
    bench.run(["correct", "--shift", shift, "--to", frame, "--others", "stay"] + words)
  }

  private func eventCount(_ bench: Workbench) throws -> Int {
    try bench.log(of: DriftLog().space.uuidString).split(separator: "\n").count
  }

  @Test func aCorrectionIsCalledOne() throws {
    let bench = try Workbench(WorkedTable.log())
    #expect(correct(bench, to: "old", "--yes").status == 0)
    let operations = bench.run("operations", "--limit", "1").output
    #expect(operations.contains(" correction "), "\(operations)")
    let listed = try bench.json("operations", "--limit", "1") as? [[String: Any]]
    #expect(listed?.first?["kind"] as? String == "moved")
    #expect(bench.run("undo", "--dry-run").output.hasPrefix("Undo the correction of 8 anchors"))
    #expect(bench.run("undo", "--yes").status == 0)
    #expect(bench.run("redo", "--dry-run").output.hasPrefix("Redo the correction of 8 anchors"))
  }

  @Test func toTheOldFrame() throws {
    let bench = try Workbench(WorkedTable.log())
    let before = try eventCount(bench)
    let outcome = correct(bench, to: "old", "--yes")
    #expect(outcome.status == 0, "\(outcome)")
    #expect(outcome.output.contains("Take out the shift of 2024-01-01 02:00:00"))
    #expect(
      outcome.output.contains(
        "8 move (5 back exactly, 2 with later moves kept, 1 added since); "
          + "3 stay (1 in that frame already, 1 put back by hand, 1 added since)"),
      "\(outcome.output)")
    #expect(try eventCount(bench) == before + 8)
    #expect(try place(.lamp, bench) == SIMD3(1, 0, 2))
    for (anchor, expected) in [
      (Anchor.mug, SIMD3(2.0, 1, -1)), (.chair, SIMD3(3.5, 0, 0)), (.note, SIMD3(5.0, 1, 1)),
      (.exit, SIMD3(-3.0, 0, 3)), (.plant, SIMD3(4.0, 0, 4)), (.poster, SIMD3(0.01, 1.5, -2)),
    ] {
      let delta = try place(anchor, bench) - expected
      #expect((delta * delta).sum().squareRoot() < 0.002, "\(anchor)")
    }
    let log = try bench.log(of: DriftLog().space.uuidString)
    #expect(log.components(separatedBy: #""corrects":{"#).count == 9)
    #expect(correct(bench, to: "old", "--yes").output == nothing("old"))
  }

  @Test func aShiftThatIsGivenTwiceIsOne() throws {
    let bench = try Workbench(WorkedTable.log())
    let outcome = correct(bench, to: "old", "--yes", "--shift", String(shift.prefix(35)))
    #expect(outcome.output.contains("Take out the shift of 2024-01-01 02:00:00"), "\(outcome)")
    let log = try bench.log(of: DriftLog().space.uuidString)
    #expect(log.contains("\"corrects\":{") && !log.contains("\(shift)\",\"\(shift)"))
  }

  @Test func toTheNewFrame() throws {
    let bench = try Workbench(WorkedTable.log())
    #expect(correct(bench, to: "new", "--yes").output.contains("3 move (3 brought along)"))
    let delta = try place(.exit, bench) - SIMD3(-2.7, 0, 3)
    #expect((delta * delta).sum().squareRoot() < 0.002)
    #expect(
      correct(bench, to: "new", "--yes").output
        == "Nothing to change: every anchor is in the frame after this shift by now.\n")
  }

  @Test func undoBringsBackEveryBit() throws {
    let bench = try Workbench(WorkedTable.log())
    let before = try transforms(bench)
    #expect(correct(bench, to: "old", "--yes").status == 0)
    let corrected = try transforms(bench)
    #expect(corrected != before)
    #expect(bench.run("undo", "--yes").status == 0)
    #expect(try transforms(bench) == before)
    let log = try bench.log(of: DriftLog().space.uuidString)
    let undone = log.split(separator: "\n").filter { $0.contains(#""undoes""#) }
    #expect(undone.count == 8 && undone.allSatisfy { $0.contains(#""corrects""#) })
    // After an undo, there is a correction to make again; after a redo, there is not.
    #expect(correct(bench, to: "old", "--dry-run").output.contains("8 move"))
    #expect(bench.run("redo", "--yes").status == 0)
    #expect(try transforms(bench) == corrected)
    #expect(correct(bench, to: "old", "--yes").output == nothing("old"))
  }

  /// The clock stands still, so that everything follows within a microsecond.
  @Test func whatIsUndoneAtOnceLeavesTheShift() throws {
    let grid = GridCase.places
    let bench = try Workbench(GridCase.log(grid, grid.moved(by: GridCase.motion())))
    let space = DriftLog().space.uuidString
    func now() -> String { bench.run("drift").output }
    let back = bench.run("rollback", "--space", space, "--at", "2024-01-01T01:30", "--yes")
    #expect(back.status == 0)
    #expect(now().contains("now where it was"))
    for frame in ["old", "new"] {
      let plan = bench.run("correct", "--since", "start", "--to", frame, "--yes")
      #expect(plan.output == nothing(frame, "these shifts"))
    }
    #expect(bench.run("undo", "--yes").status == 0)
    #expect(now().contains("now 32 cm, yaw +5°"), "\(now())")
    #expect(
      bench.run("correct", "--since", "start", "--to", "new", "--yes").output
        == nothing("new", "these shifts"))
    let old = bench.run("correct", "--since", "start", "--to", "old", "--yes").output
    #expect(old.contains("20 move (20 back exactly)"), "\(old)")
    #expect(now().contains("now where it was"))
    #expect(bench.run("undo", "--yes").status == 0)
    #expect(now().contains("now 32 cm, yaw +5°"), "\(now())")
    #expect(bench.run("redo", "--yes").status == 0)
    #expect(now().contains("now where it was"), "\(now())")
  }

  @Test func nothingIsWrittenWithoutAYes() throws {
    let bench = try Workbench(WorkedTable.log())
    let before = try eventCount(bench)
    let asked = correct(bench, to: "old")
    #expect(asked.status == 64 && asked.errors.contains("--yes"))
    let plan = correct(bench, to: "old", "--dry-run")
    #expect(plan.status == 0 && plan.output.contains("Nothing was written (--dry-run)."))
    let json = try bench.object(["correct", "--since", "start", "--to", "old", "--dry-run"])
    let events = try #require(json["events"] as? [[String: Any]])
    #expect(events.count == 9 && events.allSatisfy { $0["type"] as? String == "moved" })
    let tag = try #require(events.first?["corrects"] as? [String: Any])
    #expect(tag["shifts"] as? [String] == [shift] && tag["frame"] as? String == "old")
    #expect(tag["since"] as? String == "2024-01-01T02:00:00Z")
    #expect(try eventCount(bench) == before)
  }

  /// A change of more than twenty anchors cannot be confirmed with a letter typed in haste.
  @Test(arguments: [("y", 64), ("21", 64), ("22", 0)] as [(String, Int32)])
  func manyAnchorsAreConfirmedByTheirNumber(reply: String, status: Int32) throws {
    let places = GridCase.places + [Place(SIMD3(5, 0, 0)), Place(SIMD3(5, 1, 2))]
    let bench = try Workbench(GridCase.log(places, places.moved(by: GridCase.motion(places))))
    bench.terminals = Terminals(input: true, output: true, error: true)
    bench.answers = [reply]
    let outcome = bench.run("correct", "--shift", shift, "--to", "old")
    #expect(outcome.status == status, "\(outcome)")
    #expect(outcome.output.contains("Change 22 anchors? Type their number to do it: "))
    #expect(outcome.output.contains("Wrote 22 events") == (status == 0))
  }

  @Test func fewAnchorsAreConfirmedByALetter() throws {
    let bench = try Workbench(WorkedTable.log())
    bench.terminals = Terminals(input: true, output: true, error: true)
    bench.answers = ["y"]
    #expect(correct(bench, to: "old").output.contains("Change 8 anchors? [y/N] "))
  }

  @Test func whatIsKeptAndWhoFollows() throws {
    let bench = try Workbench(WorkedTable.log())
    #expect(correct(bench, to: "old", "--added", "keep", "--dry-run").output.contains("7 move"))
    let followed = bench.run(
      "correct", "--shift", shift, "--to", "old", "--others", "follow", "--dry-run")
    #expect(followed.output.contains("9 move"))
  }

  @Test func badUsage() throws {
    let bench = try Workbench(WorkedTable.log())
    #expect(bench.run("correct", "--to", "old").status == 64)
    #expect(bench.run("correct", "--shift", shift).status == 64)
    #expect(bench.run("correct", "--shift", shift, "--since", "start", "--to", "old").status == 64)
    let unknown = bench.run("correct", "--shift", "ABCDEF", "--to", "old")
    #expect(unknown.status == 65 && unknown.errors.contains("hyperbasis drift"))
    #expect(bench.run("correct", "--shift", "no id", "--to", "old").status == 65)
    let late = bench.run("correct", "--since", "2025-01-01", "--to", "old")
    #expect(late.status == 65 && late.errors.contains("did not shift since"))
  }

  /// What `drift --all` lists is recognised, even if it cannot be taken out.
  @Test(arguments: ["together", "creep step", "scaled"])
  func whatIsListedAndIsNoShiftSaysWhatItIs(kind: String) throws {
    let grid = GridCase.places
    let chairs = (0..<5).map { Place(SIMD3<Double>(1 + 0.6 * Double($0), 0, 1.5)) }
    let nothing = [Place?](repeating: nil, count: grid.count)
    let (log, cause) =
      switch kind {
      case "together":
        (
          GridCase.log(
            grid + chairs,
            nothing + chairs.moved(by: chairs.motion(yaw: 10, then: SIMD3(0.8, 0, 0.4)))),
          "its anchors were moved together"
        )
      case "creep step":
        (
          GridCase.log(
            grid,
            GridCase.noisy(grid.map { Place($0.position + SIMD3(0.008, 0, 0)) }, 0.001)),
          "it is a creep step, of less than 1 cm"
        )
      default:
        (
          GridCase.log(grid, grid.map { Place($0.position * 1.1) }),
          "its anchors were scaled, distances ×1.100"
        )
      }
    let bench = try Workbench(log)
    let listed = try #require(
      try bench.object(["drift", "--all"])["shifts"] as? [[String: Any]])
    #expect(listed.map { $0["class"] as? String } == [kind])
    let id = try #require(listed.first?["id"] as? String)
    for text in [id, String(id.prefix(8))] {
      let outcome = bench.run("correct", "--shift", text, "--to", "old", "--yes")
      #expect(outcome.status == 65)
      #expect(
        outcome.errors.hasPrefix(
          "hyperbasis: \"\(text)\" is not a shift: \(cause), so there is nothing to take out; see "
            + "hyperbasis drift"), "\(outcome)")
    }
  }

  @Test func aCorrectionIsNoShiftOfItsOwn() throws {
    let bench = try Workbench(WorkedTable.log())
    #expect(correct(bench, to: "old", "--yes").status == 0)
    let shifts = try #require(try bench.object("drift")["shifts"] as? [[String: Any]])
    let tags = shifts.compactMap { $0["corrects"] as? [String: Any] }
    #expect(shifts.count == 2 && tags.map { $0["frame"] as? String } == ["old"])
    #expect(shifts.map { $0["takenOut"] as? Bool } == [true, false])
    let listed = try #require(shifts.last?["id"] as? String)
    let again = bench.run("correct", "--shift", listed, "--to", "old", "--yes")
    #expect(again.status == 65 && again.errors.contains("is a correction, not a shift; "))
    let advice = try #require(again.errors.firstMatch(of: /hyperbasis (undo .*) takes it back/))
    let words = advice.1.split(separator: " ").map(String.init)
    #expect(bench.run(words + ["--dry-run"]).output.contains("8 anchors"))
    // From before the shift until after its correction, users moved three anchors and added two.
    let diff = try bench.object(["diff", "--align", "--from", "2024-01-01T01:59:00Z"])
    let moved = (diff["moved"] as? [[String: Any]] ?? []).compactMap {
      ($0["anchor"] as? [String: Any])?["id"] as? String
    }
    let expected = [Anchor.mug, .chair, .poster].map {
      DriftLog.anchorId($0.rawValue).uuidString
    }
    #expect(Set(moved) == Set(expected))
  }

  /// A part or all of a room shifts, and some things are then moved: after one correction nothing is
  /// left.
  @Test(arguments: 0..<12) func randomRooms(seed: UInt64) throws {
    var random = RandomSource(seed: seed)
    let count = 8 + random.below(20)
    let places = (0..<count).map { _ in
      Place(
        SIMD3(random.uniform(-4...4), random.uniform(0...2), random.uniform(-4...4)),
        heading: random.uniform(-180...180))
    }
    let motion = places.motion(
      yaw: random.uniform(-12...12),
      then: SIMD3(random.uniform(0.1...0.6), 0, random.uniform(0.1...0.6)))
    let share = random.chance(0.5) ? 1 : 0.7
    var current = places
    for number in places.indices where random.chance(share) {
      current[number] = places[number].moved(by: motion)
    }
    let after = places.indices.map {
      current[$0].position == places[$0].position ? nil : current[$0]
    }
    var log = GridCase.log(places, after)
    for step in 0..<random.below(6) {
      let number = random.below(count)
      let place = Place(current[number].position + random.direction(random.uniform(0.2...2)))
      log.write(
        .moved, number, place.transform, at: 9000 + 60 * Double(step), actor: "ann",
        operation: 100 + step)
    }
    let bench = try Workbench(log)
    let before = try transforms(bench)
    let frame = random.chance(0.5) ? "old" : "new"
    let words = ["correct", "--shift", shift, "--to", frame, "--yes"]
    let first = bench.run(words)
    #expect(first.status == 0, "seed \(seed): \(first)")
    let nothing = "Nothing to change: "
    #expect(bench.run(words).output.hasPrefix(nothing), "seed \(seed)")
    guard !first.output.hasPrefix(nothing) else { return }
    #expect(bench.run("undo", "--yes").status == 0, "seed \(seed)")
    #expect(try transforms(bench) == before, "seed \(seed)")
  }
}
