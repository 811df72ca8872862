import Foundation

/// How likely a turn of an anchor is where it follows a motion, against any turn at all: nine in ten
/// turn with the motion, to a degree.
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

  /// By how much a turn makes it likelier that an anchor follows; 1 where it says nothing.
  @inline(__always)
  static func factor(_ turn: Double, yaw: Double) -> Double {
    turn.isNaN ? 1 : following(turn, yaw: yaw) + (1 - inlierShare)
  }
}
