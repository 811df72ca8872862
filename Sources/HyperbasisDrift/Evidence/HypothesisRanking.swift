import Foundation

/// Orders hypotheses by how much of the moves they explain, cheaply: one logarithm for each anchor
/// that they explain at all, and no error to fit.
struct HypothesisRanking {
  struct Ranked {
    let motion: Motion
    let score: Double
  }

  /// The best hypotheses, best first.
  let best: [Ranked]

  private static let most = 4

  init(_ hypotheses: [Hypothesis], _ sample: borrowing BurstMoves) {
    let lengths = sample.moved.map { max($0.squaredLength, OwnMove.leastSquared) }
    var best: [Ranked] = []
    for motion in hypotheses {
      let score = Self.score(motion, sample, lengths)
      guard score > (best.count < Self.most ? 0 : best[best.count - 1].score) else { continue }
      let place = best.firstIndex { $0.score < score } ?? best.count
      best.insert(Ranked(motion: motion.motion, score: score), at: place)
      if best.count > Self.most { best.removeLast() }
    }
    self.best = best
  }

  /// Σ max(0, D·ln(|d| / |e|) − 2), less the two best terms: two anchors always fit.
  private static func score(
    _ motion: Hypothesis, _ sample: borrowing BurstMoves, _ lengths: [Double]
  ) -> Double {
    let factor = 0.5 * sample.dimension
    // Above this share of the squared displacement a term is not positive.
    let limit = sample.axes == .all ? 0.2635 : sample.axes == .horizontal ? 0.1353 : 0.0183
    var sum = 0.0
    var (first, second) = (0.0, 0.0)
    for number in 0..<sample.count {
      let error = motion.displacement(at: sample.before[number]) - sample.moved[number]
      let squared = max(error.squaredLength, OwnMove.leastSquared)
      guard squared < limit * lengths[number] else { continue }
      let term = factor * log(lengths[number] / squared) - 2
      sum += term
      if term > first { (first, second) = (term, first) } else if term > second { second = term }
    }
    return sum - first - second
  }

  /// Whether the best hypothesis is worth a fit.
  func isPromising(count: Int) -> Bool {
    guard let first = best.first else { return false }
    return first.score > 2 + 0.1 * Double(min(count, BurstSearch.rankingSample))
  }
}
