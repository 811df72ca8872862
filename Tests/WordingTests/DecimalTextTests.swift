import Foundation
import HyperbasisWording
import TestSupport
import Testing

struct DecimalTextTests {
  @Test(arguments: [
    (0, 2, "0.00"), (-0.0, 1, "-0.0"), (1.005, 2, "1.00"), (2.5, 0, "2"), (3.5, 0, "4"),
    (0.125, 2, "0.12"), (0.375, 2, "0.38"), (-0.004, 2, "-0.00"), (0.999, 2, "1.00"),
    (-12.34, 1, "-12.3"), (1e15, 1, "1000000000000000.0"), (.infinity, 2, "inf"), (.nan, 0, "nan"),
  ])
  func numbersAreRoundedAsTheyAre(value: Double, digits: Int, expected: String) {
    #expect(DecimalText.text(value, digits: digits) == expected)
  }

  /// Compares with the C library, for numbers of all sizes and for those halfway between two.
  @Test(arguments: 0..<4) func agreesWithTheLibrary(digits: Int) {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<5000 {
      let size = pow(10, Double.random(in: -8...13, using: &random))
      let any = Double.random(in: -size...size, using: &random)
      let half = (any.rounded() + 0.5) / pow(10, Double(digits))
      for value in [any, half, half.nextUp, half.nextDown] {
        #expect(
          DecimalText.text(value, digits: digits) == String(format: "%.\(digits)f", value),
          "\(value.debugDescription)")
      }
    }
  }
}
