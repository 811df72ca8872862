import Foundation
import HyperbasisAnchorLog
import HyperbasisModels

/// Finds the motions in single bursts of writes.
struct BurstEvaluation {
  let index: EventIndex
  let frameKeys: FrameKeys

  /// What was found in bursts, one after the other.
  struct Outcome: Sendable {
    var shifts: [FoundShift] = []
    /// Writes of anchors at rest that follow nothing.
    var leftOver: [Write] = []
    /// Bursts that wrote many of the live anchors, whether as a shift or not.
    var rewrites: [Rewrite] = []
    /// How many bursts consisted of anchors under way.
    var streamCount = 0

    mutating func append(_ other: Outcome) {
      shifts += other.shifts
      leftOver += other.leftOver
      rewrites += other.rewrites
      streamCount += other.streamCount
    }
  }
}

extension BurstEvaluation {
  func evaluate(_ burst: ArraySlice<Write>, into outcome: inout Outcome) throws {
    let rested = burst.count { $0.isAtRest(index) }
    if burst.wasTested { return }
    // At most half of a shift's followers may have been under way.
    guard burst.count >= BurstSearch.leastFollowers, rested >= 2 else {
      if rested > 0 { leave(burst, &outcome) }
      if burst.count >= BurstSearch.leastFollowers { outcome.streamCount += 1 }
      return
    }
    if let rewrite = Rewrite(burst) { outcome.rewrites.append(rewrite) }
    let shifts = try shifts(in: Array(burst))
    outcome.shifts += shifts
    guard !shifts.isEmpty else {
      leave(burst, &outcome)
      return
    }
    let followers = shifts.flatMap(\.followerOrdinals).sorted()
    leave(
      burst.filter { write in
        let place = followers.indices.partition { followers[$0] < Int(write.ordinal) }
        return place == followers.count || followers[place] != Int(write.ordinal)
      }[...], &outcome)
  }

  /// Leaves writes for the search among slow ones.
  ///
  /// A correction is one action, and was searched as a whole: with others it would only seem to be more.
  private func leave(_ writes: ArraySlice<Write>, _ outcome: inout Outcome) {
    guard let origin = writes.first?.ordinal else { return }
    for var write in writes
    where write.isAtRest(index) && !index.isOfCorrection(Int(write.ordinal)) {
      write.origin = origin
      outcome.leftOver.append(write)
    }
  }

  /// Returns the motions of a burst.
  func shifts(in writes: [Write]) throws -> [FoundShift] {
    let moves = BurstMoves(writes, index)
    let threshold = Self.threshold(writes)
    // Kept here, because what follows needs the turns, too.
    var turned = moves
    let finds = try BurstSearch(threshold: threshold).finds(moves) { moves in
      try moves.readTurns(writes, index)
      turned = moves
    }
    var shifts: [FoundShift] = []
    let classifier = ShiftClassifier(index: index, frameKeys: frameKeys)
    for (number, find) in finds.enumerated() {
      let others = finds.indices.filter { $0 != number }.map { finds[$0].followers }
      var shift = FoundShift(
        find, turned, writes, threshold, index, others: Set(others.joined()))
      // One operation may hold several motions; each needs an id of its own.
      if shifts.contains(where: { $0.id == shift.id }) { shift.id = shift.firstEvent }
      shift.kind = try classifier.kind(
        of: shift, moves: turned, scale: ScaleFit(turned, find),
        greatestOther: others.map(\.count).max() ?? 0)
      if shift.kind == .scaled, shift.scale == 1 {
        shift.scale = ScaleFit(turned, find).scale
        shift.isMirrored = AffineFit.isMirrorImage(turned)
      }
      shifts.append(shift)
    }
    return shifts
  }

  /// Nominally one false find in a thousand logs: ln 1000 plus the logarithm of how many bursts were
  /// tested, at least 1000.
  ///
  /// A tested burst has at least three writes, so a third of the preceding events is no less than the
  /// number of bursts. Unlike that number, it does not change while a log grows.
  private static func threshold(_ writes: [Write]) -> Double {
    let tested = Double(writes.first.map { $0.ordinal / 3 } ?? 0)
    return log(1000) + log(max(1000, tested))
  }
}

extension ArraySlice<Write> {
  /// Whether all are left over from one burst, so that nothing new can be found among them.
  fileprivate var wasTested: Bool {
    guard let origin = first?.origin, origin >= 0 else { return false }
    return allSatisfy { $0.origin == origin }
  }
}
