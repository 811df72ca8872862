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

    package init(before: SIMD3<Double>, after: SIMD3<Double>, yawChange: Double = 0) {
      self.before = before
      self.after = after
      self.yawChange = yawChange
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

  /// Candidates are made and scored on at most so many anchors, evenly chosen.
  private static let sampleLimit = 200
  /// The turns of at most so many anchors are looked at.
  private static let turnLimit = 200
  /// At most this many candidates are scored: where half of the anchors follow, the chance that none
  /// of so many pairs does is 1e-16.
  fileprivate static let maximumCandidates = 128

  package init(_ pairs: [Pair]) {
    self.pairs = pairs
  }

  /// The shift, if it explains the change much better than single moves do, else nil.
  package func estimate() -> HBRigidShift? {
    Self.estimate(
      count: pairs.count, pair: { pairs[$0] }, yawChanges: { $0.map { pairs[$0].yawChange } })
  }

  /// The shift, if it explains the change much better than single moves do, else nil.
  ///
  /// It is looked for among a sample, so that most changes that are no shift cost little, then
  /// refined, decided and counted over all anchors.
  ///
  /// - Parameters:
  ///   - count: how many anchors both moments have.
  ///   - pair: one of them; its turn does not matter.
  ///   - yawChanges: the changes of yaw, in degrees, of some of them.
  package static func estimate(
    count: Int, pair: (Int) -> Pair, yawChanges: ([Int]) throws -> [Double]
  ) rethrows -> HBRigidShift? {
    let sample = PairList(evenly(sampleLimit, of: count), pair)
    guard sample.pairs.count >= 3, let candidate = sample.bestCandidate() else { return nil }
    var motion = sample.refined(candidate, steps: 4)
    var all = sample
    if count > sampleLimit {
      // A shift that most anchors follow is followed by many of any sample.
      guard sample.inliers(of: motion).count * 5 >= sample.pairs.count * 2 else { return nil }
      all = PairList(Array(0..<count), pair)
      motion = all.refined(motion, steps: 2)
    }
    let followers = all.inliers(of: motion)
    guard let shift = all.shift(motion, followers.map { all.pairs[$0] }) else { return nil }
    let looked = evenly(turnLimit, of: followers.count).map { all.numbers[followers[$0]] }
    let turns = try yawChanges(looked).map { abs(normalised($0 - shift.yaw)) }
    return Median.of(turns.filter(\.isFinite)) <= 2 ? shift : nil
  }

  /// So many numbers below a count, evenly chosen; all of them where they are not more.
  private static func evenly(_ limit: Int, of count: Int) -> [Int] {
    count <= limit ? Array(0..<count) : (0..<limit).map { $0 * count / limit }
  }

  fileprivate static func normalised(_ degrees: Double) -> Double {
    let turn = degrees.truncatingRemainder(dividingBy: 360)
    if turn > 180 { return turn - 360 }
    return turn <= -180 ? turn + 360 : turn
  }
}

// MARK: - Candidates

/// Some of the anchors, without those whose positions are not finite.
private struct PairList {
  typealias Pair = RigidShiftEstimator.Pair
  typealias Motion = RigidShiftEstimator.Motion

  private(set) var pairs: [Pair] = []
  /// The number that each was given with.
  private(set) var numbers: [Int] = []

  init(_ candidates: [Int], _ pair: (Int) -> Pair) {
    pairs.reserveCapacity(candidates.count)
    numbers.reserveCapacity(candidates.count)
    for number in candidates {
      let pair = pair(number)
      guard (pair.before + pair.after).sum().isFinite else { continue }
      pairs.append(pair)
      numbers.append(number)
    }
  }

  /// The candidate with the least median residual.
  func bestCandidate() -> Motion? {
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
    for (number, pair) in pairs.enumerated() {
      let residual = motion.residual(pair)
      if !(residual < limit) {
        allowed -= 1
        if allowed < 0 { return nil }
      }
      residuals.append(residual)
      // Of a better motion at least half are below the limit, and some of the first few.
      if number == Self.glance, residuals.count(where: { $0 < limit }) * 5 < number { return nil }
    }
    return Median.of(residuals)
  }

  private static let glance = 24

  /// All pairs of anchors where they are few; else pairs at many different distances in the list,
  /// the same ones at every call.
  private func candidatePairs() -> [(Int, Int)] {
    let count = pairs.count
    let limit = RigidShiftEstimator.maximumCandidates
    if count * (count - 1) / 2 <= limit {
      return (0..<count).flatMap { first in (first + 1..<count).map { (first, $0) } }
    }
    return (0..<limit).compactMap { step in
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

extension PairList {
  func refined(_ start: Motion, steps: Int) -> Motion {
    var motion = start
    for _ in 0..<steps {
      let followers = inliers(of: motion)
      guard followers.count >= 2 else { break }
      motion = Self.leastSquares(followers.map { pairs[$0] })
    }
    return motion
  }

  /// The places of the anchors whose residual is within 3 robust standard deviations, or 5 mm.
  func inliers(of motion: Motion) -> [Int] {
    let residuals = pairs.map(motion.residual)
    let freedom = Double(max(1, pairs.count - 2))
    let deviation = 1.4826 * (1 + 5 / freedom) * Median.of(residuals)
    let tolerance = max(3 * deviation, 0.005)
    return residuals.indices.filter { residuals[$0] <= tolerance }
  }

  /// The shift by a motion; nil unless it explains the change, and standing still does not.
  ///
  /// Most anchors have to follow; what is left of their way has to be small against the way
  /// itself, the smaller the fewer they are; and their headings have to turn with the space:
  /// people who walk side by side share a translation, but rarely all of this.
  func shift(_ motion: Motion, _ followers: [Pair]) -> HBRigidShift? {
    let shift = HBRigidShift(
      translation: motion.translation, yaw: RigidShiftEstimator.normalised(motion.yaw),
      residual: rootMeanSquare(followers.map(motion.residual)), inliers: followers.count,
      common: pairs.count)
    let ways = followers.map { pair in
      let way = pair.after - pair.before
      return (way * way).sum().squareRoot()
    }
    let way = rootMeanSquare(ways)
    let share = pairs.count < 6 ? 1.0 : 0.6
    let allowed = followers.count < 6 ? 0.05 : 0.1
    let isConvincing =
      followers.count >= 3 && Double(followers.count) >= share * Double(pairs.count)
      && way > 0.01 && shift.residual <= allowed * way && Median.of(ways) > 3 * shift.residual
    return isConvincing ? shift : nil
  }

  private func rootMeanSquare(_ values: [Double]) -> Double {
    guard !values.isEmpty else { return 0 }
    return (values.reduce(0) { $0 + $1 * $1 } / Double(values.count)).squareRoot()
  }
}

/// The middle of many numbers, found without sorting them all (Hoare, "Find", CACM 4, 1961).
private enum Median {
  /// The one with as many numbers below it as above, or one more; 0 of none.
  static func of(_ values: [Double]) -> Double {
    guard !values.isEmpty else { return 0 }
    var values = values
    let middle = values.count / 2
    var (low, high) = (0, values.count - 1)
    while low < high {
      let pivot = values[low + (high - low) / 2]
      var (left, right) = (low, high)
      while left <= right {
        while values[left] < pivot { left += 1 }
        while pivot < values[right] { right -= 1 }
        guard left <= right else { break }
        values.swapAt(left, right)
        left += 1
        right -= 1
      }
      if middle <= right { high = right } else if middle >= left { low = left } else { break }
    }
    return values[middle]
  }
}
