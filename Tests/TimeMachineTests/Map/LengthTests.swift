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

  @Test func scaleBarIsAsLongAsItSays() throws {
    for columns in stride(from: 24, through: 200, by: 7) {
      let projection = MapProjection.fitting(
        MapBounds(minX: 0, maxX: 13, minZ: 0, maxZ: 1), columns: columns, rows: 20)
      let bar = try #require(ScaleBar(projection: projection, atMost: max(3, columns / 3)))
      let error = bar.metres - Double(bar.columns) * projection.metresPerColumn
      #expect(abs(error) <= projection.metresPerColumn / 2 + 1e-9)
      #expect(bar.columns <= columns / 3)
    }
  }
}

extension Double {
  fileprivate func power(_ exponent: Double) -> Double {
    var result = 1.0
    for _ in 0..<Int(abs(exponent)) { result *= self }
    let whole = exponent < 0 ? 1 / result : result
    // What is left of the exponent only has to give various numbers between the powers.
    return whole * (1 + abs(exponent.truncatingRemainder(dividingBy: 1)) * 9)
  }
}
