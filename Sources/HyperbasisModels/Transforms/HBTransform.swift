import Foundation

/// Geometry of flat transforms: 16 floats, column-major, in metres.
public enum HBTransform {
  /// The transform that changes nothing.
  public static let identity: [Float] = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]

  /// Returns the position in metres; zero if the transform does not have 16 elements.
  public static func position(_ transform: [Float]) -> SIMD3<Float> {
    guard transform.count == 16 else { return .zero }
    return SIMD3(transform[12], transform[13], transform[14])
  }

  /// Returns the heading in degrees, counter-clockwise seen from above, about +y: `atan2(m8, m10)`.
  ///
  /// 0 for the identity, whose heading (−column 2) points along −z, up the plan; nil if the forward axis is
  /// vertical, so that there is no heading.
  public static func yaw(_ transform: [Float]) -> Double? {
    guard transform.count == 16 else { return nil }
    let x = Double(transform[8])
    let z = Double(transform[10])
    guard x * x + z * z > 1e-12 else { return nil }
    return atan2(x, z) * 180 / .pi
  }

  /// Returns a transform at a position in metres, turned by a yaw in degrees about +y.
  public static func make(position: SIMD3<Float>, yaw: Double = 0) -> [Float] {
    var result = identity
    setYaw(yaw, of: &result)
    setPosition(position, of: &result)
    return result
  }

  /// Replaces the position, in metres; rotation and scale are kept. Does nothing if the transform does not
  /// have 16 elements.
  public static func setPosition(_ position: SIMD3<Float>, of transform: inout [Float]) {
    guard transform.count == 16 else { return }
    transform[12] = position.x
    transform[13] = position.y
    transform[14] = position.z
  }

  /// Replaces the rotation with a yaw in degrees about +y; position and scale are kept. A mirrored
  /// transform stays mirrored, along its own x axis.
  public static func setYaw(_ yaw: Double, of transform: inout [Float]) {
    guard transform.count == 16 else { return }
    // Exact for quarter turns, which are not exact in radians.
    let turn = yaw.truncatingRemainder(dividingBy: 360)
    let (sine, cosine): (Double, Double) =
      switch turn {
      case 0: (0, 1)
      case 90, -270: (1, 0)
      case 180, -180: (0, -1)
      case 270, -90: (-1, 0)
      default: (sin(turn * .pi / 180), cos(turn * .pi / 180))
      }
    let scale = scale(transform)
    let side: Double = isMirrored(transform) ? -1 : 1
    let rotation = [side * cosine, 0, -side * sine, 0, 0, 1, 0, 0, sine, 0, cosine, 0]
    for (index, value) in rotation.enumerated() {
      // Lengths of axes are rounded: treating nearly 1 as 1 leaves a rigid transform rigid.
      let length = scale[index / 4]
      let isScaled = length.isFinite && abs(length - 1) > 1e-5
      // The sum turns −0 into 0, so that no yaw gives exactly the identity.
      transform[index] = Float(isScaled ? value * length : value) + 0
    }
  }

  /// Returns the distance in metres between the positions of two transforms.
  public static func distance(_ from: [Float], _ to: [Float]) -> Double {
    let delta = SIMD3<Double>(position(to)) - SIMD3<Double>(position(from))
    return (delta * delta).sum().squareRoot()
  }
}
