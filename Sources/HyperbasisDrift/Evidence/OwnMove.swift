import Foundation

/// How likely a displacement is if an anchor moves by itself: any direction, and any length from 1 mm to
/// 100 m, uniform in its logarithm, so that there is no scale to tune.
struct OwnMove: Sendable {
  private let axes: Axes
  /// ln(ln 10⁵ · surface of the unit sphere in that many dimensions).
  private let logarithm: Double

  init(_ axes: Axes) {
    self.axes = axes
    let surface: Double
    switch axes {
    case .vertical: surface = 2
    case .horizontal: surface = 2 * .pi
    case .all: surface = 4 * .pi
    }
    logarithm = log(log(1e5) * surface)
  }

  /// Returns the logarithm of the density, per metre to the power of the dimension.
  @inline(__always)
  func logDensity(squaredLength: Double) -> Double {
    -logarithm - 0.5 * axes.dimension * log(max(squaredLength, Self.leastSquared))
  }

  static let leastSquared = 1e-6
}

/// An isotropic normal distribution.
enum Normal {
  /// Returns the logarithm of its density at a squared distance from the mean.
  @inline(__always)
  static func logDensity(squared: Double, sigma: Double, dimension: Double) -> Double {
    -0.5 * squared / (sigma * sigma) - dimension * (log(sigma) + 0.918_938_533_204_672_7)
  }
}

/// Logarithms of sums.
enum LogSum {
  /// ln((eᵃ + eᵇ) / 2).
  @inline(__always)
  static func mean(_ a: Double, _ b: Double) -> Double {
    let (high, low) = a > b ? (a, b) : (b, a)
    return high + log1p(exp(low - high)) - 0.693_147_180_559_945_3
  }
}

/// The logarithm of a product, for which one logarithm serves many factors.
struct LogProduct {
  private var sum = 0.0
  private var product = 1.0

  /// - Parameter factor: from 1e-80 to 1e80.
  @inline(__always)
  mutating func multiply(by factor: Double) {
    product *= factor
    if product > 1e200 || product < 1e-200 {
      sum += log(product)
      product = 1
    }
  }

  var logarithm: Double { sum + log(product) }
}
