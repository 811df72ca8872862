import Foundation

/// The evidence that anchors stayed where they were, up to noise: a motion has to exceed it.
struct StillEvidence {
  /// In nats, with the error that fits best; 0 if none does.
  let best: Double

  init(_ moves: borrowing BurstMoves) {
    let lengths = moves.moved.map(\.squaredLength)
    let least = lengths.reduce(.infinity, min)
    // How likely each is by itself, including its turn, does not depend on the error.
    var against = moves.ownMove
    for number in moves.turns.indices {
      against[number] -= log(HeadingDensity.factor(moves.turns[number], yaw: 0))
    }
    var best = 0.0
    var ratios = [Double](repeating: 0, count: moves.count)
    var sigma = MotionMixture.sigmas.lowerBound
    while sigma <= MotionMixture.sigmas.upperBound {
      defer { sigma *= 2 }
      // No anchor is that near to where it was.
      if least > 36 * sigma * sigma { continue }
      let constant = Normal.logDensity(squared: 0, sigma: sigma, dimension: moves.dimension)
      let factor = 0.5 / (sigma * sigma)
      for number in ratios.indices {
        let odds = constant - factor * lengths[number] - against[number]
        ratios[number] = odds < -60 ? 0 : exp(min(odds, 100))
      }
      best = max(best, Self.evidence(ratios))
    }
    self.best = best
  }

  /// Returns the evidence at the fitted share of anchors that stayed, after as many steps as matter.
  private static func evidence(_ ratios: [Double]) -> Double {
    let number = Double(ratios.count)
    var (share, sum) = (0.5, 0.0)
    for _ in 0..<3 {
      sum = 0
      for ratio in ratios { sum += share * ratio / (1 - share + share * ratio) }
      share = min(max(sum / number, 0.5 / number), 1 - 0.5 / number)
    }
    var product = LogProduct()
    for ratio in ratios { product.multiply(by: 1 - share + share * ratio) }
    return product.logarithm - log(max(1, sum))
  }
}
