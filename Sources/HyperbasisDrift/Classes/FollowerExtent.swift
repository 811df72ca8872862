/// How far the followers of a motion extend.
struct FollowerExtent {
  /// The root mean square radius about their centroid, in metres.
  let radius: Double
  /// The standard deviation along the shorter axis of their floor plan, in metres: near 0 for a row.
  let minor: Double

  init(_ places: [SIMD3<Double>]) {
    let number = Double(max(1, places.count))
    let centre = places.reduce(SIMD3<Double>.zero, +) / number
    var (xx, zz, xz, squares) = (0.0, 0.0, 0.0, 0.0)
    for place in places {
      let point = place - centre
      xx += point.x * point.x
      zz += point.z * point.z
      xz += point.x * point.z
      squares += point.squaredLength
    }
    radius = (squares / number).squareRoot()
    // The smaller eigenvalue of the covariance of x and z.
    let half = (xx + zz) / 2
    let root = (((xx - zz) / 2) * ((xx - zz) / 2) + xz * xz).squareRoot()
    minor = (max(0, half - root) / number).squareRoot()
  }
}
