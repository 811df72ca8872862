extension MotionMixture {
  /// Whether the fit takes the anchors to where a motion takes them, so that a fit started from that motion
  /// would end here.
  func explains(_ other: Motion, _ moves: borrowing BurstMoves) -> Bool {
    var (squares, sum) = (0.0, 0.0)
    for number in 0..<moves.count {
      let place = moves.before[number]
      squares += weights[number] * (motion.apply(place) - other.apply(place)).squaredLength
      sum += weights[number]
    }
    // A wide fit may hide a narrow one nearby.
    let limit = 2 * min(sigma, 0.012)
    return sum > 2 && squares < limit * limit * sum
  }

  /// Returns the mean displacement of the followers.
  func meanMove(_ moves: borrowing BurstMoves) -> SIMD3<Double> {
    var (moved, sum) = (SIMD3<Double>.zero, 0.0)
    for number in 0..<moves.count {
      moved += weights[number] * moves.moved[number]
      sum += weights[number]
    }
    return sum > 0 ? moved / sum : .zero
  }
}
