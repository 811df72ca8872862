import Foundation

/// How likely an anchor's turn is if it follows a motion, compared with a turn by any angle: nine in ten
/// turn with the motion, to within a degree.
enum HeadingDensity {
  static let inlierShare = 0.9
  /// Degrees.
  static let sigma = 1.0
  /// 0.9 · 360° / (√(2π) · 1°).
  private static let peak = 0.9 * 360 / 2.506_628_274_631_000_5

  /// The part of the density that belongs to turning with the motion.
  @inline(__always)
  static func following(_ turn: Double, yaw: Double) -> Double {
    let error = Angle.normalised(turn - yaw)
    return abs(error) > 8 ? 0 : peak * exp(-0.5 * error * error)
  }

  /// Returns by how much a turn makes it likelier that an anchor follows; 1 if it says nothing.
  @inline(__always)
  static func factor(_ turn: Double, yaw: Double) -> Double {
    turn.isNaN ? 1 : following(turn, yaw: yaw) + (1 - inlierShare)
  }
}
