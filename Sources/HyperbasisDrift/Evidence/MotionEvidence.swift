import Foundation

/// The evidence in nats that anchors follow one motion: a Bayes factor against each moving by itself, less
/// the evidence for mere noise.
///
/// The cost of the motion's own parameters is Laplace's approximation (Kass and Raftery, "Bayes factors",
/// JASA 90, 1995): the prior density at the fit times the volume of its uncertainty.
enum MotionEvidence {
  static func of(_ fit: MotionMixture, _ moves: borrowing BurstMoves) -> Double {
    let followers = fit.weights.reduce(0, +)
    guard followers > 1 else { return -.infinity }
    return fit.logLikelihood(moves) - translationCost(fit, moves, followers) - yawCost(fit)
      - log(followers) - StillEvidence(moves).best
  }

  private static let halfLogTwoPi = 0.918_938_533_204_672_7

  /// A priori, the translation at the centroid is as likely as an own move.
  private static func translationCost(
    _ fit: MotionMixture, _ moves: borrowing BurstMoves, _ followers: Double
  ) -> Double {
    var centroid = SIMD3<Double>.zero
    for number in 0..<moves.count { centroid += fit.weights[number] * moves.before[number] }
    centroid /= followers
    let squared = fit.motion.displacement(at: centroid).squaredLength
    let dimension = moves.dimension
    return -OwnMove(moves.axes).logDensity(squaredLength: squared) - dimension * halfLogTwoPi
      - dimension * log(fit.sigma / followers.squareRoot())
  }

  /// A priori, any yaw is as likely as another.
  private static func yawCost(_ fit: MotionMixture) -> Double {
    if fit.isTranslation || fit.yawError.isInfinite { return 0 }
    return max(0, 2 * halfLogTwoPi - halfLogTwoPi - log(fit.yawError * .pi / 180))
  }
}
