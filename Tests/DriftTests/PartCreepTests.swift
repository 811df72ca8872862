import DriftTestSupport
import Foundation
import HyperbasisAnchorLog
import HyperbasisDrift
import HyperbasisModels
import Testing

/// A part of a space that creeps by millimetres, while the rest stays.
struct PartCreepTests {
  private let places = GridCase.places

  @Test func theStepsOfAPartAreOneCreep() throws {
    let index = try GridCase.creepingLog(0..<8).index()
    let creep = try #require(try DriftHistory(index).shifts.creeps(index).first)
    #expect(creep.steps == 10 && creep.followers == 8 && creep.live == 20)
    #expect(abs(creep.displacement - 0.05) < 1e-4)
    #expect(creep.isTold && !creep.isOfMost)
  }

  /// Two rooms that each creep in their own direction.
  @Test func twoPartsAreTwoCreeps() throws {
    var log = GridCase.creepingLog(0..<0)
    for step in 1...6 {
      for (room, way) in [(0..<8, SIMD3(0.005, 0, 0)), (10..<20, SIMD3(0, 0, 0.005))]
      where room.lowerBound > 0 || step <= 4 {
        for number in room {
          let crept = places[number].position + Double(step) * way
          let second = 86_400 * Double(step) + 2000 * Double(room.lowerBound)
          log.write(
            .moved, number, Place(crept).transform, at: second,
            operation: 10 * step + room.lowerBound / 10)
        }
      }
    }
    let index = try log.index()
    let creeps = try DriftHistory(index).shifts.creeps(index)
    #expect(creeps.map(\.followers) == [10, 8])
    #expect(creeps.map(\.steps) == [6, 4])
    #expect(abs((creeps.first?.displacement ?? 0) - 0.03) < 1e-4)
  }

  /// The creeps of two devices are two, however many writes they have.
  @Test func twoLongCreepsAreTwo() throws {
    let places = (0..<200).map { Place(SIMD3(Double($0 % 20), 0, Double($0 / 20))) }
    var log = DriftLog()
    for (number, place) in places.enumerated() {
      log.write(.created, number, place.transform, at: 20 * Double(number))
    }
    for step in 1...210 {
      for (number, place) in places.enumerated() {
        let way = number < 120 ? SIMD3(0.004, 0, 0) : SIMD3(0, 0, -0.003)
        log.write(
          .moved, number, Place(place.position + Double(step) * way).transform,
          at: 86_400 * Double(step), actor: number < 120 ? "A" : "B")
      }
    }
    let index = try log.index()
    let creeps = try DriftHistory(index).creeps(index, in: 0..<index.count)
    #expect(creeps.map(\.followers) == [120, 80] && creeps.map(\.steps) == [210, 210])
    let ways = creeps.map(\.displacement)
    #expect(zip(ways, [0.84, 0.63]).allSatisfy { abs($0 - $1) < 0.005 }, "\(ways)")
  }

  /// A creep of very many writes is computed from its motions, with the same result.
  @Test func aLongCreepIsToldWithoutItsWrites() throws {
    let index = try GridCase.creepingLog(0..<12, steps: 1700).index()
    let history = try DriftHistory(index)
    let whole = try #require(history.shifts.creeps(index).first)
    let quick = try #require(history.creeps(index, in: 0..<index.count).first)
    #expect(quick.steps == whole.steps && quick.followers == 12 && quick.live == 20)
    #expect(abs(quick.displacement - whole.displacement) < 0.01 * whole.displacement)
  }

  @Test func aSingleStepIsNotToldAsACreep() throws {
    let index = try GridCase.creepingLog(0..<8, steps: 1).index()
    #expect(try DriftHistory(index).shifts.creeps(index).filter(\.isTold).isEmpty)
  }
}
