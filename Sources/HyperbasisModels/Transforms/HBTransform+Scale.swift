extension HBTransform {
  /// Whether what is placed has another size or shape: an axis has another length, by more than
  /// rounding leaves of the axes of a rotation, or left and right are exchanged.
  package static func changesScale(_ from: [Float], _ to: [Float]) -> Bool {
    changesLengths(from, to) || isMirrored(from) != isMirrored(to)
  }

  /// Whether an axis has another length, by more than rounding leaves of the axes of a rotation.
  package static func changesLengths(_ from: [Float], _ to: [Float]) -> Bool {
    let (was, now) = (scale(from), scale(to))
    // Of the lesser, so that the way back is a change, too.
    return (0..<3).contains { axis in
      abs(now[axis] - was[axis]) > leastScaling * min(was[axis], now[axis])
    }
  }

  /// Whether the axes are not at right angles, by more than rounding leaves of those of a rotation.
  package static func isSheared(_ transform: [Float]) -> Bool {
    guard let axes = axes(transform) else { return false }
    return [(0, 1), (1, 2), (2, 0)].contains { abs((axes[$0] * axes[$1]).sum()) > leastScaling }
  }

  /// The part of a length by which it has to differ.
  package static let leastScaling = 1e-3
}
