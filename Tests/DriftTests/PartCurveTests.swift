import DriftTestSupport
import Foundation
import HyperbasisAnchorLog
import HyperbasisDrift
import HyperbasisModels
import Testing

/// The curve of a space in which a part creeps by millimetres, while the rest stays.
struct PartCurveTests {
  private let places = GridCase.places

  private func curve(_ log: DriftLog) throws -> DriftCurve {
    let index = try log.index()
    return try DriftCurve(index, DriftHistory(index))
  }

  /// The median of all stays if more than half of them do.
  @Test func theMiddleStaysWhereFewerThanHalfCreep() throws {
    for anchors in [0..<6, 0..<8, 0..<9] {
      let index = try GridCase.creepingLog(anchors).index()
      let points = try DriftCurve(index, DriftHistory(index)).points
      #expect(points.count == 10)
      for point in points {
        #expect(abs(point.offset.x) < 1e-9 && abs(point.yaw) < 1e-9, "\(points)")
        #expect(!point.isSignificant && !point.isLost && !point.rekeyed)
      }
    }
  }

  @Test func theMiddleGoesAlongWhereMostCreep() throws {
    let index = try GridCase.creepingLog(0..<15).index()
    let last = try #require(DriftCurve(index, DriftHistory(index)).points.last)
    #expect(abs(last.offset.x - 0.05) < 0.002 && last.isSignificant, "\(last)")
  }

  /// A part is brought back to where it was some steps earlier, by a few centimetres.
  @Test func theMiddleStaysWhereAPartIsRolledBack() throws {
    var log = GridCase.creepingLog(0..<8)
    for number in 0..<8 {
      log.write(.moved, number, places[number].transform, at: 2_000_000, operation: 11)
    }
    let index = try log.index()
    let points = try DriftCurve(index, DriftHistory(index)).points
    #expect(points.allSatisfy { abs($0.offset.x) < 1e-9 }, "\(points)")
  }

  /// If most move in one direction and the rest in others, no motion is common to all, and none shows a
  /// turn.
  @Test func theMiddleGoesWithMostWhereDevicesCreepApart() throws {
    let log = GridCase.creepingLog(
      [
        (12, SIMD3(0.004, 0, 0.001), 0.3), (5, SIMD3(-0.003, 0, 0.002), 0.5),
        (3, SIMD3(0, 0.002, -0.003), 0.2),
      ], steps: 30)
    let curve = try curve(log)
    let last = try #require(curve.points.last)
    let error = last.offset - SIMD3(0.12, 0, 0.03)
    #expect((error * error).sum().squareRoot() < 0.002 && abs(last.yaw) < 0.1, "\(last)")
    #expect(!last.isLost)
  }

  /// If none of several directions is that of most anchors, there is no way to tell where the space is.
  @Test func theSpaceIsNowhereWhereFewerThanHalfGoEachWay() throws {
    let log = GridCase.creepingLog(
      [
        (7, SIMD3(0.004, 0, 0.001), 0.3), (7, SIMD3(-0.003, 0, 0.002), 0.5),
        (6, SIMD3(0, 0.002, -0.003), 0.2),
      ], steps: 30)
    let curve = try curve(log)
    #expect(curve.points.last?.isLost == true && !curve.isOfOneSpace, "\(curve.points)")
  }

  /// Several devices write at the same time, and some are at work for longer than others.
  @Test func itsPointsAreInTheOrderOfTheirDates() throws {
    let log = GridCase.creepingLog(
      [(10, SIMD3(0.004, 0, 0), 0.9), (8, SIMD3(0.004, 0, 0), 0.2)], steps: 8)
    let index = try log.index()
    let points = try DriftCurve(index, DriftHistory(index)).points
    #expect(points.count == 16)
    #expect(points.map(\.at) == points.map(\.at).sorted())
  }
}
