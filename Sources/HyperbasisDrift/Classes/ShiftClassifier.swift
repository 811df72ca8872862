import HyperbasisAnchorLog
import HyperbasisModels

/// Tells shifts from furniture, crowds and conversions.
struct ShiftClassifier {
  let index: EventIndex
  let frameKeys: FrameKeys

  /// Metres; less than this is a platform's fine adjustment.
  static let leastDisplacement = 0.01

  /// Returns the class of a motion.
  ///
  /// - Parameter greatestOther: how many anchors follow the largest other motion of the same burst.
  func kind(
    of shift: FoundShift, moves: BurstMoves, scale: ScaleFit, greatestOther: Int
  ) throws -> ShiftClass {
    if isStream(shift) { return .stream }
    if shift.displacement < Self.leastDisplacement { return .creepStep }
    if isScaled(shift, scale) || AffineFit.isConversion(moves, shift.motion) { return .scaled }
    if isLoose(shift, moves) { return .loose }
    let followers = shift.followers.count
    if shift.written * 5 >= shift.live * 4, followers * 2 >= shift.live,
      greatestOther * 2 < followers
    {
      return .space
    }
    return try isPart(shift) ? .part : .together
  }

  /// Whether the median follower was under way.
  private func isStream(_ shift: FoundShift) -> Bool {
    let rested = shift.burst.indices.count { place in
      shift.follows[place] && shift.burst[place].isAtRest(index)
    }
    return rested < shift.followers.count - shift.followers.count / 2
  }

  private func isScaled(_ shift: FoundShift, _ scale: ScaleFit) -> Bool {
    if shift.scale != 1 { return true }
    return abs(scale.scale - 1) > max(0.005, 4 * scale.error)
  }

  /// Whether the anchors moved alike, but not as one.
  ///
  /// Snapping along one axis gives uniformly spread moves, of which any few are alike: along one axis most
  /// anchors must therefore follow, closely and certainly, and be more than a few.
  private func isLoose(_ shift: FoundShift, _ moves: BurstMoves) -> Bool {
    if moves.axes == .vertical,
      shift.followers.count < 5 || shift.followers.count * 3 < moves.count * 2
        || shift.sure != .certain || shift.bend > 0.25
    {
      return true
    }
    return shift.residual > shift.displacement / 2
      || shift.sigma >= MotionMixture.sigmas.upperBound
  }

  private func isPart(_ shift: FoundShift) throws -> Bool {
    let count = shift.followers.count
    guard let first = shift.burst.first else { return false }
    if count >= 5 {
      let extent = FollowerExtent(shift.placesBefore(index))
      if extent.radius >= 0.7 * Double(first.radius) { return true }
      if extent.minor >= 0.4, count * 10 >= shift.live * 3 { return true }
      // With fewer followers, not enough of them can be among the six nearest of each.
      if extent.minor >= 0.8, count > LivePositions.leastFollowers {
        let followers = Set(shift.followers.map { Int32(truncatingIfNeeded: $0) })
        let live = LivePositions(before: Int(first.ordinal), followers: followers, index)
        if live.purity >= 0.7 { return true }
      }
    }
    return try frameKeys.isShared(
      by: shift.burst.indices.filter { shift.follows[$0] }.map { shift.burst[$0] }, index)
  }
}
