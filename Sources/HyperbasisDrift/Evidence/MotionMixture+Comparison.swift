extension MotionMixture {
  /// Whether the fit takes the anchors where a motion takes them, so that a fit from there would end
  /// here.
  func explains(_ other: Motion, _ moves: borrowing BurstMoves) -> Bool {
    var (squares, sum) = (0.0, 0.0)
    for number in 0..<moves.count {
      let place = moves.before[number]
      squares += weights[number] * (motion.apply(place) - other.apply(place)).squaredLength
      sum += weights[number]
    }
    // A wide fit may hide a narrow one close by.
    let limit = 2 * min(sigma, 0.012)
    return sum > 2 && squares < limit * limit * sum
  }

  /// The mean displacement of those who follow.
  func meanMove(_ moves: borrowing BurstMoves) -> SIMD3<Double> {
    var (moved, sum) = (SIMD3<Double>.zero, 0.0)
    for number in 0..<moves.count {
      moved += weights[number] * moves.moved[number]
      sum += weights[number]
    }
    return sum > 0 ? moved / sum : .zero
  }
}
