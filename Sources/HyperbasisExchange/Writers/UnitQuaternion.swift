import HyperbasisModels

/// A rotation as a quaternion of length 1, its scalar part last and not negative.
package struct UnitQuaternion: Hashable, Sendable {
  package let x: Double
  package let y: Double
  package let z: Double
  package let w: Double

  package static let identity = UnitQuaternion(x: 0, y: 0, z: 0, w: 1)

  private init(x: Double, y: Double, z: Double, w: Double) {
    (self.x, self.y, self.z, self.w) = (x, y, z, w)
  }

  /// Scales four numbers to length 1; returns nil if their length is nearly 0 or not finite.
  package init?(_ x: Double, _ y: Double, _ z: Double, _ w: Double) {
    let length = (x * x + y * y + z * z + w * w).squareRoot()
    guard length > 1e-12, length.isFinite else { return nil }
    // A quaternion and its negative are the same rotation.
    let scale = (w < 0 ? -1 : 1) / length
    // Avoids −0 in a file.
    self.init(x: x * scale + 0, y: y * scale + 0, z: z * scale + 0, w: w * scale + 0)
  }

  /// Creates the rotation of a matrix, which need not be exactly one: the largest of the four numbers
  /// is found first, so that none is divided by a number near 0.
  ///
  /// S. W. Shepperd, Quaternion from rotation matrix, J. Guidance and Control 1 (1978).
  package init?(_ m: RotationMatrix) {
    let trace = m.x.x + m.y.y + m.z.z
    switch max(trace, m.x.x, m.y.y, m.z.z) {
    case trace:
      self.init(m.y.z - m.z.y, m.z.x - m.x.z, m.x.y - m.y.x, 1 + trace)
    case m.x.x:
      self.init(1 + 2 * m.x.x - trace, m.x.y + m.y.x, m.z.x + m.x.z, m.y.z - m.z.y)
    case m.y.y:
      self.init(m.x.y + m.y.x, 1 + 2 * m.y.y - trace, m.y.z + m.z.y, m.z.x - m.x.z)
    default:
      self.init(m.z.x + m.x.z, m.y.z + m.z.y, 1 + 2 * m.z.z - trace, m.x.y - m.y.x)
    }
  }

  /// Creates the turn in a transform, whatever its scale; for a mirrored one, that of its image along
  /// its own x axis. Returns nil if an axis has no length.
  package init?(turnOf transform: [Float]) {
    guard let axes = RotationMatrix(transform), HBTransform.hasAxes(transform) else { return nil }
    let scale = HBTransform.scale(transform)
    let side: Double = HBTransform.isMirrored(transform) ? -1 : 1
    self.init(
      RotationMatrix(axes.x / (side * scale.x), axes.y / scale.y, axes.z / scale.z))
  }

  package var matrix: RotationMatrix {
    RotationMatrix(
      SIMD3(1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w)),
      SIMD3(2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)),
      SIMD3(2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y)))
  }
}

extension RotationMatrix {
  /// Takes the upper left part of a transform of the store, scale and shear included; returns nil if
  /// that is not 16 floats.
  package init?(_ transform: [Float]) {
    guard transform.count == 16 else { return nil }
    func column(_ start: Int) -> SIMD3<Double> {
      SIMD3(
        Double(transform[start]), Double(transform[start + 1]), Double(transform[start + 2]))
    }
    self.init(column(0), column(4), column(8))
  }
}
