import Foundation
package import HyperbasisAnchorLog
package import HyperbasisModels

/// How far a space is from where it was at a reference date, after each burst that wrote much of it.
///
/// The product of many small steps would gather their errors. Each burst is compared with a key state
/// instead, as long as most of that state's anchors still follow; then a new one begins.
package struct DriftCurve: Sendable, Equatable {
  package struct Point: Sendable, Equatable {
    package var at: HBInstant
    /// By how much the middle of the reference state is off, in metres.
    package var offset: SIMD3<Double>
    /// Degrees.
    package var yaw: Double
    /// The standard error of the offset, in metres.
    package var error: Double
    /// Whether a new key state begins here.
    package var rekeyed: Bool
    /// Whether the anchors went apart before, so that the offset is only what is known of it.
    package var isLost = false
    /// Whether more than half of the anchors stood where they had been, so that the middle did.
    package var hasStayed = false

    /// Whether the offset is more than its error explains.
    package var isSignificant: Bool { offset.length > DriftCurve.significance * error }
  }

  package private(set) var points: [Point] = []

  /// Where nothing creeps the offset stays below 4.3 standard errors.
  static let significance = 5.0
  /// A key state goes on while this share of its anchors follows.
  fileprivate static let leastFollowing = 0.6
  /// Fewer do not tell where the space is; more do, even where a new key state begins.
  fileprivate static let leastTelling = 0.3
  /// Fewer than most tell it only where they went about as the space was found to go, in metres: what
  /// went elsewhere is a part that others are as large as.
  fileprivate static let mostAstray = 0.1

  /// - Parameter since: how many events the reference state folds; those before the first burst that
  ///   wrote much of the space if nil.
  package init(_ index: EventIndex, _ history: DriftHistory, since: Int? = nil) {
    let since = since ?? history.rewrites.first.map { Int($0.first) } ?? index.count
    var walk = CurveWalk(from: KeyState(index, eventCount: since))
    for burst in Self.bursts(history, since) {
      let state = KeyState(index, eventCount: Int(burst.last) + 1)
      let step = history.shifts[burst.shifts].reduce(Motion.identity) { $1.motion.after($0) }
      let parts = Array(history.shifts[burst.parts])
      guard walk.go(to: state, step: step, parts: parts) else { continue }
      points.append(walk.point(at: index.instant(Int(burst.last))))
    }
  }
}

/// The way from one state of a space to the next.
private struct CurveWalk {
  private let reference: KeyState
  private let middle: SIMD3<Double>
  /// The state that the next one is compared with, and how far it is from the reference.
  private var key: KeyState
  private var base = Motion.identity
  private var baseError = 0.0
  /// From the key state.
  private var motion = Motion.identity
  private var error = 0.0
  private var isRekeyed = false
  /// Whether most anchors were left where they had been.
  private var hasStayed = false
  /// Whether the way was lost: so many went each their way that nobody can tell where the space is.
  private var isLost = false

  init(from reference: KeyState) {
    self.reference = reference
    key = reference
    middle = reference.middle
  }

  private var total: Motion { motion.after(base) }

  func point(at instant: HBInstant) -> DriftCurve.Point {
    DriftCurve.Point(
      at: instant, offset: total.displacement(at: middle), yaw: total.yaw, error: error,
      rekeyed: isRekeyed, isLost: isLost, hasStayed: hasStayed)
  }

  /// - Parameters:
  ///   - step: what the space did since the state before, as far as that is known.
  ///   - parts: what parts of it did.
  /// - Returns: false where too few anchors are left to tell anything.
  mutating func go(to state: KeyState, step: Motion, parts: [FoundShift]) -> Bool {
    // What was settled at the end of the last way.
    if isRekeyed { (base, baseError, motion) = (total, error, .identity) }
    // The fit does not count those: a move of nothing is likelier one of their own than any motion.
    hasStayed = !isLost && key.isLeft(by: motion, in: state)
    if hasStayed {
      isRekeyed = false
      return true
    }
    let steps = [step] + parts.filter(\.isOfMost).map(\.motion)
    guard let fit = key.fit(state, from: steps.map { $0.after(motion) }) else { return false }
    let isKept = fit.share >= DriftCurve.leastFollowing
    if !isKept || isLost, comeHome(to: state, parts) { return true }
    let isTold =
      isKept || fit.share >= DriftCurve.leastTelling && fit.astray <= DriftCurve.mostAstray
    motion = isTold ? fit.motion : step.after(motion)
    error = (baseError * baseError + fit.error * fit.error).squareRoot()
    if !isTold, step == .identity { isLost = true }
    isRekeyed = !isKept
    if isRekeyed { key = state }
    return true
  }

  /// Whether most anchors are where one motion takes them from the reference state, whatever lies
  /// between: a space that went apart may have been put together again.
  private mutating func comeHome(to state: KeyState, _ parts: [FoundShift]) -> Bool {
    let guesses = [.identity, total] + parts.flatMap { [$0.motion, $0.motion.after(total)] }
    guard let fit = reference.fit(state, from: guesses), fit.share >= DriftCurve.leastFollowing
    else { return false }
    (key, base, baseError) = (reference, .identity, 0)
    (motion, error) = (fit.motion, fit.error)
    (isRekeyed, isLost) = (false, false)
    return true
  }
}

extension DriftCurve {
  /// Whether most of the space stayed together all the way, so that an offset is one of the space and
  /// not of what was carried about in it.
  package var isOfOneSpace: Bool { !points.isEmpty && points.allSatisfy { !$0.rekeyed } }
}

extension DriftCurve {
  private struct Burst {
    var last: Int32
    /// The shifts of the space in it.
    var shifts: Range<Int>
    /// The shifts of parts, of which one may be most of the space.
    var parts: Range<Int>
  }

  /// Each is tried as what most of the space followed, if most followed.
  private static let mostParts = 4

  /// The bursts that wrote much of the space, with the shifts of the space up to each.
  private static func bursts(_ history: DriftHistory, _ since: Int) -> [Burst] {
    var bursts: [Burst] = []
    var next = history.shifts.firstIndex { $0.firstOrdinal >= since } ?? history.shifts.count
    for rewrite in history.rewrites where Int(rewrite.first) >= since {
      let start = next
      while next < history.shifts.count, history.shifts[next].firstOrdinal <= Int(rewrite.last) {
        next += 1
      }
      // What moved alike since the burst before is not of this one.
      let one = (start..<next).first { number in
        let shift = history.shifts[number]
        return shift.firstOrdinal >= Int(rewrite.first) && shift.kind == .space
      }
      bursts.append(
        Burst(
          last: rewrite.last, shifts: one.map { $0..<$0 + 1 } ?? next..<next,
          parts: one == nil ? max(start, next - mostParts)..<next : next..<next))
    }
    return bursts
  }
}

extension FoundShift {
  /// Whether more of the space followed than stayed. What fewer followed leaves the space where it is,
  /// also where so many were moved by hand that they are the largest group that stayed together.
  fileprivate var isOfMost: Bool { 2 * followers.count > live }
}

/// Where all live anchors were at some moment.
private struct KeyState {
  /// In the store's order: slots are numbered as the lines of the log lie, which is not the same on
  /// every machine, and neither would be the last digits of a sum.
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

  /// The middle of all anchors, along each axis the median: a few that lie far away must not take it
  /// out of the room, where a small turn would pass for a long way.
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
  /// whatever the others did, the median of all is where it was.
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

  /// Fewer tell nothing.
  private static let leastCommon = 3

  /// The motion to a later state that most anchors follow, from one of some guesses; nil where too few
  /// anchors are common.
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
    var best: StateFit?
    for guess in guesses {
      var fit = MotionMixture(
        guess, sigma: 0.02, share: 0.8, isTranslation: moves.axes == .vertical, count: moves.count)
      fit.fit(moves, passes: 30)
      let followers = fit.weights.reduce(0, +)
      let share = followers / Double(moves.count)
      // Of two that explain as much the first.
      if let best, share <= best.share + 0.01 { continue }
      best = StateFit(fit, of: moves, from: guess, followers)
    }
    return best
  }
}

/// How anchors came from one state to another one.
private struct StateFit {
  let motion: Motion
  /// The share of the anchors that follow.
  let share: Double
  /// The standard error of the way, in metres.
  let error: Double
  /// How far its followers are on average from where the guess takes them, in metres.
  let astray: Double

  init(
    _ fit: MotionMixture, of moves: borrowing BurstMoves, from guess: Motion, _ followers: Double
  ) {
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
    // The places of what stands one above the other do not tell how it is turned.
    let isTurnTold = fit.sigma < Self.worstYaw * lever.squareRoot()
    motion =
      isTurnTold || fit.isTranslation
      ? fit.motion
      : Motion(yaw: guess.yaw, about: middle, then: fit.motion.apply(middle) - middle)
  }

  /// The standard error of a yaw beyond which it is not told: a degree, in radians.
  private static let worstYaw = Double.pi / 180
}

// MARK: - What moved the space

extension DriftCurve {
  /// Whether the space crept: it was moved by steps that are too small for a shift, of which not
  /// even one may have been found by itself. Of a single burst nobody can tell.
  package func isCreep(_ found: [FoundShift]) -> Bool {
    let hasSteps =
      found.contains { $0.kind == .creepStep }
      || points.count(where: { !$0.hasStayed }) > 1
    return !found.contains(where: \.kind.isShift) && isOfOneSpace && hasSteps
  }

  /// Whether the space is elsewhere than at the reference date, by steps that are too small for a
  /// shift.
  package func isCreeping(_ found: [FoundShift]) -> Bool {
    isCreep(found) && points.last?.isSignificant ?? false
  }

  /// Whether something moved the space, so that where it is now is not just where people moved a few
  /// anchors.
  package func hasMovedSpace(_ found: [FoundShift]) -> Bool {
    found.contains(where: \.kind.isShift) || isCreep(found)
  }
}
