import DriftTestSupport
import HyperbasisAnchorLog
import HyperbasisDrift
import HyperbasisModels
import Testing

/// One shift, written in the ways that devices write it.
struct SpreadOutTests {
  private let grid = GridCase.places

  private func log(
    step: Double, interruptedBy other: String? = nil
  ) -> DriftLog {
    var log = DriftLog()
    for (number, place) in grid.enumerated() {
      log.write(.created, number, place.transform, at: 20 * Double(number), actor: "A")
    }
    let after = grid.moved(by: GridCase.motion())
    for (number, place) in after.enumerated() {
      if let other, number == 7 {
        let moved = Place(grid[12].position + SIMD3(0.4, 0, 0.9))
        log.write(.moved, 12, moved.transform, at: 7200 + step * 6.5, actor: other)
      }
      log.write(.moved, number, place.transform, at: 7200 + step * Double(number), actor: "A")
    }
    return log
  }

  @Test(arguments: [0.3, 0, 20])
  func oneShift(step: Double) throws {
    let history = try DriftHistory(log(step: step).index())
    #expect(history.shifts.map(\.kind) == [.space])
    #expect(history.shifts.first?.followers.count == 20)
    #expect(history.shifts.first?.actor == "A")
  }

  @Test func saveOfAnotherInBetween() throws {
    let history = try DriftHistory(log(step: 0.3, interruptedBy: "B").index())
    #expect(history.shifts.map(\.kind) == [.space])
    #expect(history.shifts.first?.followers.count == 19)
  }

  /// A manual save seconds before: the same anchor occurs twice, so that the burst falls apart.
  @Test func manualSaveBefore() throws {
    var log = DriftLog()
    for (number, place) in grid.enumerated() {
      log.write(.created, number, place.transform, at: 20 * Double(number), actor: "A")
    }
    let after = grid.moved(by: GridCase.motion())
    log.write(
      .moved, 10, Place(grid[10].position + SIMD3(0, 0, 0.5)).transform, at: 7199, actor: "A")
    for (number, place) in after.enumerated() {
      let place =
        number == 10
        ? Place(place.position + GridCase.motion().apply(SIMD3(0, 0, 0.5)), heading: 5) : place
      log.write(.moved, number, place.transform, at: 7200 + 0.1 * Double(number), actor: "A")
    }
    let history = try DriftHistory(log.index())
    #expect(history.shifts.map(\.kind) == [.space])
    #expect((history.shifts.first?.followers.count ?? 0) >= 19)
  }

  @Test func aGrownLogGivesWhatAWholeOneGives() throws {
    let whole = try DriftHistory(log(step: 20).index())
    var log = DriftLog()
    for (number, place) in grid.enumerated() {
      log.write(.created, number, place.transform, at: 20 * Double(number), actor: "A")
    }
    var reader = try log.reader()
    var history = try DriftHistory(reader.index)
    for (number, place) in grid.moved(by: GridCase.motion()).enumerated() {
      log.write(.moved, number, place.transform, at: 7200 + 20 * Double(number), actor: "A")
      try reader.append(from: log.source)
      try history.update(reader.index)
    }
    #expect(history.shifts == whole.shifts)
    #expect(history.shifts.count == 1)
  }
}
