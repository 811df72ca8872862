import Foundation

extension BurstMoves {
  /// Returns the same moves, with own moves made likelier by the flow of the anchors that do not follow;
  /// nil if too few do not follow.
  func withFlow(ofOthersThan weights: [Double]) -> BurstMoves? {
    let others = (0..<count).filter { weights[$0] <= 0.5 }
    guard others.count >= 4 else { return nil }
    let number = Double(others.count)
    let mean = others.reduce(SIMD3<Double>.zero) { $0 + moved[$1] } / number
    let squares = others.reduce(0.0) { $0 + (moved[$1] - mean).squaredLength }
    let sigma = (squares / (dimension * number) + 1e-4).squareRoot()
    var flow = self
    for number in 0..<count {
      let along = Normal.logDensity(
        squared: (moved[number] - mean).squaredLength, sigma: sigma, dimension: dimension)
      flow.ownMove[number] = LogSum.mean(ownMove[number], along)
    }
    return flow
  }
}
