import Hyperbasis

extension SpaceData {
  /// More anchors than these do not make a shift more certain, but slower to find.
  private static let shiftSample = 60

  /// The shift of the whole space between two states; nil where most anchors did not move.
  ///
  /// - Parameter pairs: all anchors that are visible in one of the states.
  func shift(_ pairs: [StatePair]) -> HBRigidShift? {
    var (common, moved) = (0, 0)
    for pair in pairs where pair.wasVisible && pair.isVisible {
      common += 1
      if pair.hasMoved { moved += 1 }
    }
    guard moved >= 3, moved * 2 > common else { return nil }
    let step = max(1, common / Self.shiftSample)
    let sample = pairs.lazy.filter { $0.wasVisible && $0.isVisible }.enumerated()
      .filter { $0.offset % step == 0 }
    return RigidShiftEstimator(
      sample.map { _, pair in
        RigidShiftEstimator.Pair(
          before: transform(after: Int(pair.before)), after: transform(after: Int(pair.after)))
      }
    ).estimate()
  }
}
