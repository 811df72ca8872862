/// The affine map that fits moves best: it leaves nothing of a change of units, a mirror image, a tilt or a
/// projection, but does leave something of a rigid motion with noise.
struct AffineFit {
  /// The root mean square distance in metres that the map leaves; nil if the anchors do not determine a
  /// map, or any map would fit them.
  let residual: Double?
  /// Whether the map swaps left and right.
  let isMirror: Bool

  private static let leastAnchors = 6

  /// Least squares by the normal equations of the centred positions.
  init(_ moves: borrowing BurstMoves) {
    let count = moves.count
    guard count >= Self.leastAnchors else {
      (residual, isMirror) = (nil, false)
      return
    }
    var before = SIMD3<Double>.zero
    var moved = SIMD3<Double>.zero
    for number in 0..<count {
      before += moves.before[number]
      moved += moves.moved[number]
    }
    before /= Double(count)
    moved /= Double(count)
    // Σ p pᵀ, and Σ p dᵀ by columns.
    var (xx, yy, zz, xy, xz, yz) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    var (x, y, z) = (SIMD3<Double>.zero, SIMD3<Double>.zero, SIMD3<Double>.zero)
    for number in 0..<count {
      let p = moves.before[number] - before
      let d = moves.moved[number] - moved
      xx += p.x * p.x
      yy += p.y * p.y
      zz += p.z * p.z
      xy += p.x * p.y
      xz += p.x * p.z
      yz += p.y * p.z
      x += p.x * d
      y += p.y * d
      z += p.z * d
    }
    // A little more on the diagonal keeps a flat or straight arrangement solvable.
    let ridge = 1e-9 * (xx + yy + zz) + 1e-12
    (xx, yy, zz) = (xx + ridge, yy + ridge, zz + ridge)
    let (a, b, c) = (yy * zz - yz * yz, xz * yz - xy * zz, xy * yz - xz * yy)
    let determinant = xx * a + xy * b + xz * c
    guard determinant > 0 else {
      (residual, isMirror) = (nil, false)
      return
    }
    let (d, e, f) = (xx * zz - xz * xz, xy * xz - xx * yz, xx * yy - xy * xy)
    let columnX = (a * x + b * y + c * z) / determinant
    let columnY = (b * x + d * y + e * z) / determinant
    let columnZ = (c * x + e * y + f * z) / determinant
    isMirror =
      Self.determinant(
        SIMD3(1, 0, 0) + columnX, SIMD3(0, 1, 0) + columnY, SIMD3(0, 0, 1) + columnZ) < 0
    var squares = 0.0
    for number in 0..<count {
      let p = moves.before[number] - before
      let fitted = p.x * columnX + p.y * columnY + p.z * columnZ
      squares += (moves.moved[number] - moved - fitted).squaredLength
    }
    residual = (squares / Double(count)).squareRoot()
  }

  private static func determinant(
    _ x: SIMD3<Double>, _ y: SIMD3<Double>, _ z: SIMD3<Double>
  ) -> Double {
    x.x * (y.y * z.z - y.z * z.y) - y.x * (x.y * z.z - x.z * z.y) + z.x * (x.y * y.z - x.z * y.y)
  }
}

extension AffineFit {
  /// What a conversion leaves by rounding, in metres.
  private static let exact = 0.003
  /// What the best rigid motion leaves of a conversion at least, in metres.
  private static let leastRest = 0.01

  /// Whether the moves are a conversion, and not the rigid motion that fits some of them.
  static func isConversion(_ moves: borrowing BurstMoves, _ motion: Motion) -> Bool {
    var squares = 0.0
    for number in 0..<moves.count {
      squares += (motion.apply(moves.before[number]) - moves.after(number)).squaredLength
    }
    guard squares > leastRest * leastRest * Double(moves.count) else { return false }
    return AffineFit(moves).isExact
  }

  /// Whether the moves made a mirror image of everything that was there.
  static func isMirrorImage(_ moves: borrowing BurstMoves) -> Bool {
    let fit = AffineFit(moves)
    return fit.isMirror && fit.isExact
  }

  private var isExact: Bool { residual.map { $0 <= Self.exact } ?? false }
}
