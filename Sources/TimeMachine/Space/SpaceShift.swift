import Hyperbasis

extension SpaceData {
  /// More anchors than these do not make a shift more certain, but slower to find.
  private static let shiftSample = 60

  /// The shift of the whole space between two states; nil where most anchors did not move.
  func shift(from: SpaceState, to: SpaceState) -> HBRigidShift? {
    let (common, moved) = index.commonCount(from: from, to: to)
    guard moved >= 3, moved * 2 > common else { return nil }
    let step = max(1, common / Self.shiftSample)
    let pairs = index.commonSample(from: from, to: to, step: step).map { before, after in
      RigidShiftEstimator.Pair(
        before: transform(after: before), after: transform(after: after))
    }
    return RigidShiftEstimator(pairs).estimate()
  }
}
