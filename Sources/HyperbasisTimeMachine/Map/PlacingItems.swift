import HyperbasisAnchorLog
import HyperbasisDrift
import HyperbasisHistory

/// Puts the anchors of a state on the plan, one by one; it changes no state, since very many are placed
/// on two cores.
struct PlacingItems: Sendable {
  let data: SpaceData
  let state: StateRows
  let projection: MapProjection
  let comparing: ComparedItems?

  @inline(__always)
  func item(ofSlot slot: Int) -> MapItem {
    // An anchor that is listed has an event.
    let point =
      state.position(ofSlot: slot).map(projection.point) ?? MapPoint(x: .nan, z: .nan)
    guard let comparing, let row = comparing.comparison.number(ofSlot: slot) else {
      return MapItem(slot: slot, point: point)
    }
    let change = comparing.comparison.difference(ofRow: row).mapChange
    return MapItem(slot: slot, point: point, change: change, ghost: ghost(comparing, row, slot))
  }

  /// Returns where an anchor was, if that is shown.
  private func ghost(_ comparing: ComparedItems, _ row: Int, _ slot: Int) -> MapPoint? {
    guard comparing.shownRows.contains(row), let before = comparing.comparison.rows[row].before
    else { return nil }
    let position = data.index.position(before)
    // With a shift taken out: where it would be if it had only moved with that shift.
    guard let change = comparing.comparison.shiftTakenOut?.change(ofSlot: slot) else {
      return projection.point(of: position)
    }
    return projection.viewpoint.point(of: change.motion.apply(SIMD3<Double>(position)))
  }
}

/// A comparison as the plan shows it: old places are shown only for the anchors that moved farthest.
struct ComparedItems: Sendable {
  let comparison: Comparison
  /// The rows of the anchors that show where they were.
  let shownRows: Range<Int>
  /// How many anchors moved from their place, if that is shown.
  let moveCount: Int

  init(_ comparison: Comparison, showsMoves: Bool) {
    self.comparison = comparison
    let first = comparison.movedStart
    // The farthest come first.
    let end = comparison.rows.partitioningIndex { row in
      row.difference > .moved || row.difference == .moved && row.distance == 0
    }
    moveCount = showsMoves ? end - first : 0
    shownRows = first..<first + min(moveCount, PlacedItems.shownMoves)
  }

  /// Returns the numbers of the anchors of a list that show where they were, the farthest moved first.
  func moves(in list: AnchorList) -> [Int32] {
    shownRows.compactMap { row in
      list.number(ofSlot: comparison.rows[row].slot).map { Int32(clamping: $0) }
    }
  }
}
