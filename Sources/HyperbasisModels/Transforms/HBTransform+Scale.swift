extension HBTransform {
  /// Whether the size or shape differs: the length of an axis, by more than rounding can change it in a
  /// rotation, or left and right are exchanged.
  package static func changesScale(_ from: [Float], _ to: [Float]) -> Bool {
    changesLengths(from, to) || isMirrored(from) != isMirrored(to)
  }

  /// Whether the length of an axis differs by more than rounding can change it in a rotation.
  package static func changesLengths(_ from: [Float], _ to: [Float]) -> Bool {
    let (was, now) = (scale(from), scale(to))
    // Relative to the shorter length, so that the way back is a change, too.
    return (0..<3).contains { axis in
      abs(now[axis] - was[axis]) > leastScaling * min(was[axis], now[axis])
    }
  }

  /// Whether the axes are not at right angles, by more than rounding can cause in a rotation.
  package static func isSheared(_ transform: [Float]) -> Bool {
    guard let axes = axes(transform) else { return false }
    return [(0, 1), (1, 2), (2, 0)].contains { abs((axes[$0] * axes[$1]).sum()) > leastScaling }
  }

  /// The fraction of a length by which it has to differ; also the least cosine between sheared axes.
  package static let leastScaling = 1e-3
}
