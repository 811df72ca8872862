import Foundation

/// A shift of a whole space: what a relocalising device does to every anchor at once.
///
/// Gravity stays down, so the shift has 4 degrees of freedom: a turn about the vertical through
/// the origin, then a translation. A point p goes to R·p + translation, with R the turn by ``yaw``
/// counter-clockwise seen from above, about +y.
public struct HBRigidShift: Equatable, Sendable {
  /// Metres along x, y (up) and z.
  public let translation: SIMD3<Double>
  /// Degrees, −180 to 180, counter-clockwise seen from above.
  public let yaw: Double
  /// The root mean square distance in metres between where the shift takes the inliers and where they are.
  public let residual: Double
  /// How many anchors follow the shift.
  public let inliers: Int
  /// How many anchors exist at both moments.
  public let common: Int

  /// Creates a shift from its parts.
  ///
  /// - Parameters:
  ///   - translation: metres along x, y (up) and z, applied after the turn.
  ///   - yaw: degrees, −180 to 180, counter-clockwise seen from above.
  ///   - residual: the root mean square distance in metres between where the shift takes the inliers and
  ///     where they are.
  ///   - inliers: how many anchors follow the shift.
  ///   - common: how many anchors exist at both moments.
  public init(
    translation: SIMD3<Double>, yaw: Double, residual: Double, inliers: Int, common: Int
  ) {
    self.translation = translation
    self.yaw = yaw
    self.residual = residual
    self.inliers = inliers
    self.common = common
  }
}

extension HBRigidShift {
  /// The length of the translation in metres.
  public var distance: Double { (translation * translation).sum().squareRoot() }

  /// Returns a position as it is after the shift, in metres.
  public func apply(to point: SIMD3<Double>) -> SIMD3<Double> {
    Self.turn(point, by: yaw) + translation
  }

  /// Returns a transform (16 floats, column-major, metres) as it would be without the shift.
  public func takenOut(of transform: [Float]) -> [Float] {
    guard transform.count == 16 else { return transform }
    var result = transform
    for column in 0..<4 {
      let start = column * 4
      var vector = SIMD3(
        Double(transform[start]), Double(transform[start + 1]), Double(transform[start + 2]))
      if column == 3 { vector -= translation }
      let turned = Self.turn(vector, by: -yaw)
      result[start] = Float(turned.x)
      result[start + 1] = Float(turned.y)
      result[start + 2] = Float(turned.z)
    }
    return result
  }

  /// Returns a vector turned about +y by an angle in degrees.
  package static func turn(_ vector: SIMD3<Double>, by degrees: Double) -> SIMD3<Double> {
    Turn(degrees: degrees).apply(to: vector)
  }

  /// A turn about +y, with its sine and cosine computed once.
  package struct Turn: Sendable {
    private let sine: Double
    private let cosine: Double

    package init(degrees: Double) {
      let angle = degrees * .pi / 180
      sine = sin(angle)
      cosine = cos(angle)
    }

    package func apply(to vector: SIMD3<Double>) -> SIMD3<Double> {
      SIMD3(
        cosine * vector.x + sine * vector.z, vector.y, -sine * vector.x + cosine * vector.z)
    }
  }
}
