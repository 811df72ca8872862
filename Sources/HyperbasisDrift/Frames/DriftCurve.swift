import Foundation
package import HyperbasisAnchorLog
package import HyperbasisModels

/// How far a space is from where it was at a reference date, after each burst that wrote much of it.
///
/// The product of many small steps would accumulate their errors. Instead, each burst is compared with a
/// key state, as long as most of that state's anchors still follow; then a new one begins.
package struct DriftCurve: Sendable, Equatable {
  package struct Point: Sendable, Equatable {
    package var at: HBInstant
    /// By how much the middle of the reference state is off, in metres.
    package var offset: SIMD3<Double>
    /// In degrees.
    package var yaw: Double
    /// The standard error of the offset, in metres.
    package var error: Double
    /// Whether a new key state begins here.
    package var rekeyed: Bool
    /// Whether the anchors had moved apart before, so that the offset is only what is known of it.
    package var isLost = false
    /// Whether more than half of the anchors stood where they had been, and so did the middle.
    package var hasStayed = false

    /// Whether the offset is more than its error explains.
    package var isSignificant: Bool { offset.length > DriftCurve.significance * error }
  }

  package private(set) var points: [Point] = []
  /// How many events the reference state folds.
  package let reference: Int

  /// If nothing creeps, the offset stays below 4.3 standard errors.
  static let significance = 5.0
  /// A key state is kept while at least this share of its anchors follows.
  fileprivate static let leastFollowing = 0.6
  /// A smaller share does not show where the space is; a larger one does, even if a new key state begins.
  fileprivate static let leastTelling = 0.3
  /// Less than most shows it only if they went about as the space was found to go, to within this many
  /// metres: what went elsewhere is a part, and others may be as large.
  fileprivate static let mostAstray = 0.1

  /// - Parameter since: how many events the reference state folds; those before the first burst that
  ///   wrote much of the space if nil.
  package init(_ index: EventIndex, _ history: DriftHistory, since: Int? = nil) {
    let since = since ?? history.rewrites.first.map { Int($0.first) } ?? index.count
    reference = since
    var walk = CurveWalk(from: KeyState(index, eventCount: since))
    for burst in Self.bursts(history, since) {
      let state = KeyState(index, eventCount: Int(burst.last) + 1)
      let parts = Array(history.shifts[burst.parts])
      guard walk.go(to: state, step: burst.shift.map { history.shifts[$0] }, parts: parts) else {
        continue
      }
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
  /// The motion from the key state.
  private var motion = Motion.identity
  private var error = 0.0
  private var isRekeyed = false
  /// Whether most anchors were left where they had been.
  private var hasStayed = false
  /// Whether the space was lost: so many anchors went their own ways that there is no telling where it is.
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
  ///   - shift: what the space did since the previous state; nil if that is not known.
  ///   - parts: what parts of it did.
  /// - Returns: false if too few anchors are left to show anything.
  mutating func go(to state: KeyState, step shift: FoundShift?, parts: [FoundShift]) -> Bool {
    // What was settled at the end of the last step becomes the base.
    if isRekeyed { (base, baseError, motion) = (total, error, .identity) }
    // The fit does not count these: not to move at all is likelier as an own move than as any motion.
    hasStayed = !isLost && key.isLeft(by: motion, in: state)
    if hasStayed {
      isRekeyed = false
      return true
    }
    let step = shift?.motion ?? .identity
    let steps = [step] + parts.filter(\.isOfMost).map(\.motion)
    guard let fit = key.fit(state, from: steps.map { $0.after(motion) }) else { return false }
    let isKept = fit.isOfGroup ? fit.share > 0.5 : fit.share >= DriftCurve.leastFollowing
    if !isKept || isLost, comeHome(to: state, parts) { return true }
    let isTold =
      isKept
      || !fit.isOfGroup && fit.share >= DriftCurve.leastTelling
        && fit.astray <= DriftCurve.mostAstray
    let fitError = Self.combined(baseError, fit.error)
    let stepError = Self.combined(error, shift?.standardError(at: total.apply(middle)) ?? 0)
    // Among few anchors, a fit takes what somebody moved by hand since the key state for a part of the
    // motion. A shift was found in what its burst alone changed, so it may be the better known of the two.
    let isStepBetter = shift?.yawError != nil && !isLost && stepError < fitError
    let takesFit = isTold && !isStepBetter
    motion = takesFit ? fit.motion : step.after(motion)
    error = takesFit ? fitError : stepError
    if !isTold, shift == nil { isLost = true }
    isRekeyed = !isKept
    if isRekeyed { key = state }
    return true
  }

  private static func combined(_ error: Double, _ other: Double) -> Double {
    (error * error + other * other).squareRoot()
  }

  /// Goes back to the reference state if most anchors are where one motion takes them from it, whatever
  /// happened in between, and returns whether it did: a space that came apart may have been put together
  /// again.
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
    /// The number of the shift of the space in it.
    var shift: Int?
    /// The shifts of parts, of which one may be most of the space.
    var parts: Range<Int>
  }

  /// How many parts are tried as what most of the space followed.
  private static let mostParts = 4

  /// Returns the bursts that wrote much of the space, in the order of their ends, with the shifts of the
  /// space up to each. If several devices write at the same time, the first to begin need not be the first
  /// to end.
  private static func bursts(_ history: DriftHistory, _ since: Int) -> [Burst] {
    var bursts: [Burst] = []
    var next = history.shifts.firstIndex { $0.firstOrdinal >= since } ?? history.shifts.count
    for rewrite in history.rewrites where Int(rewrite.first) >= since {
      let start = next
      while next < history.shifts.count, history.shifts[next].firstOrdinal <= Int(rewrite.last) {
        next += 1
      }
      // What moved alike since the previous burst does not belong to this one.
      let one = (start..<next).first { number in
        let shift = history.shifts[number]
        return shift.firstOrdinal >= Int(rewrite.first) && shift.kind == .space
      }
      bursts.append(
        Burst(
          last: rewrite.last, shift: one,
          parts: one == nil ? max(start, next - mostParts)..<next : next..<next))
    }
    return bursts.sorted { $0.last < $1.last }
  }
}

extension FoundShift {
  /// Whether more of the space followed than stayed. What fewer followed leaves the space where it is, even
  /// if those are the largest group that stayed together because so many others were moved by hand.
  fileprivate var isOfMost: Bool { 2 * followers.count > live }

  /// The standard error in metres of where the motion takes a place: the farther that is from the followers,
  /// the more the error of the yaw counts.
  fileprivate func standardError(at place: SIMD3<Double>) -> Double {
    let arm = place - about
    let turn = (yawError ?? 0) * .pi / 180
    let squares = sigma * sigma / Double(max(1, followers.count))
    return (squares + turn * turn * (arm.x * arm.x + arm.z * arm.z)).squareRoot()
  }
}

// MARK: - What moved the space

extension DriftCurve {
  /// Whether the space crept: it was moved by steps that are too small for a shift, none of which need have
  /// been found by itself. A single burst is not enough to tell.
  package func isCreep(_ found: [FoundShift]) -> Bool {
    let hasSteps =
      found.contains { $0.kind == .creepStep }
      || points.count(where: { !$0.hasStayed }) > 1
    return !found.contains(where: \.kind.isShift) && isOfOneSpace && hasSteps
  }

  /// Whether the space is elsewhere than at the reference date because of steps that are too small for a
  /// shift.
  ///
  /// - Parameter creeps: what the steps that were found add up to; if only a part of the space took them,
  ///   or groups went different ways, it is these that creep.
  package func isCreeping(_ found: [FoundShift], _ creeps: [Creep]) -> Bool {
    isCreep(found) && points.last?.isSignificant ?? false
      && (creeps.isEmpty || creeps.count == 1 && creeps[0].isOfSpace)
  }

  /// Whether something moved the space, so that its offset is not just that of a few anchors that people
  /// moved.
  package func hasMovedSpace(_ found: [FoundShift]) -> Bool {
    found.contains(where: \.kind.isShift) || isCreep(found)
  }
}
