import Foundation
import HyperbasisAnchorLog
import HyperbasisModels

extension FoundShift {
  /// What is told of a find; its class follows.
  ///
  /// - Parameter writes: the burst that the places in the find and the moves belong to.
  init(
    _ find: BurstSearch.Find, _ moves: BurstMoves, _ writes: [Write], _ threshold: Double,
    _ index: EventIndex
  ) {
    let own = find.followers
    let first = own.first ?? 0
    let last = own.last ?? 0
    // What was written before the first follower or after the last one is not part of the shift.
    burst = Array(writes[first...last])
    follows = Array(repeating: false, count: last - first + 1)
    for place in own { follows[place - first] = true }
    id = Self.id(burst, Int(writes[first].ordinal), index)
    firstEvent = index.id(Int(writes[first].ordinal))
    from = index.instant(Int(writes[first].ordinal))
    to = index.instant(Int(writes[last].ordinal))
    actor = index.actor(Int(writes[first].ordinal))
    followers = own.map { Int(writes[$0].slot) }
    written = burst.count
    live = Int(writes[first].live)
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

  /// What at least four in five of the followers did: each counts where it is nearer.
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
