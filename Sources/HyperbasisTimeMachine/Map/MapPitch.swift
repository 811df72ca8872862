import Foundation
import HyperbasisWording

/// The round length that the grid and the scale bar share.
package struct MapPitch: Equatable, Sendable {
  /// A length on the 1-2-5 ladder.
  package let metres: Double
  /// How many columns it takes: a whole number if the projection was ``MapProjection/aligned``.
  package let columns: Double

  /// Creates the least round length of at least the given columns; nil unless the scale is positive.
  package init?(metresPerColumn: Double, atLeast columns: Double) {
    guard let metres = LengthLadder.ceiling(metresPerColumn * columns) else { return nil }
    self.metres = metres
    self.columns = metres / metresPerColumn
  }

  /// Creates the pitch for a plot of cells; even across a small plot, some lines of the grid fit.
  package init?(_ projection: MapProjection) {
    self.init(
      metresPerColumn: projection.metresPerColumn,
      atLeast: Double(min(max(projection.columns / 4, 5), 10)))
  }

  /// The length with its unit: `1 m`.
  package var text: String { LengthText.round(metres) }
}

extension MapProjection {
  /// The next coarser scale at which the pitch takes a whole number of columns, so that the scale bar
  /// is exact to the cell; everything that was on the plot stays on it.
  package var aligned: MapProjection { aligned { ($0 + 1e-9).rounded(.down) } }

  /// The nearest scale at which the pitch takes a whole number of columns.
  package var nearestAligned: MapProjection { aligned { $0.rounded() } }

  private func aligned(_ round: (_ columns: Double) -> Double) -> MapProjection {
    guard let pitch = MapPitch(self) else { return self }
    return scaled(to: pitch.metres / max(1, round(pitch.columns)))
  }
}

/// Round lengths: 1, 2 and 5 times a power of ten, in metres.
package enum LengthLadder {
  /// Returns the greatest round length that is not above a length; nil unless the length is positive.
  package static func floor(_ length: Double) -> Double? {
    guard length > 0, length.isFinite else { return nil }
    let exponent = log10(length).rounded(.down)
    // The logarithm may be off by one at powers of ten, so the neighbours are tried as well.
    return steps(about: Int(exponent)).last { $0 > 0 && $0 <= length * (1 + 1e-12) }
  }

  /// Returns the least round length that is not below a length; nil unless the length is positive.
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

  /// Divides for negative exponents, to stay as exact as possible: 3 / 10 is 0.3, but 3 × 0.1 is not.
  private static func step(_ mantissa: Double, exponent: Int) -> Double {
    exponent >= 0 ? mantissa * pow(10, Double(exponent)) : mantissa / pow(10, Double(-exponent))
  }
}
