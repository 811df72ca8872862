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
    id = Self.id(burst, Int(writes[first].ordinal), index)
    firstEvent = index.id(Int(writes[own.first ?? 0].ordinal))
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

  /// Returns the writes that are part of the shift. An operation belongs to it as a whole; without one,
  /// what was written before the first follower or after the last one is not part of it.
  private static func places(
    of followers: [Int], in writes: [Write], _ index: EventIndex, _ others: Set<Int>
  ) -> ClosedRange<Int> {
    var (first, last) = (followers.first ?? 0, followers.last ?? 0)
    guard let operation = index.operation(Int(writes[first].ordinal)) else { return first...last }
    let isPart = { (place: Int) in
      !others.contains(place) && index.operation(Int(writes[place].ordinal)) == operation
    }
    while first > 0, isPart(first - 1) { first -= 1 }
    while last + 1 < writes.count, isPart(last + 1) { last += 1 }
    return first...last
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

  private static func id(_ burst: [Write], _ first: Int, _ index: EventIndex) -> UUID {
    guard let operation = index.operation(first),
      burst.allSatisfy({ index.operation(Int($0.ordinal)) == operation })
    else { return index.id(first) }
    return operation
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
