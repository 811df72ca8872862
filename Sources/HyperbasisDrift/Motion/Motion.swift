import Foundation

/// A rigid motion that leaves gravity alone: a turn about the vertical through the origin, then a
/// translation. A point x goes to R(yaw)·x + translation.
package struct Motion: Equatable, Sendable {
  /// Degrees, above −180 up to 180, counter-clockwise seen from above, about +y.
  package let yaw: Double
  /// Metres; how far the origin moves, which may be far from any anchor.
  package let translation: SIMD3<Double>
  let sine: Double
  let cosine: Double

  package static let identity = Motion(yaw: 0, translation: .zero)

  package init(yaw: Double, translation: SIMD3<Double>) {
    self.yaw = Angle.normalised(yaw)
    self.translation = translation
    sine = yaw == 0 ? 0 : sin(yaw * .pi / 180)
    cosine = yaw == 0 ? 1 : cos(yaw * .pi / 180)
  }

  /// Creates the turn whose sine and cosine have the ratio of two numbers, with the translation that takes
  /// a point to another one.
  init(across: Double, along: Double, from before: SIMD3<Double>, to after: SIMD3<Double>) {
    let length = (across * across + along * along).squareRoot()
    sine = length > 0 ? across / length : 0
    cosine = length > 0 ? along / length : 1
    yaw = Self.yaw(sine: sine, cosine: cosine)
    translation =
      after
      - SIMD3(
        cosine * before.x + sine * before.z, before.y, cosine * before.z - sine * before.x)
  }

  /// Creates a turn by its sine and cosine, then a translation.
  init(sine: Double, cosine: Double, translation: SIMD3<Double>) {
    self.sine = sine
    self.cosine = cosine
    self.translation = translation
    yaw = Self.yaw(sine: sine, cosine: cosine)
  }

  /// Creates a turn about the vertical through a point, then a translation.
  package init(yaw: Double, about point: SIMD3<Double>, then translation: SIMD3<Double>) {
    let turn = Motion(yaw: yaw, translation: .zero)
    self.init(yaw: yaw, translation: point - turn.turned(point) + translation)
  }

  /// A half turn is 180: rounding must not choose its sign.
  private static func yaw(sine: Double, cosine: Double) -> Double {
    if sine == 0, cosine == 1 { return 0 }
    let yaw = atan2(sine, cosine) * 180 / .pi
    return yaw > -180 + Angle.rounding ? yaw : 180
  }
}

extension Motion {
  /// Returns a direction after the turn.
  @inline(__always)
  func turned(_ vector: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(cosine * vector.x + sine * vector.z, vector.y, cosine * vector.z - sine * vector.x)
  }

  /// Returns where a point goes, in metres.
  @inline(__always)
  package func apply(_ point: SIMD3<Double>) -> SIMD3<Double> {
    turned(point) + translation
  }

  /// Returns how far a point goes along each axis, in metres.
  package func displacement(at point: SIMD3<Double>) -> SIMD3<Double> { apply(point) - point }

  /// The motion that takes this one back.
  package var inverse: Motion {
    let back = Motion(yaw: -yaw, translation: .zero)
    return Motion(yaw: -yaw, translation: -back.turned(translation))
  }

  /// Returns the motion that does another one first, then this one.
  package func after(_ first: Motion) -> Motion {
    Motion(yaw: yaw + first.yaw, translation: turned(first.translation) + translation)
  }

  package var isIdentity: Bool { yaw == 0 && translation == .zero }
}

// MARK: - Transforms

extension Motion {
  /// Returns a transform (16 floats, column-major, metres) after the motion; lengths of axes are kept.
  ///
  /// - Parameter headingYaw: by how much the axes turn, in degrees: those of anchors whose headings
  ///   stayed through a shift stay when it is taken out.
  package func apply(to transform: [Float], headingYaw: Double) -> [Float] {
    guard transform.count == 16 else { return transform }
    var result = transform
    if !isIdentity {
      let place = apply(Self.column(transform, 12))
      Self.set(place, 12, &result)
    }
    guard headingYaw != 0 else { return result }
    let turn = Motion(yaw: headingYaw, translation: .zero)
    for start in [0, 4, 8] { Self.set(turn.turned(Self.column(transform, start)), start, &result) }
    return result
  }

  private static func column(_ transform: [Float], _ start: Int) -> SIMD3<Double> {
    SIMD3(Double(transform[start]), Double(transform[start + 1]), Double(transform[start + 2]))
  }

  private static func set(_ vector: SIMD3<Double>, _ start: Int, _ transform: inout [Float]) {
    transform[start] = Float(vector.x)
    transform[start + 1] = Float(vector.y)
    transform[start + 2] = Float(vector.z)
  }
}

/// Angles in degrees.
enum Angle {
  /// How much the rounding of floats changes an angle that comes from positions and headings.
  static let rounding = 1e-5

  /// Returns the same angle between −180, exclusive, and 180, inclusive.
  static func normalised(_ degrees: Double) -> Double {
    if degrees > -180, degrees <= 180 { return degrees }
    let turn = degrees.truncatingRemainder(dividingBy: 360)
    if turn > 180 { return turn - 360 }
    return turn <= -180 ? turn + 360 : turn
  }
}
