extension BurstMoves {
  var withoutTurns: BurstMoves {
    var moves = self
    moves.turns = []
    return moves
  }

  /// The turn in degrees with the most others within 2° of it; nil unless at least three agree.
  var commonTurn: Double? {
    let known = turns.filter { !$0.isNaN }
    var best: (turn: Double, count: Int)?
    for turn in known.prefix(BurstSearch.rankingSample) {
      let count = known.count { abs(Angle.normalised($0 - turn)) <= 2 }
      if count > best?.count ?? 2 { best = (turn, count) }
    }
    return best?.turn
  }
}
