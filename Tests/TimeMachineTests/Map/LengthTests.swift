import HyperbasisWording
import Testing

@testable import HyperbasisTimeMachine

struct LengthTests {
  @Test(arguments: [
    (1.0, 1.0), (1.99, 1), (2, 2), (4.99, 2), (5, 5), (9.99, 5), (10, 10), (0.1, 0.1),
    (0.3, 0.2), (0.05, 0.05), (0.0499, 0.02), (1000, 1000), (1e-6, 1e-6), (780_000, 500_000),
  ])
  func greatestRoundLengthBelow(_ length: Double, _ expected: Double) throws {
    let round = try #require(LengthLadder.floor(length))
    #expect(abs(round - expected) < expected * 1e-9)
  }

  @Test(arguments: [(1.0, 1.0), (1.01, 2), (2.5, 5), (5.1, 10), (0.07, 0.1), (900, 1000)])
  func leastRoundLengthAbove(_ length: Double, _ expected: Double) throws {
    let round = try #require(LengthLadder.ceiling(length))
    #expect(abs(round - expected) < expected * 1e-9)
  }

  @Test(arguments: [0, -1, Double.nan, .infinity])
  func noRoundLengthForNonsense(_ length: Double) {
    #expect(LengthLadder.floor(length) == nil)
    #expect(LengthLadder.ceiling(length) == nil)
  }

  @Test func everyStepIsRoundAndCloseBelow() throws {
    for exponent in stride(from: -12.0, through: 30, by: 0.013) {
      let length = 10.0.power(exponent)
      let below = try #require(LengthLadder.floor(length))
      let above = try #require(LengthLadder.ceiling(length))
      #expect(below <= length * 1.000001 && below > length / 2.6)
      #expect(above >= length * 0.999999 && above < length * 2.6)
    }
  }

  /// The scale bar is exact to the cell, and nothing falls off the plot because of it.
  @Test func anAlignedPlotHasAPitchOfWholeColumns() throws {
    for columns in 9...200 {
      for width in [0.013, 0.7, 13, 890, 41_000] {
        let fit = MapProjection.fitting(
          MapBounds(minX: 0, maxX: width, minZ: 0, maxZ: 1), columns: columns, rows: 20)
        let aligned = fit.aligned
        let pitch = try #require(MapPitch(aligned))
        #expect(abs(pitch.columns - pitch.columns.rounded()) < 1e-6)
        #expect(pitch.columns >= 5 && pitch.columns <= Double(max(12, columns * 5 / 8)))
        #expect(aligned.metresPerColumn >= fit.metresPerColumn * (1 - 1e-9))
        #expect(aligned.metresPerColumn < fit.metresPerColumn * 1.25)
        #expect(abs(aligned.aligned.metresPerColumn / aligned.metresPerColumn - 1) < 1e-9)
      }
    }
  }

  @Test func zoomingKeepsAPitchOfWholeColumns() throws {
    for columns in [30, 58, 120] {
      var projection = MapProjection.fitting(
        MapBounds(minX: 0, maxX: 13, minZ: 0, maxZ: 1), columns: columns, rows: 20
      ).aligned
      for _ in 0..<20 {
        let closer = projection.zoomed(by: MapProjection.zoomStep)
        let back = closer.zoomed(by: 1 / MapProjection.zoomStep)
        let pitch = try #require(MapPitch(closer))
        #expect(abs(pitch.columns - pitch.columns.rounded()) < 1e-6)
        #expect(closer.metresPerColumn < projection.metresPerColumn)
        #expect(abs(back.metresPerColumn / projection.metresPerColumn - 1) < 0.1)
        projection = closer
      }
    }
  }
}

extension Double {
  fileprivate func power(_ exponent: Double) -> Double {
    var result = 1.0
    for _ in 0..<Int(abs(exponent)) { result *= self }
    let whole = exponent < 0 ? 1 / result : result
    // The rest of the exponent only has to give various numbers between the powers.
    return whole * (1 + abs(exponent.truncatingRemainder(dividingBy: 1)) * 9)
  }
}
