import Foundation
import HyperbasisWording

/// A bar of a round length, and the pitch of the grid.
package struct ScaleBar: Equatable, Sendable {
  /// A length on the 1-2-5 ladder.
  package let metres: Double
  /// How many columns it takes, at least 3.
  package let columns: Int

  /// The longest bar that fits a number of columns; nil where not even three columns do.
  package init?(projection: MapProjection, atMost limit: Int) {
    guard limit >= 3,
      let metres = LengthLadder.floor(projection.metresPerColumn * Double(limit)),
      case let columns = (metres / projection.metresPerColumn).rounded(), columns >= 3
    else { return nil }
    self.metres = metres
    self.columns = Int(columns)
  }

  /// The length with its unit: `1 m`.
  package var text: String { LengthText.round(metres) }
}

/// Round lengths: 1, 2 and 5 times a power of ten, in metres.
package enum LengthLadder {
  /// The greatest round length that is not above a length; nil unless the length is positive.
  package static func floor(_ length: Double) -> Double? {
    guard length > 0, length.isFinite else { return nil }
    let exponent = log10(length).rounded(.down)
    // The logarithm may be off by one at powers of ten, so the neighbours are tried as well.
    return steps(about: Int(exponent)).last { $0 > 0 && $0 <= length * (1 + 1e-12) }
  }

  /// The least round length that is not below a length; nil unless the length is positive.
  package static func ceiling(_ length: Double) -> Double? {
    guard let below = floor(length) else { return nil }
    if below >= length * (1 - 1e-12) { return below }
    return steps(about: Int(log10(below).rounded())).first {
      $0 > below * (1 + 1e-9) && $0.isFinite
    }
  }

  private static func steps(about exponent: Int) -> [Double] {
    (exponent - 1...exponent + 1).flatMap { exponent in
      [1.0, 2, 5].map { step($0, exponent: exponent) }
    }
  }

  /// A division keeps negative powers exact where they can be: 5 / 10 is 0.5, 5 × 0.1 is too, but
  /// 3 × 0.1 is not 0.3.
  private static func step(_ mantissa: Double, exponent: Int) -> Double {
    exponent >= 0 ? mantissa * pow(10, Double(exponent)) : mantissa / pow(10, Double(-exponent))
  }
}
