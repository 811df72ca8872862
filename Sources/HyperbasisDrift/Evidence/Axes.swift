/// The axes along which the anchors of a burst moved: moves by people keep the height, and a wrong floor
/// height changes nothing else.
enum Axes: Int, Sendable {
  case vertical = 1
  case horizontal = 2
  case all = 3

  /// Their number.
  var dimension: Double { Double(rawValue) }

  /// Changes below this, in metres, are rounding.
  private static let least = 1e-4

  init(of displacements: some Sequence<SIMD3<Double>>) {
    var isVertical = false
    var isHorizontal = false
    for displacement in displacements {
      if abs(displacement.y) > Self.least { isVertical = true }
      if max(abs(displacement.x), abs(displacement.z)) > Self.least { isHorizontal = true }
    }
    self = isVertical ? (isHorizontal ? .all : .vertical) : .horizontal
  }
}
