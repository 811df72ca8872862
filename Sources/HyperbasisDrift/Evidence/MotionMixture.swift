import Foundation

/// A motion that some of the anchors of a burst follow, each up to a normal error, while the others
/// move by themselves: fitted by expectation maximisation (Dempster, Laird, Rubin, "Maximum
/// likelihood from incomplete data via the EM algorithm", JRSS B 39, 1977).
struct MotionMixture: Sendable {
  var motion: Motion
  /// The error along each axis, in metres.
  var sigma: Double
  /// The share of the anchors that follow.
  var share: Double
  /// How likely each anchor is to follow.
  var weights: [Double]
  /// Whether the motion is held to a translation.
  let isTranslation: Bool
  /// The information about the yaw: 1 / variance, in 1 / radians².
  private(set) var yawInformation = 0.0

  static let sigmas = 0.001...0.064

  init(_ motion: Motion, sigma: Double, share: Double = 0.5, isTranslation: Bool, count: Int) {
    self.motion = motion
    self.sigma = sigma
    self.share = share
    self.isTranslation = isTranslation
    weights = Array(repeating: 0, count: count)
  }
}

// MARK: - Expectation

extension MotionMixture {
  /// Calls `body` for each anchor with how much likelier its move is by the motion than by itself: the
  /// logarithm for its place, and the factor for its turn.
  @inline(__always)
  private func withOdds(
    _ moves: borrowing BurstMoves, _ body: (_ number: Int, _ odds: Double, _ turned: Double) -> Void
  ) {
    let dimension = moves.dimension
    let constant =
      log(share / (1 - share)) + Normal.logDensity(squared: 0, sigma: sigma, dimension: dimension)
    let factor = 0.5 / (sigma * sigma)
    let hasTurns = !moves.turns.isEmpty
    for number in 0..<moves.count {
      let place = moves.before[number]
      let error = motion.apply(place) - place - moves.moved[number]
      let odds = constant - factor * error.squaredLength - moves.ownMove[number]
      let turned = hasTurns ? HeadingDensity.factor(moves.turns[number], yaw: motion.yaw) : 1
      body(number, odds, turned)
    }
  }

  /// Beyond these odds an anchor clearly follows, or clearly does not: a turn changes them by less than 5.
  private static let clear = 45.0

  /// Sets the weights; returns their sum.
  mutating func expect(_ moves: borrowing BurstMoves) -> Double {
    var weights = weights
    self.weights = []
    var sum = 0.0
    withOdds(moves) { number, odds, turned in
      var weight = odds > 0 ? 1.0 : 0
      if abs(odds) < Self.clear {
        let ratio = exp(odds) * turned
        weight = ratio / (1 + ratio)
      }
      weights[number] = weight
      sum += weight
    }
    self.weights = weights
    return sum
  }

  /// Returns how much likelier all moves are by the mixture than if every anchor moved by itself, as a
  /// logarithm.
  func logLikelihood(_ moves: borrowing BurstMoves) -> Double {
    var sum = Double(moves.count) * log(1 - share)
    var product = LogProduct()
    withOdds(moves) { _, odds, turned in
      if odds > Self.clear {
        sum += odds + log(turned)
      } else if odds > -Self.clear {
        product.multiply(by: 1 + exp(odds) * turned)
      }
    }
    return sum + product.logarithm
  }
}

// MARK: - Maximisation

extension MotionMixture {
  /// Fits the motion and its error, starting from their current values, until little changes.
  mutating func fit(_ moves: borrowing BurstMoves, passes: Int) {
    for _ in 0..<passes {
      let sum = expect(moves)
      guard sum > 1e-3 else { break }
      let (oldMotion, oldSigma) = (motion, sigma)
      let margin = 0.5 / Double(moves.count)
      share = min(max(sum / Double(moves.count), margin), 1 - margin)
      maximise(moves, sum)
      let change = (motion.translation - oldMotion.translation).length
      if change < 1e-3 * sigma, abs(motion.yaw - oldMotion.yaw) < 1e-4,
        abs(sigma - oldSigma) < 1e-3 * sigma
      {
        break
      }
    }
    _ = expect(moves)
    if isTranslation { noteYawInformation(moves) }
  }

  /// Computes the weighted least squares solution for one axis of rotation (Horn, "Closed-form solution of
  /// absolute orientation using unit quaternions", JOSA A 4, 1987, in the plane), where each known turn
  /// adds a unit vector with the weight of its information.
  private mutating func maximise(_ moves: borrowing BurstMoves, _ sum: Double) {
    var before = SIMD3<Double>.zero
    var moved = SIMD3<Double>.zero
    for number in 0..<moves.count {
      before += weights[number] * moves.before[number]
      moved += weights[number] * moves.moved[number]
    }
    before /= sum
    moved /= sum
    if isTranslation {
      motion = Motion(yaw: 0, translation: moved)
    } else {
      let (across, along) = turnVector(moves, before, moved)
      motion = Motion(across: across, along: along, from: before, to: before + moved)
    }
    var squares = 0.0
    for number in 0..<moves.count where weights[number] > 0 {
      let place = moves.before[number]
      squares += weights[number] * (motion.apply(place) - place - moves.moved[number]).squaredLength
    }
    sigma = (squares / (moves.dimension * sum)).squareRoot()
    sigma = min(max(sigma, Self.sigmas.lowerBound), Self.sigmas.upperBound)
  }

  /// Returns the vector along which the turns point; its length is their information.
  private mutating func turnVector(
    _ moves: borrowing BurstMoves, _ before: SIMD3<Double>, _ moved: SIMD3<Double>
  ) -> (across: Double, along: Double) {
    var across = 0.0
    var along = 0.0
    for number in 0..<moves.count {
      let p = moves.before[number] - before
      let q = p + moves.moved[number] - moved
      across += weights[number] * (p.z * q.x - p.x * q.z)
      along += weights[number] * (p.x * q.x + p.z * q.z)
    }
    across /= sigma * sigma
    along /= sigma * sigma
    if !moves.turns.isEmpty { addTurns(moves, &across, &along) }
    yawInformation = (across * across + along * along).squareRoot()
    return (across, along)
  }

  /// Adds the turns, each weighted by the information that their own scatter leaves it: a scatter of 1° at
  /// first, and less the more of them agree.
  private func addTurns(
    _ moves: borrowing BurstMoves, _ across: inout Double, _ along: inout Double
  ) {
    var (sines, cosines, sum, squares) = (0.0, 0.0, 0.0, 0.0)
    for number in 0..<moves.count where weights[number] > 0.01 {
      let turn = moves.turns[number]
      guard !turn.isNaN else { continue }
      let following = HeadingDensity.following(turn, yaw: motion.yaw)
      let weight = weights[number] * following / (following + 1 - HeadingDensity.inlierShare)
      let error = Angle.normalised(turn - motion.yaw)
      sines += weight * moves.turnVectors[number].x
      cosines += weight * moves.turnVectors[number].y
      squares += weight * error * error
      sum += weight
    }
    let prior = HeadingDensity.sigma * HeadingDensity.sigma
    let variance = min(prior, (squares + prior) / (sum + 1))
    let information = (180 / .pi) * (180 / .pi) / variance
    across += information * sines
    along += information * cosines
  }

  private mutating func noteYawInformation(_ moves: borrowing BurstMoves) {
    let sum = weights.reduce(0, +)
    guard sum > 0 else { return }
    var before = SIMD3<Double>.zero
    for number in 0..<moves.count { before += weights[number] * moves.before[number] }
    before /= sum
    var moved = SIMD3<Double>.zero
    for number in 0..<moves.count { moved += weights[number] * moves.moved[number] }
    _ = turnVector(moves, before, moved / sum)
  }
}

extension MotionMixture {
  /// The standard error of the yaw, in degrees; infinite if nothing determines it.
  var yawError: Double { 180 / .pi / yawInformation.squareRoot() }

  /// Above this, in degrees, the yaw is not known.
  static let greatestYawError = 5.0

  var isYawKnown: Bool { yawError <= Self.greatestYawError }

  /// The anchors that follow.
  var followers: [Int] { weights.indices.filter { weights[$0] > 0.5 } }
}
