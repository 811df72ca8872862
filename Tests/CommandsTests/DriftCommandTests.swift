import DriftTestSupport
import Foundation
import HyperbasisDrift
import HyperbasisModels
import Testing

@testable import HyperbasisCommands

/// `drift` names the shifts of a space, and what is not a shift.
struct DriftCommandTests {
  private let grid = GridCase.places
  private let m5 = GridCase.motion()

  private func vector(_ value: Any?) -> SIMD3<Double> {
    let numbers = value as? [Double] ?? []
    return numbers.count == 3 ? SIMD3(numbers[0], numbers[1], numbers[2]) : SIMD3(repeating: .nan)
  }

  private func isNear(_ a: SIMD3<Double>, _ b: SIMD3<Double>, _ tolerance: Double) -> Bool {
    ((a - b) * (a - b)).sum().squareRoot() <= tolerance
  }

  private func shifts(_ bench: Workbench, _ words: String...) throws -> [[String: Any]] {
    try #require(try bench.object(["drift"] + words)["shifts"] as? [[String: Any]])
  }

  @Test func aShiftOfTheSpace() throws {
    let bench = try Workbench(GridCase.log(grid, grid.moved(by: m5)))
    let report = try bench.object("drift")
    let shift = try #require((report["shifts"] as? [[String: Any]])?.first)
    #expect(shift["id"] as? String == DriftLog.operationId(1).uuidString)
    #expect(shift["class"] as? String == "space" && shift["sure"] as? String == "certain")
    #expect(abs((shift["yaw"] as? Double ?? 0) - 5) < 0.001)
    #expect(abs((shift["displacement"] as? Double ?? 0) - 0.354) < 0.001)
    #expect(isNear(vector(shift["centroid"]), GridCase.way, 0.001))
    #expect(isNear(vector(shift["translation"]), SIMD3(0.177, 0.020, 0.080), 0.001))
    #expect((shift["followers"] as? [String])?.count == 20)
    #expect(shift["live"] as? Int == 20 && shift["leftBehind"] as? Int == 0)
    #expect(shift["inverseOf"] is NSNull && shift["corrects"] is NSNull)
    #expect(shift["takenOut"] as? Bool == false)
    let point = try #require((report["curve"] as? [[String: Any]])?.last)
    #expect(isNear(vector(point["offset"]), GridCase.way, 0.002))
    #expect(abs((point["yaw"] as? Double ?? 0) - 5) < 0.05)
    let frames = try #require(report["frames"] as? [[String: Any]])
    #expect(frames.map { $0["anchors"] as? Int } == [20])
    #expect(report["actors"] as? Bool == false)
    #expect((report["undecided"] as? [String])?.isEmpty == true)
    let text = bench.run("drift").output
    #expect(text.contains("now 32 cm, yaw +5°, y +2.0 cm"), "\(text)")
    #expect(text.contains("20/20") && text.contains("35 cm") && text.contains("certain"))
  }

  /// If a mast was moved without its headings, there is no way to tell whether it turned.
  @Test func headingsAreUnknownWhereTheYawIs() throws {
    let mast = (0..<6).map { Place(SIMD3(1, 0.5 * Double($0), 1), heading: 10) }
    let motion = mast.motion(yaw: 5, then: GridCase.way)
    let bench = try Workbench(GridCase.log(mast, mast.moved(by: motion, turns: false)))
    let shift = try #require(try shifts(bench).first)
    #expect(shift["yawError"] is NSNull && shift["headings"] is NSNull)
  }

  @Test func aPartLeavesTwoFrames() throws {
    let after = grid.moved(by: m5).enumerated().map { $0 % 2 == 0 ? $1 : nil }
    let bench = try Workbench(GridCase.log(grid, after))
    let report = try bench.object("drift")
    let shift = try #require((report["shifts"] as? [[String: Any]])?.first)
    #expect(shift["class"] as? String == "part" && shift["leftBehind"] as? Int == 10)
    let frames = try #require(report["frames"] as? [[String: Any]])
    #expect(frames.compactMap { $0["anchors"] as? Int } == [10, 10])
    let text = bench.run("drift").output
    #expect(text.contains("20 anchors are written in 2 frames: 10 of them in a shifted one."))
  }

  /// Five chairs, moved as one among twenty other anchors.
  @Test func chairsMovedTogetherAreNoShift() throws {
    let chairs = (0..<5).map { Place(SIMD3<Double>(1 + 0.6 * Double($0), 0, 1.5)) }
    let moved = chairs.moved(by: chairs.motion(yaw: 10, then: SIMD3(0.8, 0, 0.4)))
    let nothing = [Place?](repeating: nil, count: grid.count)
    let bench = try Workbench(GridCase.log(grid + chairs, nothing + moved))
    #expect(try shifts(bench).isEmpty)
    let text = bench.run("drift").output
    #expect(text.contains("\nNo shifts.\n1 group of anchors moved alike without a shift; --all"))
    #expect(!text.contains("now"))
    #expect(try shifts(bench, "--all").map { $0["class"] as? String } == ["together"])
    #expect(bench.run("drift", "--all").output.contains("  moved as one"))
  }

  /// No distance changed, so no factor is reported.
  @Test func aMirrorImageIsNamedSo() throws {
    let after = grid.map { Place($0.position * SIMD3(-1, 1, 1)) }
    let bench = try Workbench(GridCase.log(grid, after))
    let listed = try shifts(bench, "--all")
    #expect(!listed.isEmpty)
    #expect(listed.allSatisfy { $0["class"] as? String == "scaled" })
    bench.terminals.columns = 160
    let text = bench.run("drift", "--all").output
    #expect(text.contains("  mirrored  ") && text.contains("  mirrored: not a shift"), "\(text)")
    #expect(!text.contains("scaled") && !text.contains("×1.000"), "\(text)")
    let id = try #require(listed.first?["id"] as? String)
    let refused = bench.run("correct", "--shift", id, "--to", "old", "--yes").errors
    #expect(refused.contains("is not a shift: its anchors were mirrored, so "), "\(refused)")
  }

  @Test func anUndoneShiftIsNamedSo() throws {
    var log = GridCase.log(grid, grid.moved(by: m5))
    for (number, place) in grid.enumerated() {
      log.write(
        .moved, number, place.transform, at: 93_600, actor: "ann", operation: 2, undoing: 1)
    }
    let bench = try Workbench(log)
    let found = try shifts(bench)
    #expect(found.count == 2)
    #expect(found.last?["inverseOf"] as? String == DriftLog.operationId(1).uuidString)
    let text = bench.run("drift").output
    #expect(text.contains("  undoes ") && text.contains("now where it was"), "\(text)")
    let frames = try #require(try bench.object("drift")["frames"] as? [[String: Any]])
    #expect(frames.map { $0["yaw"] as? Double } == [0])
    let late = try shifts(bench, "--since", "2024-01-02")
    #expect(late.map { $0["id"] as? String } == [DriftLog.operationId(2).uuidString])
  }

  /// Returns the grid with each place moved by a number of millimetres.
  private func grid(movedBy millimetres: (Int) -> SIMD3<Double>) -> [Place?] {
    grid.enumerated().map { number, place in
      var moved = place
      moved.position += millimetres(number) / 1000
      return moved
    }
  }

  /// Each anchor moves about a centimetre, each in its own direction, which looks like chance.
  @Test func whereNothingShiftedNothingIsSaidOfNow() throws {
    let after = grid { number in
      SIMD3(Double(number * 7 % 20) + 0.5, 0, Double(number * 11 % 20) - 9.5)
    }
    let text = try Workbench(GridCase.log(grid, after)).run("drift").output
    #expect(text.contains("\nNo shifts.\n") && !text.contains("now "), "\(text)")
  }

  @Test func aCreepIsSaidWhereNoShiftIs() throws {
    let after = grid { SIMD3($0 % 2 == 0 ? 12 : 8, 0, 0) }
    let text = try Workbench(GridCase.log(grid, after)).run("drift").output
    #expect(text.contains(" · now 1.0 cm\n"), "\(text)")
    #expect(text.contains("\nNo shifts; the space creeps, less than 1 cm at a time.\n"), "\(text)")
  }

  /// It is not the start of the history, which the heading names.
  @Test func theDateFromWhichItIsMeasuredIsNamed() throws {
    let bench = try Workbench(GridCase.log(grid, grid.moved(by: m5)))
    let text = bench.run("drift").output.replacing("\n", with: " ")
    #expect(text.contains("is measured from 2024-01-01 00:57:00 UTC"), "\(text)")
    let json = try bench.object("drift")
    #expect(json["reference"] as? String == "2024-01-01T00:57:00Z")
    #expect((json["curve"] as? [Any])?.count == 1)
    let fromStart = try bench.object("drift", "--since", "start")
    #expect((fromStart["curve"] as? [Any])?.count == 1)
    let dated = bench.run("drift", "--since", "2024-01-01T01:30:00Z").output
    #expect(!dated.contains("measured from"), "\(dated)")
  }

  /// The median of all does not move if fewer than half follow.
  @Test func whereAPartShiftedOnlyTheMiddleIsWhereItWas() throws {
    let after = grid.moved(by: m5).enumerated().map { $0 % 3 == 0 ? $1 : nil }
    let bench = try Workbench(GridCase.log(grid, after))
    let text = bench.run("drift").output
    #expect(text.contains(" · middle where it was\n"), "\(text)")
    #expect(text.contains("7 of them in a shifted one"), "\(text)")
    let help = "\nTo bring them all into one frame, see hyperbasis help correct.\n"
    #expect(text.contains(help), "\(text)")
    // The help command takes no store.
    #expect(bench.run("drift", "--store", bench.directory.path).output.contains(help))
    #expect(bench.run("help", "correct").status == 0)
  }

  @Test func theUndoOfACorrectionIsNamedSo() throws {
    let bench = try Workbench(WorkedTable.log())
    let id = DriftLog.operationId(WorkedTable.shift).uuidString
    #expect(
      bench.run("correct", "--shift", id, "--to", "old", "--others", "stay", "--yes").status == 0)
    bench.now = bench.now.advanced(byMicroseconds: 60_000_000)
    #expect(bench.run("undo", "--yes").status == 0)
    bench.terminals.columns = 160
    let text = bench.run("drift").output
    #expect(text.contains("  a correction") && text.contains("  undo of a correction"), "\(text)")
    #expect(text.contains("  correction  ") && text.contains("  undo  "), "\(text)")
    #expect(!text.contains("taken out"), "\(text)")
    bench.now = bench.now.advanced(byMicroseconds: 60_000_000)
    #expect(bench.run("redo", "--yes").status == 0)
    let redone = bench.run("drift").output
    #expect(redone.components(separatedBy: "  a correction").count == 2, "\(redone)")
    #expect(redone.contains("  redo of a correction"), "\(redone)")
    #expect(redone.contains("  taken out, certain"), "\(redone)")
    #expect(redone.components(separatedBy: "taken out").count == 2, "\(redone)")
  }

  /// A shift whose operation was undone and redone.
  @Test func aRedoneShiftIsNamedSo() throws {
    var log = GridCase.log(grid, grid.moved(by: m5))
    for (round, places) in [grid, grid.moved(by: m5)].enumerated() {
      for (number, place) in places.enumerated() {
        log.write(
          .moved, number, place.transform, at: 93_600 * Double(round + 1), actor: "ann",
          operation: 2 + round, undoing: round == 0 ? 1 : nil, redoing: round == 1 ? 1 : nil)
      }
    }
    let bench = try Workbench(log)
    bench.terminals.columns = 160
    let text = bench.run("drift").output
    #expect(text.contains("  undoes the one above"), "\(text)")
    #expect(text.contains("  redoes an earlier one"), "\(text)")
    #expect(text.components(separatedBy: "  certain").count == 2, "\(text)")
  }

  @Test func whoWroteAfterAShiftIsKnownByItsActor() throws {
    let bench = try Workbench(WorkedTable.log())
    let report = try bench.object("drift")
    #expect(report["actors"] as? Bool == true)
    let shift = try #require((report["shifts"] as? [[String: Any]])?.first)
    #expect(shift["actor"] as? String == "A" && shift["written"] as? Int == 8)
  }

  /// The verdict on a step of a creep is long, and gives way to the name of its writer.
  @Test func whoWroteIsNamedInEightyColumns() throws {
    var log = GridCase.log(grid, grid)
    for (number, place) in grid.enumerated() {
      var crept = place
      crept.position.x += 0.006
      log.write(.moved, number, crept.transform, at: 93_600, actor: "ipad-3", operation: 2)
    }
    let lines = try Workbench(log).run("drift", "--all").output.split(separator: "\n")
    #expect(lines.contains { $0.contains("  WHO  ") }, "\(lines)")
    #expect(lines.contains { $0.contains("  ipad-3  creep step ") }, "\(lines)")
  }

  @Test func noLineIsWiderThanEightyColumns() throws {
    var log = GridCase.log(grid, grid.moved(by: m5, turns: false))
    for (number, place) in grid.enumerated() where number % 2 == 0 {
      log.write(
        .moved, number, place.moved(by: m5).moved(by: m5).transform, at: 93_600,
        actor: "a device with a very long name indeed", operation: 2)
    }
    let bench = try Workbench(log)
    let lines = bench.run("drift", "--all").output.split(separator: "\n")
    #expect(lines.count >= 4)
    #expect(lines.allSatisfy { $0.count <= 80 }, "\(lines)")
    #expect(lines.contains { $0.contains(String(DriftLog.operationId(1).uuidString.prefix(8))) })
  }

  @Test func anEmptySpaceAndABadDate() throws {
    let bench = try Kitchen.workbench()
    let outcome = bench.run("drift", "Kitchen")
    #expect(outcome.status == 0 && outcome.output.contains("\nNo shifts.\n"))
    #expect(bench.run("drift", "--since", "no date").status == 64)
    #expect(bench.run("drift", "Garage").status == 65)
  }

  /// The two halves of a space, each moved by a motion of its own.
  @Test func ofASpaceThatWentApartNobodySaysWhereItIs() throws {
    let places = GridCase.places
    let motions = [GridCase.motion(), places.motion(yaw: -3, then: SIMD3(-0.2, 0, 0.25))]
    let after = places.enumerated().map { $1.moved(by: motions[$0 / 10]) }
    let bench = try Workbench(GridCase.log(places, after))
    let heading = bench.run("drift").output.prefix { $0 != "\n" }
    #expect(heading.contains("drift since") && !heading.contains("now"), "\(heading)")
    let curve = try #require(try bench.object("drift")["curve"] as? [[String: Any]])
    #expect(curve.last?["lost"] as? Bool == true)
  }
}

extension Workbench {
  /// Creates a store that holds only a log.
  convenience init(_ log: DriftLog) throws {
    try self.init()
    try write(log.text, to: "events/\(log.space.uuidString)/events.jsonl")
  }
}
