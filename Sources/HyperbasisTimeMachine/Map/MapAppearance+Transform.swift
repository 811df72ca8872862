import HyperbasisHistory

extension MapAppearance {
  /// The heading that the plan shows for 16 floats, in degrees counter-clockwise seen from above.
  ///
  /// Nil where the anchor faces straight up or down, and where it was never turned at all: most
  /// stores that hold positions alone would otherwise be full of arrows that say nothing.
  package static func heading(of transform: [Float]) -> Double? {
    guard transform.count == 16, transform[..<12] != HBTransform.identity[..<12] else {
      return nil
    }
    return HBTransform.yaw(transform)
  }
}
