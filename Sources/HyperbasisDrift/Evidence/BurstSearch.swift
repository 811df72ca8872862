import Foundation

/// Finds the motions that the anchors of one burst followed.
struct BurstSearch {
  /// A motion and the anchors that follow it.
  struct Find: Sendable {
    var fit: MotionMixture
    /// In nats.
    var evidence: Double
    /// The indices of the followers in the burst.
    var followers: [Int]
    /// The factor by which the earlier positions were multiplied for the motion to fit; 1 for a rigid
    /// motion.
    var scale = 1.0
  }

  static let rankingSample = 64
  static let fittingSample = 200
  private static let passes = 16
  private static let mostMotions = 4
  static let leastFollowers = 3

  /// The evidence that a find needs, in nats.
  let threshold: Double
}

extension BurstSearch {
  /// Returns all motions, the one with the most evidence first.
  ///
  /// - Parameter readTurns: adds how the anchors turned to the moves; called at most once, and only if the
  ///   positions make a motion likely.
  func finds(
    _ moves: BurstMoves, readTurns: (inout BurstMoves) throws -> Void
  ) rethrows -> [Find] {
    var moves = moves
    var members = Array(0..<moves.count)
    var finds: [Find] = []
    var hasTurns = false
    while finds.count < Self.mostMotions, members.count >= Self.leastFollowers {
      let part = members.count == moves.count ? moves : moves.subset(members)
      var search = MotionSearch(part)
      guard search.isPromising else { break }
      if !hasTurns {
        try readTurns(&moves)
        hasTurns = true
        search.moves = members.count == moves.count ? moves : moves.subset(members)
      }
      guard var find = search.best(), find.evidence >= threshold,
        find.followers.count >= Self.leastFollowers
      else { break }
      let own = find.followers.map { members[$0] }
      members = members.indices.filter { find.fit.weights[$0] <= 0.5 }.map { members[$0] }
      find.followers = own
      finds.append(find)
    }
    return finds
  }
}
