import DriftTestSupport
import Foundation
import Hyperbasis
import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisDrift
import HyperbasisHistory
import HyperbasisModels
import HyperbasisWording
import Testing

/// Two dates with a shift between them that was taken back before the second one.
struct BroughtBackTests {
  private var grid: [Place] { GridCase.places }

  /// Returns the log of twenty anchors that shift, and shift back with some noise; one also moves by
  /// itself.
  private func story(noise: Double, kept: Int = 0) -> DriftLog {
    var log = DriftLog()
    for (number, place) in grid.enumerated() {
      log.write(.created, number, place.transform, at: 20 * Double(number), actor: "B")
    }
    for (number, place) in grid.moved(by: GridCase.motion()).enumerated() {
      log.write(.moved, number, place.transform, at: 7200, actor: "B", operation: 1)
    }
    var back = GridCase.noisy(grid, noise)
    back[7].position += SIMD3(0, 0, 0.8)
    for (number, place) in back.enumerated().dropFirst(kept) {
      log.write(.moved, number, place.transform, at: 93_600, actor: "B", operation: 2)
    }
    return log
  }

  private func compare(
    _ log: DriftLog, from: Int = 20, to: Int? = nil, takesShiftOut: Bool = true
  ) throws -> StateComparison {
    let index = try log.index()
    let history = try DriftHistory(index)
    return try StateComparison(
      index, from: index.rows(of: index.state(through: from)),
      to: index.rows(of: index.state(through: to ?? index.count)), rule: MoveRule(),
      shift: takesShiftOut ? .takenOut(history) : .found(history))
  }

  @Test func whatItsNoiseLeftIsNoMove() throws {
    let log = story(noise: 0.01)
    let comparison = try compare(log)
    #expect(comparison.pairs.count(where: \.hasMoved) == 1)
    let shift = try #require(comparison.shift)
    #expect(shift.isBroughtBack)
    #expect(shift.motion.translation == .zero)
    #expect(shift.motion.inliers == 19)
    let text = ShiftText.takenOut(shift, notAShift: nil).description
    #expect(text.hasPrefix("the space shifted and came back, residual "))
    #expect(text.hasSuffix(", 19 of 20 anchors; taken out"))

    let found = try compare(log, takesShiftOut: false)
    #expect(found.pairs.count(where: \.hasMoved) == 20)
    #expect(
      ShiftText.included(try #require(found.shift)).description
        .hasSuffix("; the moves below include it"))
    // In the opposite direction, too.
    #expect(try compare(log, from: 60, to: 20).pairs.count(where: \.hasMoved) == 1)
  }

  /// If they came back exactly, nothing is left to take out.
  @Test func toTheBit() throws {
    let comparison = try compare(story(noise: 0))
    #expect(comparison.pairs.count(where: \.hasMoved) == 1)
    #expect(comparison.shift == nil)
  }

  /// If some did not come back, the motion is theirs.
  @Test func aPartThatStayedShifted() throws {
    let comparison = try compare(story(noise: 0.01, kept: 5))
    let shift = try #require(comparison.shift)
    #expect(!shift.isBroughtBack)
    #expect(abs(shift.motion.yaw - 5) < 0.01)
    #expect(shift.motion.inliers == 5)
    #expect(shift.otherMotions == 0)
    #expect(comparison.pairs.count(where: \.hasMoved) == 1)
  }

  /// A log in which one anchor was moved after the shift, so that the undo of the shift leaves it alone.
  private var undone: DriftLog {
    var log = DriftLog()
    for (number, place) in grid.enumerated() {
      log.write(
        .created, number, place.transform, at: 20 * Double(number),
        metadata: ["text": .string("Lamp \(number)")], actor: "B")
    }
    let shifted = grid.moved(by: GridCase.motion())
    for (number, place) in shifted.enumerated() {
      log.write(.moved, number, place.transform, at: 7200, actor: "B", operation: 1)
    }
    let lamp = Place(shifted[3].position + SIMD3(0, 0, 0.8), heading: shifted[3].heading)
    log.write(.moved, 3, lamp.transform, at: 40_000, actor: "C", operation: 2)
    for (number, place) in grid.enumerated() where number != 3 {
      log.write(
        .moved, number, place.transform, at: 93_600, actor: "C", operation: 3, undoing: 1)
    }
    return log
  }

  @Test func aShiftThatWasUndoneCameBack() throws {
    for takesShiftOut in [true, false] {
      let shift = try #require(try compare(undone, takesShiftOut: takesShiftOut).shift)
      #expect(shift.isMostlyBroughtBack && shift.broughtBack == 19)
      // The motion is that of the anchor which did not come back.
      #expect(abs(shift.motion.yaw - 5) < 0.01 && shift.carriers.map(\.slot) == [3])
      let text = ShiftText.text(shift).description
      #expect(
        text.hasPrefix("the space shifted and came back, 19 of 20 anchors; 1 is still shifted by "))
      #expect(text.hasSuffix(" cm, yaw +5°, y +2.0 cm"), "\(text)")
      #expect(ShiftText.short(shift) == "and came back")
    }
  }

  @Test func whoIsStillShiftedIsNamed() throws {
    let bench = try Workbench(undone)
    let words = ["diff", "--align", "--from", "2024-01-01T01:30:00Z"]
    let text = bench.run(words).output.replacing("\n", with: " ")
    #expect(
      text.contains("came back, 19 of 20 anchors; Lamp 3 is still shifted by "), "\(text)")
    #expect(!text.contains("moved individually"), "\(text)")
    let shift = try #require(try bench.object(words)["shift"] as? [String: Any])
    #expect(shift["followers"] as? [String] == [DriftLog.anchorId(3).uuidString])
    #expect(shift["broughtBack"] as? Int == 19 && shift["common"] as? Int == 20)
    let drift = bench.run("drift").output.replacing("\n", with: " ")
    #expect(drift.contains("1 of them in a shifted one (Lamp 3)."), "\(drift)")
  }

  /// Some shifted back with some noise; a correction took the others back exactly.
  @Test func allThatCameBackAreCounted() throws {
    var log = story(noise: 0.01, kept: 5)
    let tag = CorrectionTag(
      shifts: [DriftLog.operationId(1)], frame: .old,
      since: HBInstant(microseconds: 1_704_067_200_000_000))
    for (number, place) in grid.enumerated().prefix(5) {
      log.write(
        .moved, number, place.transform, at: 180_000, actor: "B", operation: 3, correcting: tag)
    }
    let shift = try #require(try compare(log).shift)
    #expect(shift.isBroughtBack && shift.motion.inliers == 19 && shift.broughtBack == 19)
    #expect(
      ShiftText.text(shift).description.hasPrefix("the space shifted and came back, residual "))
  }

  /// Returns a log in which every other anchor shifts, is moved by a device that did not shift, and
  /// shifts once more by nearly the same motion.
  private func shiftedAlike(_ more: SIMD3<Double>) -> DriftLog {
    var log = DriftLog()
    for (number, place) in grid.enumerated() {
      log.write(.created, number, place.transform, at: 20 * Double(number), actor: "B")
    }
    let half = grid.indices.filter { $0 % 2 == 0 }
    var places = grid.moved(by: GridCase.motion())
    for number in half {
      log.write(.moved, number, places[number].transform, at: 7200, actor: "A", operation: 1)
    }
    for number in half {
      places[number].position += SIMD3(0.6 + 0.03 * Double(number), 0, 0.9 - 0.07 * Double(number))
      log.write(
        .moved, number, places[number].transform, at: 10_000 * Double(number + 2), actor: "C")
    }
    places = places.moved(by: GridCase.motion())
    for number in half {
      places[number].position += more
      log.write(.moved, number, places[number].transform, at: 400_000, actor: "D", operation: 2)
    }
    return log
  }

  /// Two motions that were fitted to rounded positions are never quite the same, but the difference
  /// between them is no shift.
  @Test func whatRoundingLeavesIsNoShift() throws {
    for takesShiftOut in [true, false] {
      let comparison = try compare(shiftedAlike(.zero), from: 30, takesShiftOut: takesShiftOut)
      #expect(comparison.shift == nil)
      #expect(comparison.pairs.count(where: \.hasMoved) == 10)
      let back = try compare(
        shiftedAlike(.zero), from: 50, to: 30, takesShiftOut: takesShiftOut)
      #expect(back.shift == nil)
    }
  }

  @Test func twoCentimetresAreAShift() throws {
    let shift = try #require(
      try compare(shiftedAlike(SIMD3(0.02, 0, 0)), from: 30).shift)
    #expect(!shift.isBroughtBack)
    #expect(abs(shift.displacement - 0.02) < 0.001)
  }

  /// A shift that was undone and redone is named by what lies between the dates.
  @Test func theShiftBetweenIsNamed() throws {
    var log = DriftLog()
    for (number, place) in grid.enumerated() {
      log.write(.created, number, place.transform, at: 20 * Double(number), actor: "B")
    }
    let shifted = grid.moved(by: GridCase.motion())
    for (round, places) in [shifted, grid, shifted].enumerated() {
      for (number, place) in places.enumerated() {
        log.write(
          .moved, number, place.transform, at: 7200 + 3600 * Double(round), actor: "B",
          operation: 1 + round, undoing: round == 1 ? 1 : nil, redoing: round == 2 ? 1 : nil)
      }
    }
    let history = try DriftHistory(log.index())
    let ids = history.shifts.map(\.id)
    #expect(ids.count == 3)
    #expect(try compare(log, from: 20, to: 40).shift?.shifts == [ids[0]])
    #expect(try compare(log, from: 40, to: 60).shift?.shifts == [ids[1]])
    #expect(try compare(log, from: 60, to: 80).shift?.shifts == [ids[2]])
    #expect(try compare(log, from: 20, to: 60).shift == nil)
    #expect(try compare(log, from: 40, to: 80).shift == nil)
  }
}
