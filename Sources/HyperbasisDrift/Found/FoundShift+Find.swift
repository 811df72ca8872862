import Foundation
import HyperbasisAnchorLog
import HyperbasisModels

extension FoundShift {
  /// Creates a shift from a find; its class is set later.
  ///
  /// - Parameters:
  ///   - writes: the burst that the indices in the find and the moves refer to.
  ///   - others: the indices of the anchors that follow other motions of the burst.
  init(
    _ find: BurstSearch.Find, _ moves: BurstMoves, _ writes: [Write], _ threshold: Double,
    _ index: EventIndex, others: Set<Int>
  ) {
    let own = find.followers
    let places = Self.places(of: own, in: writes, index, others)
    let (first, last) = (places.lowerBound, places.upperBound)
    burst = Array(writes[places])
    follows = Array(repeating: false, count: places.count)
    for place in own { follows[place - first] = true }
    firstEvent = index.id(Int(writes[own.first ?? 0].ordinal))
    id = Self.id(burst, Int(writes[first].ordinal), index) ?? firstEvent
    from = index.instant(Int(writes[first].ordinal))
    to = index.instant(Int(writes[last].ordinal))
    actor = index.actor(Int(writes[first].ordinal))
    followers = own.map { Int(writes[$0].slot) }
    written = burst.count
    live = Int(writes[first].live) - Self.hidden(by: burst, index)
    kind = .together
    evidence = find.evidence
    self.threshold = threshold
    scale = find.scale
    sigma = find.fit.sigma
    let number = Double(max(1, own.count))
    about = own.reduce(SIMD3<Double>.zero) { $0 + moves.before[$1] } / number
    let fit = find.fit
    let isKnown = fit.isYawKnown
    let moved = own.reduce(SIMD3<Double>.zero) { $0 + moves.moved[$1] } / number
    motion = isKnown ? fit.motion : Motion(yaw: 0, translation: moved)
    yawError = isKnown ? fit.yawError : nil
    displacement = Self.median(own.map { moves.moved[$0].length })
    centroid = find.scale == 1 ? motion.displacement(at: about) : moved
    let (motion, scale) = (motion, scale)
    let squares = own.reduce(0.0) { sum, place in
      sum + (motion.apply(scale * moves.before[place]) - moves.after(place)).squaredLength
    }
    residual = (squares / number).squareRoot()
    headings = Self.headings(own, moves, yaw: motion.yaw)
    inverseOf = nil
  }

  /// Returns the writes that are part of the shift. An operation belongs to it as a whole; without one, what
  /// was written right before the first follower or after the last one does if it keeps the pace of the
  /// burst.
  private static func places(
    of followers: [Int], in writes: [Write], _ index: EventIndex, _ others: Set<Int>
  ) -> ClosedRange<Int> {
    var (first, last) = (followers.first ?? 0, followers.last ?? 0)
    let operation = index.operation(Int(writes[first].ordinal))
    let longest = operation == nil ? longestPause(writes[first...last], index) : .max
    let isPart = { (place: Int, neighbour: Int) in
      !others.contains(place) && index.operation(Int(writes[place].ordinal)) == operation
        && pause(between: writes[min(place, neighbour)], writes[max(place, neighbour)], index)
          <= longest
    }
    while first > 0, isPart(first - 1, first) { first -= 1 }
    while last + 1 < writes.count, isPart(last + 1, last) { last += 1 }
    return first...last
  }

  /// Returns the longest pause in a burst, in microseconds, but no more than in a quick one.
  ///
  /// An anchor that moved by itself may be the first or the last that a device writes; with equal
  /// timestamps, ids alone decide on that. Nobody moves something by hand at the very pace of a device.
  /// But in the many seconds between the writes of a slow burst, a user may well have, before the device
  /// found its place again.
  private static func longestPause(_ writes: ArraySlice<Write>, _ index: EventIndex) -> Int64 {
    let pauses = zip(writes, writes.dropFirst()).lazy.map { pause(between: $0, $1, index) }
    return min(pauses.max() ?? 0, BurstLimits.quick.gap)
  }

  private static func pause(
    between write: Write, _ next: Write, _ index: EventIndex
  ) -> Int64 {
    index.instant(Int(next.ordinal)).microseconds
      &- index.instant(Int(write.ordinal)).microseconds
  }

  /// Returns how many anchors the operation of a burst hides from its first write on: a rollback leaves
  /// behind those that did not exist yet.
  private static func hidden(by burst: [Write], _ index: EventIndex) -> Int {
    guard let first = burst.first, let last = burst.last,
      let operation = index.operation(Int(first.ordinal))
    else { return 0 }
    var count = 0
    for ordinal in Int(first.ordinal)..<index.count {
      let isSame = index.operation(ordinal) == operation
      guard isSame || ordinal <= last.ordinal else { break }
      if isSame, index.hidingOrdinal(ordinal) == ordinal { count += 1 }
    }
    return count
  }

  /// Nil if the first event names no operation.
  private static func id(_ burst: [Write], _ first: Int, _ index: EventIndex) -> UUID? {
    guard let operation = index.operation(first) else { return nil }
    let isOne = burst.allSatisfy { index.operation(Int($0.ordinal)) == operation }
    return isOne ? operation : index.id(first)
  }

  static func median(_ values: [Double]) -> Double {
    guard !values.isEmpty else { return 0 }
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }

  /// Returns what at least four in five of the followers did: each counts for whichever it is nearer to.
  private static func headings(
    _ followers: [Int], _ moves: BurstMoves, yaw: Double
  ) -> HeadingBehaviour {
    guard abs(yaw) > 2 * Turn.least else { return .turned }
    let turned = followers.count { place in
      guard !moves.turns.isEmpty, case let turn = moves.turns[place], !turn.isNaN else {
        return false
      }
      return abs(Angle.normalised(turn - yaw)) < abs(turn)
    }
    if turned * 5 >= followers.count * 4 { return .turned }
    return turned * 5 <= followers.count ? .stayed : .differ
  }
}
