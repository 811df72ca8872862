import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisDrift
import HyperbasisHistory

extension MapSceneBuilder {
  /// Returns the state after a shift, and where the anchors that followed it were before.
  func scene(of listed: ListedShift) -> MapScene {
    let state = data.rows(at: listed.after)
    let list = data.anchors(
      AnchorList.Key(offset: listed.after, includesDeleted: false, filter: filter))
    let key = PlacedItems.ShiftKey(
      shift: listed.id, offset: listed.after, filter: filter, viewpoint: projection.viewpoint)
    let placed = data.memo.shifted.value(for: key) { place(listed, list, state) }
    let colors = AnchorColors(data, coloring: settings.coloring, offset: nil)
    var scene = scene(placed, colors) { state.ordinal(ofSlot: $0) }
    addLines(to: &scene, state)
    addMoves(to: &scene, placed)
    explainSigns(of: &scene, colors, differences: [.moved]) { state.ordinal(ofSlot: $0) }
    addNote(to: &scene, hidden: list.hiddenByFilter)
    return scene
  }

  private func place(
    _ listed: ListedShift, _ list: AnchorList, _ state: StateRows
  ) -> PlacedItems {
    let before = data.rows(at: listed.before)
    let followers = Set(listed.shift.followers)
    var items: [MapItem] = []
    var moves: [Int32] = []
    var moveCount = 0
    for slot in list.slots.lazy.map({ Int($0) }) {
      guard let position = state.position(ofSlot: slot) else { continue }
      let point = projection.point(of: position)
      guard followers.contains(slot), let old = before.position(ofSlot: slot) else {
        items.append(MapItem(slot: slot, point: point))
        continue
      }
      let isShown = moves.count < PlacedItems.shownMoves
      if isShown { moves.append(Int32(clamping: items.count)) }
      moveCount += 1
      items.append(
        MapItem(
          slot: slot, point: point, change: .moved,
          ghost: isShown ? projection.point(of: old) : nil))
    }
    return PlacedItems(items, moves: moves, moveCount: moveCount)
  }
}
