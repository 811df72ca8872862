import DriftTestSupport
import Foundation
import HyperbasisAnchorLog
import HyperbasisDrift
import HyperbasisModels
import Testing

/// The curve of a space of which a part goes on by millimetres, while the rest stands.
struct PartCurveTests {
  private let places = GridCase.places

  /// The median of all stays where more than half of them do.
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

  /// A part is brought back to where it was some steps before, by a few centimetres.
  @Test func theMiddleStaysWhereAPartIsRolledBack() throws {
    var log = GridCase.creepingLog(0..<8)
    for number in 0..<8 {
      log.write(.moved, number, places[number].transform, at: 2_000_000, operation: 11)
    }
    let index = try log.index()
    let points = try DriftCurve(index, DriftHistory(index)).points
    #expect(points.allSatisfy { abs($0.offset.x) < 1e-9 }, "\(points)")
  }
}
