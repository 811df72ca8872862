import Foundation

/// How an anchor turned between two transforms.
enum Turn {
  /// Less than this, in degrees, counts as not turned at all.
  static let least = 0.02

  /// Returns the twist about +y, in degrees, of the rotation that leads from one transform to another; nil
  /// if one of them has no rotation.
  ///
  /// With Q = R_after · R_beforeᵀ and its quaternion (w, x, y, z), the twist is 2·atan2(y, w)
  /// (swing-twist decomposition: Dobrowolski, "Swing-twist decomposition in Clifford algebra",
  /// 2015); Q₀₂ − Q₂₀ = 4wy and Q₀₀ + Q₂₂ = 2(w² − y²) give it without the quaternion. The
  /// difference of two headings would be undefined for anchors that lie flat.
  static func twist(from before: [Float], to after: [Float]) -> Double? {
    guard before.count == 16, after.count == 16 else { return nil }
    var across = 0.0
    var along = 0.0
    for start in [0, 4, 8] {
      guard let a = axis(before, start), let b = axis(after, start) else { return nil }
      across += b.x * a.z - b.z * a.x
      along += b.x * a.x + b.z * a.z
    }
    guard across * across + along * along > 1e-12 else { return nil }
    return atan2(across, along) * 180 / .pi
  }

  /// Returns a column of a transform, normalised; nil if it has no length.
  private static func axis(_ transform: [Float], _ start: Int) -> SIMD3<Double>? {
    let axis = SIMD3(
      Double(transform[start]), Double(transform[start + 1]), Double(transform[start + 2]))
    let length = (axis * axis).sum().squareRoot()
    guard length > 1e-12, length.isFinite else { return nil }
    return axis / length
  }
}
