/// The factor by which the followers of a motion also moved apart.
struct ScaleFit {
  let scale: Double
  /// The standard error of the scale.
  let error: Double

  /// Umeyama, "Least-squares estimation of transformation parameters between two point patterns",
  /// PAMI 13, 1991, with the turn known.
  init(_ moves: borrowing BurstMoves, _ find: borrowing BurstSearch.Find) {
    let number = Double(max(1, find.followers.count))
    var before = SIMD3<Double>.zero
    var after = SIMD3<Double>.zero
    for follower in find.followers {
      before += moves.before[follower]
      after += moves.after(follower)
    }
    before /= number
    after /= number
    var product = 0.0
    var squares = 0.0
    for follower in find.followers {
      let p = find.fit.motion.turned(moves.before[follower] - before)
      product += (p * (moves.after(follower) - after)).sum()
      squares += p.squaredLength
    }
    scale = squares > 0 ? product / squares : 1
    var rest = 0.0
    for follower in find.followers {
      let p = find.fit.motion.turned(moves.before[follower] - before)
      rest += (moves.after(follower) - after - scale * p).squaredLength
    }
    let variance = rest / max(1, moves.dimension * number - moves.dimension - 2)
    error = squares > 0 ? (max(variance, 1e-8) / squares).squareRoot() : .infinity
  }
}

/// The factor by which the distances between anchors grew, if it is the same for most.
enum DistanceRatio {
  /// Returns nil if most distances stayed, or there is no common factor.
  static func common(_ ratios: [Double]) -> Double? {
    guard ratios.count >= 6 else { return nil }
    let median = ratios.sorted()[ratios.count / 2]
    guard abs(median - 1) > 0.004, median > 1e-3 else { return nil }
    let near = ratios.count { abs($0 - median) <= 0.02 * median }
    return near * 5 >= ratios.count * 3 && abs(median - 1) > 0.004 ? median : nil
  }
}
