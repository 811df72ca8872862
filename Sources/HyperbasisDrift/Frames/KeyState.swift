import HyperbasisAnchorLog
import HyperbasisModels

/// Where all live anchors were at some moment.
struct KeyState {
  /// The slots in the store's order: they are numbered as the lines of the log lie, which differs between
  /// machines, and so would the last digits of a sum.
  private let order: [Int32]
  /// By slot; not a number for an anchor that is not there.
  private var places: [SIMD3<Double>]

  init(_ index: EventIndex, eventCount: Int) {
    order = index.slotsInStoreOrder
    places = Array(repeating: SIMD3(repeating: .nan), count: index.slotCount)
    for position in index.positions(in: index.state(through: eventCount)) {
      places[Int(position.slot)] = SIMD3<Double>(position.position)
    }
  }

  /// The middle of all anchors, the median along each axis: a few that lie far away must not take it out of
  /// the room, where a small turn would pass for a long displacement.
  var middle: SIMD3<Double> {
    let present = order.map { places[Int($0)] }.filter { !$0.x.isNaN }
    guard !present.isEmpty else { return .zero }
    func median(_ axis: Int) -> Double {
      let sorted = present.map { $0[axis] }.sorted()
      return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
    }
    return SIMD3(median(0), median(1), median(2))
  }

  /// Whether more than half of the anchors of both states are still exactly where a motion took them:
  /// whatever the others did, the median of all is then where it was.
  func isLeft(by motion: Motion, in other: KeyState) -> Bool {
    var (common, left) = (0, 0)
    for slot in order.lazy.map(Int.init) {
      let (start, end) = (places[slot], other.places[slot])
      if start.x.isNaN || end.x.isNaN { continue }
      common += 1
      if (motion.apply(start) - end).length <= Self.exact { left += 1 }
    }
    return common >= Self.leastCommon && left * 2 > common
  }

  /// What the rounding of a motion may leave, in metres.
  private static let exact = 1e-4

  /// Fewer common anchors show nothing.
  private static let leastCommon = 3

  /// Returns the motion to a later state that most anchors follow, starting from one of some guesses; nil
  /// if the states have too few anchors in common.
  func fit(_ other: KeyState, from guesses: [Motion]) -> StateFit? {
    var before: [SIMD3<Double>] = []
    var moved: [SIMD3<Double>] = []
    for slot in order.lazy.map(Int.init) {
      let (start, end) = (places[slot], other.places[slot])
      if start.x.isNaN || end.x.isNaN { continue }
      before.append(start)
      moved.append(end - start)
    }
    guard before.count >= Self.leastCommon else { return nil }
    let moves = BurstMoves(before: before, moved: moved)
    var best: (fit: MotionMixture, guess: Motion, share: Double)?
    for guess in guesses {
      let fit = Self.fit(moves, from: guess, sigma: 0.02)
      let share = fit.weights.reduce(0, +) / Double(moves.count)
      // Of two that explain equally much, the first counts.
      if let best, share <= best.share + 0.01 { continue }
      best = (fit, guess, share)
    }
    guard let best else { return nil }
    if let largest = Self.largestGroup(moves, insteadOf: best.fit) {
      return StateFit(largest, of: moves, from: best.guess, isOfGroup: true)
    }
    return StateFit(best.fit, of: moves, from: best.guess)
  }

  private static func fit(
    _ moves: borrowing BurstMoves, from guess: Motion, sigma: Double
  ) -> MotionMixture {
    var fit = MotionMixture(
      guess, sigma: sigma, share: 0.8, isTranslation: moves.axes == .vertical, count: moves.count)
    fit.fit(moves, passes: 30)
    return fit
  }

  /// Returns the motion of the largest group of anchors that moved alike, if groups that did explain all
  /// moves better than one motion that takes them roughly as far: that one would be the mean of theirs, and
  /// turned as the groups happen to stand.
  private static func largestGroup(
    _ moves: borrowing BurstMoves, insteadOf one: MotionMixture
  ) -> MotionMixture? {
    guard one.sigma > wide else { return nil }
    let guess = Motion(yaw: 0, translation: moves.commonestMove(within: wide))
    let group = fit(moves, from: guess, sigma: wide)
    guard group.sigma < one.sigma, group.logLikelihood(moves) > one.logLikelihood(moves) else {
      return nil
    }
    return group
  }

  /// Anchors that are closer to their places than this, in metres, belong to one group.
  private static let wide = 0.005
}

extension BurstMoves {
  /// Returns the displacement of an anchor that most others share.
  ///
  /// - Parameter limit: how far apart in metres two displacements may be to count as one.
  fileprivate func commonestMove(within limit: Double) -> SIMD3<Double> {
    // A few dozen show what most did.
    let sample = stride(from: 0, to: count, by: max(1, count / Self.groupSample)).map { moved[$0] }
    let counts = sample.map { move in
      sample.count { ($0 - move).squaredLength <= limit * limit }
    }
    return counts.indices.max { counts[$0] < counts[$1] }.map { sample[$0] } ?? .zero
  }

  private static let groupSample = 64
}

/// How anchors got from one state to another.
struct StateFit {
  let motion: Motion
  /// The share of the anchors that follow.
  let share: Double
  /// The standard error of the displacement, in metres.
  let error: Double
  /// How far its followers are on average from where the guess takes them, in metres.
  let astray: Double
  /// Whether the anchors moved apart in groups, of which this is the largest: it stands for the space only
  /// if most anchors are in it.
  let isOfGroup: Bool

  init(
    _ fit: MotionMixture, of moves: borrowing BurstMoves, from guess: Motion,
    isOfGroup: Bool = false
  ) {
    self.isOfGroup = isOfGroup
    let followers = fit.weights.reduce(0, +)
    share = followers / Double(moves.count)
    error = fit.sigma / max(1, followers).squareRoot()
    let sum = max(followers, .leastNormalMagnitude)
    var (middle, far) = (SIMD3<Double>.zero, 0.0)
    for number in 0..<moves.count {
      let place = moves.before[number]
      middle += fit.weights[number] * place
      far += fit.weights[number] * (fit.motion.apply(place) - guess.apply(place)).length
    }
    middle /= sum
    astray = far / sum
    var lever = 0.0
    for number in 0..<moves.count {
      let arm = moves.before[number] - middle
      lever += fit.weights[number] * (arm.x * arm.x + arm.z * arm.z)
    }
    // The places of anchors one above the other do not show how they turned.
    let isTurnTold = fit.sigma < Self.worstYaw * lever.squareRoot()
    motion =
      isTurnTold || fit.isTranslation
      ? fit.motion
      : Motion(yaw: guess.yaw, about: middle, then: fit.motion.apply(middle) - middle)
  }

  /// The standard error beyond which a yaw does not count as known: a degree, in radians.
  private static let worstYaw = Double.pi / 180
}
