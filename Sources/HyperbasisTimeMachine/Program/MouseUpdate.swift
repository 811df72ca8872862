import Hyperbasis
package import HyperbasisCanvas

/// What a held mouse button does.
package enum Drag: Hashable, Sendable {
  case pan(from: Position)
  case scrub
}

extension State {
  /// A click selects, a drag scrubs and pans, the wheel zooms and scrolls.
  mutating func handle(_ event: MouseEvent) -> [Effect] {
    guard settings.usesMouse, layout.step != .none else { return [] }
    guard layers.isEmpty else { return handleInLayer(event) }
    guard view != nil else { return handleInPicker(event) }
    switch event.action {
    case .press(.left): press(at: event.position)
    case .drag(.left): drag(to: event.position)
    case .release: drag = nil
    case .wheelUp: wheel(.back, at: event.position)
    case .wheelDown: wheel(.forward, at: event.position)
    default: break
    }
    return []
  }

  /// Answers are never clicked: a misplaced click must not write.
  private mutating func handleInLayer(_ event: MouseEvent) -> [Effect] {
    switch event.action {
    case .wheelUp: performInLayer(.moveRow(.back)) ?? []
    case .wheelDown: performInLayer(.moveRow(.forward)) ?? []
    default: []
    }
  }

  private mutating func handleInPicker(_ event: MouseEvent) -> [Effect] {
    switch event.action {
    case .wheelUp: return performInPicker(.moveRow(.back)) ?? []
    case .wheelDown: return performInPicker(.moveRow(.forward)) ?? []
    case .press(.left):
      let row = event.position.row - PickerView.firstRow + picker.scroll
      guard event.position.row >= PickerView.firstRow, row < picker.spaces?.count ?? 0 else {
        return []
      }
      if row == picker.row { return perform(.activate) }
      picker.row = row
    default: break
    }
    return []
  }
}

// MARK: - Parts of the screen

extension State {
  private mutating func press(at position: Position) {
    message = nil
    if layout.bar.contains(position) {
      drag = .scrub
      scrub(to: position)
    } else if layout.plan.contains(position) {
      drag = .pan(from: position)
      view?.focus = .plan
      selectAnchor(at: position)
    } else if layout.tabs.contains(position) {
      view?.focus = .tab
      pressInTabs(at: position)
    }
  }

  private mutating func drag(to position: Position) {
    switch drag {
    case .scrub: scrub(to: position)
    case .pan(let from): pan(from: from, to: position)
    case nil: break
    }
  }

  private mutating func scrub(to position: Position) {
    let column = position.column - layout.bar.column - TimeBarView.indent(in: layout.bar.columns)
    guard let instant = timeBar.instant(atColumn: column) else { return }
    view?.play.isRunning = false
    move(to: instant)
  }

  private mutating func pan(from: Position, to position: Position) {
    guard let projection = planProjection, projection.columns > 0, projection.rows > 0,
      from != position
    else { return }
    drag = .pan(from: position)
    setCamera(
      projection.panned(
        right: Double(from.column - position.column) / Double(projection.columns),
        down: Double(from.row - position.row) / Double(projection.rows)))
  }

  private mutating func wheel(_ direction: Direction, at position: Position) {
    if layout.plan.contains(position), let projection = planProjection {
      let cell = PlanCell(
        column: position.column - layout.planArea.column, row: position.row - layout.planArea.row)
      let step = PlanProjection.zoomStep
      setCamera(
        projection.zoomed(
          by: direction == .back ? step : 1 / step, about: projection.point(of: cell)))
    } else if layout.bar.contains(position) {
      zoomBar(direction.opposite)
    } else if layout.tabs.contains(position) {
      view?.focus = .tab
      _ = performList(.moveRow(direction))
    }
  }

  /// Selects the anchor drawn nearest to a cell, at most two columns away.
  private mutating func selectAnchor(at position: Position) {
    guard let view, let projection = planProjection else { return }
    let column = Double(position.column - layout.planArea.column) + 0.5
    let row = Double(position.row - layout.planArea.row) + 0.5
    let state = view.data.state(at: view.planPosition)
    let list = view.data.anchors(
      AnchorList.Key(position: view.planPosition, includesDeleted: false, filter: view.filter))
    var nearest: (slot: Int, distance: Double)?
    for slot in list.slots.lazy.map({ Int($0) }) {
      guard let ordinal = state.ordinal(ofSlot: slot) else { continue }
      let place = projection.location(of: PlanPoint(view.index.position(ordinal)))
      let distance = max(abs(place.column - column), abs(place.row - row) * 2)
      if distance <= Self.reach, distance < nearest?.distance ?? .infinity {
        nearest = (slot, distance)
      }
    }
    if let nearest { select(slot: nearest.slot) }
  }

  /// How far from an anchor a click still means it, in columns.
  private static let reach = 2.0

  private mutating func pressInTabs(at position: Position) {
    if position.row == layout.tabs.row {
      if let tab = TabsView.tab(at: position.column, in: layout.tabs, chosen: view?.tab) {
        view?.tab = tab
      }
      return
    }
    let row = position.row - layout.tabRows.row - tabHeaderRows
    guard row >= 0, let view else { return }
    performRow((view.scroll[view.tab] ?? 0) + row)
  }
}
