import Foundation

extension HBTransform {
  /// Returns the angle in degrees, 0 to 180, of the rotation that leads from one transform to another.
  ///
  /// With R = Aᵀ·B of the normalised axes, cos θ = (trace R − 1) / 2; near 0 the sine from the skew part is
  /// more exact, so both go through `atan2`. A mirrored transform counts as turned like its image along its
  /// own x axis, which is how ``setYaw(_:of:)`` keeps it mirrored.
  public static func angle(_ from: [Float], _ to: [Float]) -> Double {
    guard let a = axesOfRotation(from), let b = axesOfRotation(to) else { return 0 }
    return angle(a, b)
  }

  private static func angle(_ a: [SIMD3<Double>], _ b: [SIMD3<Double>]) -> Double {
    // R[i][j] = column i of A · column j of B.
    func r(_ i: Int, _ j: Int) -> Double { (a[i] * b[j]).sum() }
    let cosine = (r(0, 0) + r(1, 1) + r(2, 2) - 1) / 2
    let skew = SIMD3(r(2, 1) - r(1, 2), r(0, 2) - r(2, 0), r(1, 0) - r(0, 1))
    let sine = (skew * skew).sum().squareRoot() / 2
    return atan2(sine, cosine) * 180 / .pi
  }

  /// Returns the signed change of yaw in degrees, −180 to 180; 0 if either transform has no heading.
  public static func yawChange(_ from: [Float], _ to: [Float]) -> Double {
    guard let before = yaw(from), let after = yaw(to) else { return 0 }
    let turn = (after - before).truncatingRemainder(dividingBy: 360)
    if turn > 180 { return turn - 360 }
    return turn < -180 ? turn + 360 : turn
  }

  /// Returns the angle in degrees, 0 to 180, of a rotation without its change of yaw: how far the second
  /// transform is tilted relative to the first once that is turned about the vertical by the change.
  public static func tiltChange(_ from: [Float], _ to: [Float]) -> Double {
    guard let a = axesOfRotation(from), let b = axesOfRotation(to) else { return 0 }
    let yaw = yawChange(from, to) * .pi / 180
    let (cosine, sine) = (cos(yaw), sin(yaw))
    let turned = a.map { axis in
      SIMD3(axis.x * cosine + axis.z * sine, axis.y, axis.z * cosine - axis.x * sine)
    }
    return angle(turned, b)
  }

  /// Returns whether left and right are exchanged: whether the determinant of the axes is negative.
  public static func isMirrored(_ transform: [Float]) -> Bool {
    axes(transform).map(isMirrored) ?? false
  }

  private static func isMirrored(_ axes: [SIMD3<Double>]) -> Bool {
    let (x, y, z) = (axes[0], axes[1], axes[2])
    let normal = SIMD3(
      x.y * y.z - x.z * y.y, x.z * y.x - x.x * y.z, x.x * y.y - x.y * y.x)
    return (normal * z).sum() < 0
  }

  /// Returns the lengths of the three axes: 1, 1, 1 for a rigid transform.
  public static func scale(_ transform: [Float]) -> SIMD3<Double> {
    guard transform.count == 16 else { return SIMD3(1, 1, 1) }
    return SIMD3(
      length(column(transform, 0)), length(column(transform, 1)), length(column(transform, 2)))
  }

  /// Returns yaw, pitch and roll in degrees, for R = Ry(yaw)·Rx(pitch)·Rz(roll); for a mirrored transform,
  /// those of its image along its own x axis.
  public static func eulerAngles(_ transform: [Float]) -> (yaw: Double, pitch: Double, roll: Double)
  {
    guard let axes = axesOfRotation(transform) else { return (0, 0, 0) }
    let pitch = asin(max(-1, min(1, -axes[2].y)))
    if abs(axes[2].y) > 1 - 1e-9 {
      // Gimbal lock: yaw and roll turn about the same axis; all of the rotation is put into yaw.
      return (atan2(-axes[0].z, axes[0].x) * 180 / .pi, pitch * 180 / .pi, 0)
    }
    let yaw = atan2(axes[2].x, axes[2].z)
    let roll = atan2(axes[0].y, axes[1].y)
    return (yaw * 180 / .pi, pitch * 180 / .pi, roll * 180 / .pi)
  }

  /// Whether a transform has three axes, and so a rotation: not if one of them has no length.
  package static func hasAxes(_ transform: [Float]) -> Bool { axes(transform) != nil }

  private static func column(_ transform: [Float], _ index: Int) -> SIMD3<Double> {
    SIMD3(
      Double(transform[index * 4]), Double(transform[index * 4 + 1]),
      Double(transform[index * 4 + 2]))
  }

  private static func length(_ vector: SIMD3<Double>) -> Double {
    (vector * vector).sum().squareRoot()
  }

  /// The axes of the rotation; the x axis is reversed if the transform is mirrored.
  private static func axesOfRotation(_ transform: [Float]) -> [SIMD3<Double>]? {
    guard var axes = axes(transform) else { return nil }
    if isMirrored(axes) { axes[0] = -axes[0] }
    return axes
  }

  /// The three axes, normalised; nil if one has no length.
  static func axes(_ transform: [Float]) -> [SIMD3<Double>]? {
    guard transform.count == 16 else { return nil }
    var result: [SIMD3<Double>] = []
    for index in 0..<3 {
      let axis = column(transform, index)
      let length = length(axis)
      guard length > 1e-12, length.isFinite else { return nil }
      result.append(axis / length)
    }
    return result
  }
}
