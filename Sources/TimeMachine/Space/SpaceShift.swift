import Hyperbasis

extension SpaceData {
  /// More anchors than these do not make a shift more certain, but slower to find.
  private static let shiftSample = 60

  /// The shift of the whole space between two states; nil where most anchors did not move.
  func shift(from: SpaceState, to: SpaceState) -> HBRigidShift? {
    var common: [(before: Int, after: Int)] = []
    var moved = 0
    for slot in index.slotsInStoreOrder.lazy.map({ Int($0) }) {
      guard let before = from.ordinal(ofSlot: slot), let after = to.ordinal(ofSlot: slot),
        index.isVisible(before), index.isVisible(after)
      else { continue }
      common.append((before, after))
      if before != after, index.transformSource(before) != index.transformSource(after) {
        moved += 1
      }
    }
    guard moved >= 3, moved * 2 > common.count else { return nil }
    let step = max(1, common.count / Self.shiftSample)
    let pairs = stride(from: 0, to: common.count, by: step).map { number in
      let (before, after) = common[number]
      return RigidShiftEstimator.Pair(
        before: transform(after: before), after: transform(after: after))
    }
    return RigidShiftEstimator(pairs).estimate()
  }
}
