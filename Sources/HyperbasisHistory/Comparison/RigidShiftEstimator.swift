import Foundation
package import HyperbasisModels

/// Finds the shift of a whole space between two moments, if there was one.
///
/// Two anchors fix the 4 degrees of freedom. Candidates come from pairs of anchors; the one whose
/// median residual is least wins (least median of squares: Rousseeuw, "Least Median of Squares
/// Regression", JASA 79, 1984), so that up to almost half of the anchors may have moved on their
/// own. It is then refined by least squares over the anchors that follow it.
package struct RigidShiftEstimator {
  /// An anchor at both moments: positions in metres, and the change of yaw in degrees.
  package struct Pair: Sendable {
    package var before: SIMD3<Double>
    package var after: SIMD3<Double>
    package var yawChange: Double

    package init(before: SIMD3<Double>, after: SIMD3<Double>, yawChange: Double) {
      self.before = before
      self.after = after
      self.yawChange = yawChange
    }

    /// The pair of an anchor's transforms, 16 floats each.
    package init(before: [Float], after: [Float]) {
      self.init(
        before: SIMD3<Double>(HBTransform.position(before)),
        after: SIMD3<Double>(HBTransform.position(after)),
        yawChange: HBTransform.yawChange(before, after))
    }
  }

  /// A turn in degrees and a translation in metres.
  fileprivate struct Motion {
    let yaw: Double
    let translation: SIMD3<Double>
    private let turn: HBRigidShift.Turn

    init(yaw: Double, translation: SIMD3<Double>) {
      self.yaw = yaw
      self.translation = translation
      turn = HBRigidShift.Turn(degrees: yaw)
    }

    func residual(_ pair: Pair) -> Double {
      let error = turn.apply(to: pair.before) + translation - pair.after
      return (error * error).sum().squareRoot()
    }
  }

  private let pairs: [Pair]

  /// At most this many anchors are looked at, evenly chosen.
  private static let maximumPairs = 2000
  /// At most this many candidates are scored.
  private static let maximumCandidates = 600

  package init(_ pairs: [Pair]) {
    self.pairs = Self.thinned(
      pairs.filter { pair in
        (pair.before + pair.after).sum().isFinite && pair.yawChange.isFinite
      })
  }

  /// The shift, if it explains the change much better than single moves do, else nil.
  package func estimate() -> HBRigidShift? {
    guard pairs.count >= 3, let best = bestCandidate() else { return nil }
    let motion = refined(best)
    let followers = inliers(of: motion)
    let shift = HBRigidShift(
      translation: motion.translation, yaw: Self.normalised(motion.yaw),
      residual: rootMeanSquare(followers.map(motion.residual)), inliers: followers.count,
      common: pairs.count)
    return isConvincing(shift, motion, followers) ? shift : nil
  }

  private static func thinned(_ pairs: [Pair]) -> [Pair] {
    guard pairs.count > maximumPairs else { return pairs }
    return (0..<maximumPairs).map { pairs[$0 * pairs.count / maximumPairs] }
  }

  private static func normalised(_ degrees: Double) -> Double {
    let turn = degrees.truncatingRemainder(dividingBy: 360)
    if turn > 180 { return turn - 360 }
    return turn <= -180 ? turn + 360 : turn
  }
}

// MARK: - Candidates

extension RigidShiftEstimator {
  /// The candidate with the least median residual.
  private func bestCandidate() -> Motion? {
    var best: (motion: Motion, score: Double)?
    for (first, second) in candidatePairs() {
      guard let motion = Self.motion(pairs[first], pairs[second]) else { continue }
      if let score = medianResidual(of: motion, below: best?.score ?? .infinity) {
        best = (motion, score)
      }
    }
    return best?.motion
  }

  /// The median of what a motion leaves; nil where it is not below a limit, which mostly shows long
  /// before all pairs are looked at.
  private func medianResidual(of motion: Motion, below limit: Double) -> Double? {
    var allowed = pairs.count - pairs.count / 2 - 1
    var residuals: [Double] = []
    residuals.reserveCapacity(pairs.count)
    for pair in pairs {
      let residual = motion.residual(pair)
      if !(residual < limit) {
        allowed -= 1
        if allowed < 0 { return nil }
      }
      residuals.append(residual)
    }
    return median(residuals)
  }

  /// All pairs of anchors where they are few; else pairs at many different distances in the list,
  /// the same ones at every call.
  private func candidatePairs() -> [(Int, Int)] {
    let count = pairs.count
    if count * (count - 1) / 2 <= Self.maximumCandidates {
      return (0..<count).flatMap { first in (first + 1..<count).map { (first, $0) } }
    }
    return (0..<Self.maximumCandidates).compactMap { step in
      let first = step * 7919 % count
      let second = (first + 1 + step * 104_729 % (count - 1)) % count
      return first == second ? nil : (first, second)
    }
  }

  /// The motion that takes two anchors along; nil where they stand on one vertical, or where
  /// their distance changed so that no rigid motion does.
  private static func motion(_ first: Pair, _ second: Pair) -> Motion? {
    let before = second.before - first.before
    let after = second.after - first.after
    let lengthBefore = (before.x * before.x + before.z * before.z).squareRoot()
    let lengthAfter = (after.x * after.x + after.z * after.z).squareRoot()
    guard lengthBefore > 1e-6, abs(lengthAfter - lengthBefore) < 0.2 * lengthBefore else {
      return nil
    }
    return leastSquares([first, second])
  }

  /// Horn's closed form for one axis of rotation: the yaw that aligns the centred horizontal
  /// positions best, then the translation between the centroids.
  private static func leastSquares(_ pairs: [Pair]) -> Motion {
    let count = Double(pairs.count)
    let before = pairs.reduce(SIMD3<Double>.zero) { $0 + $1.before } / count
    let after = pairs.reduce(SIMD3<Double>.zero) { $0 + $1.after } / count
    var along = 0.0
    var across = 0.0
    for pair in pairs {
      let p = pair.before - before
      let q = pair.after - after
      along += p.x * q.x + p.z * q.z
      across += p.z * q.x - p.x * q.z
    }
    let yaw = atan2(across, along) * 180 / .pi
    return Motion(yaw: yaw, translation: after - HBRigidShift.turn(before, by: yaw))
  }
}

// MARK: - Refinement and decision

extension RigidShiftEstimator {
  private func refined(_ start: Motion) -> Motion {
    var motion = start
    for _ in 0..<4 {
      let followers = inliers(of: motion)
      guard followers.count >= 2 else { break }
      motion = Self.leastSquares(followers)
    }
    return motion
  }

  /// The anchors whose residual is within 3 robust standard deviations, or 5 mm.
  private func inliers(of motion: Motion) -> [Pair] {
    let residuals = pairs.map(motion.residual)
    let freedom = Double(max(1, pairs.count - 2))
    let deviation = 1.4826 * (1 + 5 / freedom) * median(residuals)
    let tolerance = max(3 * deviation, 0.005)
    return zip(pairs, residuals).filter { $0.1 <= tolerance }.map(\.0)
  }

  /// Whether the shift explains the change, and standing still does not.
  ///
  /// Most anchors have to follow; what is left of their way has to be small against the way
  /// itself, the smaller the fewer they are; and their headings have to turn with the space:
  /// people who walk side by side share a translation, but rarely all of this.
  private func isConvincing(
    _ shift: HBRigidShift, _ motion: Motion, _ followers: [Pair]
  ) -> Bool {
    let ways = followers.map { pair in
      let way = pair.after - pair.before
      return (way * way).sum().squareRoot()
    }
    let way = rootMeanSquare(ways)
    let share = pairs.count < 6 ? 1.0 : 0.6
    let allowed = followers.count < 6 ? 0.05 : 0.1
    guard followers.count >= 3, Double(followers.count) >= share * Double(pairs.count),
      way > 0.01, shift.residual <= allowed * way, median(ways) > 3 * shift.residual
    else { return false }
    let turns = followers.map { abs(Self.normalised($0.yawChange - shift.yaw)) }
    return median(turns) <= 2
  }

  private func rootMeanSquare(_ values: [Double]) -> Double {
    guard !values.isEmpty else { return 0 }
    return (values.reduce(0) { $0 + $1 * $1 } / Double(values.count)).squareRoot()
  }

  private func median(_ values: [Double]) -> Double {
    guard !values.isEmpty else { return 0 }
    return values.sorted()[values.count / 2]
  }
}
