import Foundation
import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisDrift
import HyperbasisHistory
import HyperbasisWording

/// Builds what the plan shows of a state.
package struct MapSceneBuilder {
  let data: SpaceData
  /// How the plan falls on the pane: if there are many anchors, lines are drawn only for those that can
  /// be seen.
  let projection: MapProjection
  var settings: Settings
  package var filter: EventFilter?
  /// The selected anchor, in the log or in a draft.
  var selectedId: UUID?
  var hasCamera = false
  /// The date on screen; nil for that of the last event of the state.
  var date: HBInstant?
  /// The distance that the user is measuring.
  var measured: PlaceDistance?
  /// Marks A and B, if both are set.
  var marks: (a: HBInstant, b: HBInstant)?
  /// Whether what has just changed stands out.
  package var showsLatest = true

  package init(data: SpaceData, projection: MapProjection, settings: Settings = Settings()) {
    self.data = data
    self.projection = projection
    self.settings = settings
  }

  /// Which of two compared states is shown.
  package enum Side {
    /// Both in one plan: the later state, with the old places of what moved and was removed.
    case both
    case before, after
  }

  var selection: Int? { selectedId.flatMap { data.index.slot(of: $0) } }

}

// MARK: - States

extension MapSceneBuilder {
  /// Returns the scene of a state, and of what differs from another one.
  package func scene(
    at offset: Int, comparison: Comparison? = nil, side: Side = .both
  ) -> MapScene {
    let state = data.rows(at: offset)
    let list = anchors(at: offset, comparison)
    let placed = placed(list, state, comparison, side)
    let colors = AnchorColors(
      data, coloring: settings.coloring,
      offset: showsLatest && comparison == nil ? offset : nil)
    let ordinal = { slot in
      (side == .both ? Self.removed(slot, comparison) : nil) ?? state.ordinal(ofSlot: slot)
    }
    var scene = scene(placed, colors, ordinal: ordinal)
    addLines(to: &scene, state)
    addMoves(to: &scene, placed)
    explainSigns(
      of: &scene, colors, differences: differences(comparison, side), hasGhosts: side == .both,
      ordinal: ordinal, countsLatest: countsLatest(at: offset, list))
    addNote(to: &scene, hidden: list.hiddenByFilter)
    return scene
  }

  /// Returns whether what the latest events did to an anchor is counted: it is if the anchor is shown,
  /// or was shown until they removed it.
  private func countsLatest(at offset: Int, _ list: AnchorList) -> (_ slot: Int) -> Bool {
    guard filter != nil else { return { _ in true } }
    let former = AnchorList.Key(
      offset: data.index.previousOffset(before: offset), includesDeleted: false, filter: filter)
    return { slot in
      if list.number(ofSlot: slot) != nil { return true }
      return data.latestChanges(at: offset).difference(ofSlot: slot) == .removed
        && data.anchors(former).number(ofSlot: slot) != nil
    }
  }

  /// Returns how many anchors of a state lie beyond the sides of the plan.
  func outsideCount(at offset: Int, _ comparison: Comparison?) -> Int {
    let placed = placed(anchors(at: offset, comparison), data.rows(at: offset), comparison, .both)
    let occupancy = placed.occupancies.value(for: projection) {
      MapOccupancy(placed.items, projection: projection)
    }
    return occupancy.outside.reduce(0, +)
  }

  /// Returns the anchors of a state that are drawn. In a comparison, a filter asks how they differ, which
  /// one state alone does not tell.
  private func anchors(at offset: Int, _ comparison: Comparison?) -> AnchorList {
    if let comparison { return data.anchors(at: offset, in: comparison) }
    return data.anchors(AnchorList.Key(offset: offset, includesDeleted: false, filter: filter))
  }

  private func placed(
    _ list: AnchorList, _ state: StateRows, _ comparison: Comparison?, _ side: Side
  ) -> PlacedItems {
    let key = PlacedItems.Key(
      offset: state.eventCount, filter: filter, comparison: comparison?.key, side: side,
      viewpoint: projection.viewpoint)
    return data.memo.placed.value(for: key) {
      let comparing = comparison.map { ComparedItems($0, showsMoves: side == .both) }
      let removed =
        side == .both ? comparison?.rows.prefix { $0.difference == .removed } ?? [] : []
      let items = [MapItem](unsafeUninitializedCapacity: list.count + removed.count) {
        items, count in
        fill(items, with: list, state, comparing)
        count = list.count
        for row in removed {
          guard let before = row.before else { continue }
          let point = projection.point(of: data.index.position(before))
          items.initializeElement(
            at: count, to: MapItem(slot: row.slot, point: point, change: .removed))
          count += 1
        }
      }
      return PlacedItems(
        items, moves: comparing?.moves(in: list) ?? [], moveCount: comparing?.moveCount ?? 0)
    }
  }

  /// Writes an item for each anchor of a list; if there are very many, half of them on another core.
  private func fill(
    _ items: UnsafeMutableBufferPointer<MapItem>, with list: AnchorList, _ state: StateRows,
    _ comparing: ComparedItems?
  ) {
    // Each of the two writes only the items of its own numbers.
    nonisolated(unsafe) let room = items
    let place = PlacingItems(data: data, state: state, projection: projection, comparing: comparing)
    @Sendable func fill(_ numbers: Range<Int>) {
      for number in numbers {
        room.initializeElement(at: number, to: place.item(ofSlot: Int(list.slots[number])))
      }
    }
    guard list.count > MapScene.manyItems else { return fill(0..<list.count) }
    let half = list.count / 2
    _ = concurrently({ fill(0..<half) }, { fill(half..<list.count) })
  }

  /// Returns the last event of a removed anchor, which is shown where it was; nil for any other.
  private static func removed(_ slot: Int, _ comparison: Comparison?) -> Int? {
    guard let comparison, let number = comparison.number(ofSlot: slot) else { return nil }
    let row = comparison.rows[number]
    return row.difference == .removed ? row.before : nil
  }

  func addNote(to scene: inout MapScene, hidden: Int) {
    var notes: [TerminalText] = []
    if hidden > 0 { notes.append("\(hidden) filtered out") }
    notes += lineNotes(scene)
    if hasCamera { notes.append("zoomed, 0 fits all") }
    scene.note = notes.joined(separator: ", ")
  }
}

// MARK: - Plans

extension MapSceneBuilder {
  /// Returns the scene of the latest state, and of what the changes of a plan would make of it.
  func scene(of plan: HBPlan) -> MapScene {
    let key = PlacedItems.PlanKey(
      operation: plan.operation, filter: filter, viewpoint: projection.viewpoint)
    return scene(of: plan.changes, data.memo.planned.value(for: key) { place(plan.changes) })
  }

  /// Returns the scene of the latest state, and of what an undo would make of it.
  func scene(of undo: UndoPreview) -> MapScene {
    guard let target = undo.target else { return scene(of: undo.changes) }
    let key = PlacedItems.PlanKey(
      operation: target.id, filter: filter, viewpoint: projection.viewpoint)
    return scene(of: undo.changes, data.memo.planned.value(for: key) { place(undo.changes) })
  }

  /// Returns the scene of the latest state, and of what changes would make of it.
  func scene(of changes: [HBPlannedChange]) -> MapScene {
    scene(of: changes, place(changes))
  }

  private func scene(of changes: [HBPlannedChange], _ placed: PlacedItems) -> MapScene {
    let state = data.rows(at: data.index.count)
    let colors = AnchorColors(data, coloring: settings.coloring, offset: nil)
    let ordinal = { slot in
      slot < data.index.slotCount ? state.ordinal(ofSlot: slot) : nil
    }
    var scene = scene(placed, colors, ordinal: ordinal)
    if scene.selection == nil {
      scene.selection = changes.firstIndex { $0.anchorId == selectedId }
        .map { data.index.slotCount + $0 }
    }
    let label = scene.label
    scene.label = { slot in
      guard let number = placed.changes[slot] else { return label(slot) }
      let change = changes[number]
      return AnchorDescription(
        (change.after ?? change.before)?.metadata ?? [:], id: change.anchorId
      ).label
    }
    addLines(to: &scene, state)
    addMoves(to: &scene, placed)
    explainSigns(of: &scene, colors, differences: placed.differences, ordinal: ordinal)
    addNote(to: &scene, hidden: placed.hiddenCount)
    return scene
  }

  private func latestList(_ filter: EventFilter?) -> AnchorList {
    data.anchors(AnchorList.Key(offset: data.index.count, includesDeleted: false, filter: filter))
  }

  /// Places what changes, whether or not it passes the filter, among what passes.
  private func place(_ changes: [HBPlannedChange]) -> PlacedItems {
    let state = data.rows(at: data.index.count)
    // Anchors that are not in the log yet get slots beyond it.
    let slots = changes.indices.map { number in
      data.index.slot(of: changes[number].anchorId) ?? data.index.slotCount + number
    }
    let numbers = RowNumbers(slots: slots)
    var items: [MapItem] = []
    for slot in latestList(filter).slots where numbers[Int(slot)] == nil {
      guard let position = state.position(ofSlot: Int(slot)) else { continue }
      items.append(MapItem(slot: Int(slot), point: projection.point(of: position)))
    }
    let first = items.count
    let unchanged =
      filter == nil ? first : latestList(nil).slots.count { numbers[Int($0)] == nil }
    var differences: Set<Difference> = []
    // By number, since a change is large and copying it retains many references.
    for (number, slot) in slots.enumerated() {
      differences.insert(changes[number].difference)
      if let item = item(slot, changes[number]) { items.append(item) }
    }
    let moves = (first..<items.count).filter { items[$0].ghost != nil }
    return PlacedItems(
      items, moves: moves.prefix(PlacedItems.shownMoves).map { Int32(clamping: $0) },
      moveCount: moves.count, changes: numbers, differences: differences,
      hiddenCount: unchanged - first)
  }

  private func item(_ slot: Int, _ change: HBPlannedChange) -> MapItem? {
    let difference = change.difference
    guard let shown = difference == .removed ? change.before : change.after else { return nil }
    let old = difference == .moved ? change.before.map { projection.point(of: $0.position) } : nil
    return MapItem(
      slot: slot, point: projection.point(of: shown.position), change: difference.mapChange,
      ghost: old)
  }
}

// MARK: - Looks

extension MapSceneBuilder {
  func scene(
    _ placed: PlacedItems, _ colors: AnchorColors, ordinal: @escaping (_ slot: Int) -> Int?
  ) -> MapScene {
    var scene = MapScene(
      items: placed.items, selection: selection,
      appearance: { slot in
        ordinal(slot).map { appearance(slot, after: $0, colors) } ?? MapAppearance()
      },
      label: { slot in ordinal(slot).map { data.description(after: $0).label } ?? .empty })
    scene.occupancies = placed.occupancies
    scene.changeColor = { slot in ordinal(slot).flatMap { colors.color(ofSlot: slot, after: $0) } }
    scene.showsLabels = settings.showsLabels
    return scene
  }

  private func appearance(
    _ slot: Int, after ordinal: Int, _ colors: AnchorColors
  ) -> MapAppearance {
    var appearance = MapAppearance(
      kind: MapKind(type: data.traits(after: ordinal).type),
      heading: data.heading(after: ordinal, from: projection.viewpoint),
      color: colors.color(ofSlot: slot, after: ordinal))
    appearance.isFresh = colors.isFresh(slot: slot)
    return appearance
  }
}

extension Difference {
  var mapChange: MapChange {
    switch self {
    case .removed: .removed
    case .added: .added
    case .moved: .moved
    case .updated: .updated
    }
  }
}
