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

  /// A turn about the vertical through the origin and a translation in metres.
  fileprivate struct Motion {
    let sine: Double
    let cosine: Double
    let translation: SIMD3<Double>

    /// The turn that takes a direction along another one, and the translation that takes a point
    /// to another one.
    ///
    /// - Parameters:
    ///   - along: what the directions have in common, their dot product.
    ///   - across: what they have not, the vertical part of their cross product.
    init(
      along: Double, across: Double, from before: SIMD3<Double>, to after: SIMD3<Double>
    ) {
      let length = (along * along + across * across).squareRoot()
      sine = length > 0 ? across / length : 0
      cosine = length > 0 ? along / length : 1
      translation = after - Self.turned(before, sine, cosine)
    }

    /// Degrees, counter-clockwise seen from above.
    var yaw: Double { atan2(sine, cosine) * 180 / .pi }

    /// What the motion leaves of an anchor's way, squared.
    @inline(__always)
    func squaredResidual(_ pair: Pair) -> Double {
      let error = Self.turned(pair.before, sine, cosine) + translation - pair.after
      return (error * error).sum()
    }

    @inline(__always)
    private static func turned(
      _ vector: SIMD3<Double>, _ sine: Double, _ cosine: Double
    ) -> SIMD3<Double> {
      SIMD3(cosine * vector.x + sine * vector.z, vector.y, cosine * vector.z - sine * vector.x)
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
      guard sample.mayShow(motion) else { return nil }
      all = PairList(Array(0..<count), pair)
      motion = all.refined(motion, steps: 2)
    }
    let followers = all.inliers(of: motion)
    guard let shift = all.shift(motion, followers) else { return nil }
    let looked = evenly(turnLimit, of: followers.count).map { all.numbers[followers[$0]] }
    var turns = try yawChanges(looked).map { abs(normalised($0 - shift.yaw)) }
      .filter(\.isFinite)
    return Median.of(&turns) <= 2 ? shift : nil
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
    var residuals: [Double] = []
    residuals.reserveCapacity(pairs.count)
    for (first, second) in candidatePairs() {
      guard let motion = Self.motion(pairs[first], pairs[second]) else { continue }
      let limit = best?.score ?? .infinity
      if let score = medianResidual(of: motion, below: limit, &residuals) {
        best = (motion, score)
      }
    }
    return best?.motion
  }

  /// The median of what a motion leaves, squared; nil where it is not below a limit, which mostly
  /// shows long before all pairs are looked at.
  private func medianResidual(
    of motion: Motion, below limit: Double, _ residuals: inout [Double]
  ) -> Double? {
    residuals.removeAll(keepingCapacity: true)
    let allowed = pairs.count - pairs.count / 2 - 1
    var above = 0
    for number in pairs.indices {
      let residual = motion.squaredResidual(pairs[number])
      if !(residual < limit) {
        above += 1
        if above > allowed { return nil }
      }
      residuals.append(residual)
      // Of a better motion at least half are below the limit, and some of the first few.
      if number == Self.glance, (number + 1 - above) * 5 < number { return nil }
    }
    return Median.of(&residuals)
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
    return Motion(
      along: before.x * after.x + before.z * after.z,
      across: before.z * after.x - before.x * after.z,
      from: (first.before + second.before) / 2, to: (first.after + second.after) / 2)
  }

  /// Horn's closed form for one axis of rotation: the yaw that aligns the centred horizontal
  /// positions best, then the translation between the centroids.
  private func leastSquares(_ followers: [Int]) -> Motion {
    var before = SIMD3<Double>.zero
    var after = SIMD3<Double>.zero
    for number in followers {
      before += pairs[number].before
      after += pairs[number].after
    }
    before /= Double(followers.count)
    after /= Double(followers.count)
    var along = 0.0
    var across = 0.0
    for number in followers {
      let p = pairs[number].before - before
      let q = pairs[number].after - after
      along += p.x * q.x + p.z * q.z
      across += p.z * q.x - p.x * q.z
    }
    return Motion(along: along, across: across, from: before, to: after)
  }
}

// MARK: - Refinement and decision

extension PairList {
  func refined(_ start: Motion, steps: Int) -> Motion {
    var motion = start
    for _ in 0..<steps {
      let followers = inliers(of: motion)
      guard followers.count >= 2 else { break }
      motion = leastSquares(followers)
    }
    return motion
  }

  /// The places of the anchors whose residual is within 3 robust standard deviations, or 5 mm.
  func inliers(of motion: Motion) -> [Int] {
    let residuals = pairs.map(motion.squaredResidual)
    var unsorted = residuals
    let freedom = Double(max(1, pairs.count - 2))
    let deviation = 1.4826 * (1 + 5 / freedom) * Median.of(&unsorted).squareRoot()
    let tolerance = max(3 * deviation, 0.005)
    return residuals.indices.filter { residuals[$0] <= tolerance * tolerance }
  }

  /// Whether a sample leaves it open that a motion is the shift of all: one that most anchors follow
  /// is followed by many of any sample, and leaves little of their way.
  func mayShow(_ motion: Motion) -> Bool {
    let followers = inliers(of: motion)
    let lengths = lengths(followers, motion)
    return followers.count * 5 >= pairs.count * 2 && lengths.residual <= 0.2 * lengths.way
  }

  /// The shift by a motion; nil unless it explains the change, and standing still does not.
  ///
  /// Most anchors have to follow; what is left of their way has to be small against the way
  /// itself, the smaller the fewer they are; and their headings have to turn with the space:
  /// people who walk side by side share a translation, but rarely all of this.
  func shift(_ motion: Motion, _ followers: [Int]) -> HBRigidShift? {
    let (residual, way, medianWay) = lengths(followers, motion)
    let share = pairs.count < 6 ? 1.0 : 0.6
    let allowed = followers.count < 6 ? 0.05 : 0.1
    let isConvincing =
      followers.count >= 3 && Double(followers.count) >= share * Double(pairs.count)
      && way > 0.01 && residual <= allowed * way && medianWay > 3 * residual
    guard isConvincing else { return nil }
    return HBRigidShift(
      translation: motion.translation, yaw: RigidShiftEstimator.normalised(motion.yaw),
      residual: residual, inliers: followers.count, common: pairs.count)
  }

  /// What a motion leaves of the ways of some anchors, and the ways: root mean squares, and the
  /// median way; metres.
  private func lengths(
    _ followers: [Int], _ motion: Motion
  ) -> (residual: Double, way: Double, medianWay: Double) {
    let residuals = followers.map { motion.squaredResidual(pairs[$0]) }
    var ways = followers.map { number in
      let way = pairs[number].after - pairs[number].before
      return (way * way).sum()
    }
    let way = Self.rootMean(ways)
    return (Self.rootMean(residuals), way, Median.of(&ways).squareRoot())
  }

  private static func rootMean(_ squares: [Double]) -> Double {
    squares.isEmpty ? 0 : (squares.reduce(0, +) / Double(squares.count)).squareRoot()
  }
}

/// The middle of many numbers, found without sorting them all (Hoare, "Find", CACM 4, 1961).
private enum Median {
  /// The one with as many numbers below it as above, or one more; 0 of none. Reorders them.
  static func of(_ values: inout [Double]) -> Double {
    guard !values.isEmpty else { return 0 }
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
