import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisHistory

/// The meaning of a held mouse button.
enum Drag: Sendable {
  case pan(from: Position)
  /// Along the row of the bar where it began.
  case scrub(row: Int)
}

extension State {
  /// Handles the mouse: a click selects, a drag scrubs and pans, the wheel zooms and scrolls.
  mutating func handle(_ event: MouseEvent) -> [Effect] {
    guard settings.usesMouse, layout.step != .none else { return [] }
    let clicked = footerIntent(of: event)
    if case .press = event.action { forgetWarning(before: clicked) }
    if let intent = clicked {
      message = nil
      return perform(intent)
    }
    guard layers.isEmpty else { return handleInLayer(event) }
    guard view != nil else { return handleInPicker(event) }
    return inSpace(MouseUpdate.self) { $0.handle(event) }
  }

  /// Returns the intent of a click on a hint in the footer; a misplaced click must not write.
  private func footerIntent(of event: MouseEvent) -> Intent? {
    guard event.action == .press(.left),
      let intent = FooterLine.intent(at: event.position, self), !intent.mayWrite
    else { return nil }
    return intent
  }

  /// Handles the mouse in a layer. A misplaced click must not write, so the only reply that can be
  /// clicked is the one that changes nothing.
  private mutating func handleInLayer(_ event: MouseEvent) -> [Effect] {
    if event.action == .press(.left), let reply = layers.last?.safeReply,
      layout.replyLine.split(left: reply.width).left.contains(event.position)
    {
      message = nil
      return perform(.dialog(.decline))
    }
    guard let direction = event.action.wheelDirection else { return [] }
    switch layers.last {
    case .help, .plan, .savedDraft, .bookmarks, .importing:
      return perform(RowIntent.step(direction))
    case .move, .prompt, nil: return []
    }
  }

  private mutating func handleInPicker(_ event: MouseEvent) -> [Effect] {
    if let direction = event.action.wheelDirection {
      return picker.update(.step(direction), page: layout.pickerPage)
    }
    let first = layout.pickerRows.row
    guard event.action == .press(.left), event.position.row >= first else { return [] }
    return picker.press(row: event.position.row - first + picker.scroll)
  }
}

extension MouseEvent.Action {
  fileprivate var wheelDirection: Direction? {
    switch self {
    case .wheelUp: .back
    case .wheelDown: .forward
    default: nil
    }
  }
}

/// Passes mouse events in an open space to the area that they point at.
struct MouseUpdate: SpaceUpdate {
  var transition: Transition

  mutating func handle(_ event: MouseEvent) {
    switch event.action {
    case .press(.left): view.drag = press(at: event.position)
    case .drag(.left): drag(to: event.position)
    case .release: view.drag = nil
    case .wheelUp: wheel(.back, at: event.position)
    case .wheelDown: wheel(.forward, at: event.position)
    default: break
    }
  }

  private mutating func press(at position: Position) -> Drag? {
    transition.message = nil
    let layout = layout
    if layout.bar.contains(position) {
      scrub(to: position)
      return .scrub(row: position.row)
    }
    if layout.map.contains(position) {
      view.lists.focus = .map
      if let slot = view.anchor(at: position, layout) { view.select(slot: slot) }
      return .pan(from: position)
    }
    if layout.tabs.contains(position) {
      view.lists.focus = .tab
      pressInTabs(at: position)
    }
    return nil
  }

  private mutating func drag(to position: Position) {
    switch view.drag {
    case .scrub(let row): scrub(to: Position(column: position.column, row: row))
    case .pan(let from):
      if pan(from: from, to: position) { view.drag = .pan(from: position) }
    case nil: break
    }
  }

  private mutating func scrub(to position: Position) {
    guard let instant = view.barInstant(at: position, layout, zone: settings.zone) else { return }
    view.time.play.isRunning = false
    view.move(to: instant)
  }

  private mutating func pan(from: Position, to position: Position) -> Bool {
    let projection = view.mapProjection(layout)
    guard projection.columns > 0, projection.rows > 0, from != position else { return false }
    let panned = projection.panned(
      right: Double(from.column - position.column) / Double(projection.columns),
      down: Double(from.row - position.row) / Double(projection.rows))
    hand(to: MapUpdate.self) { $0.show(panned) }
    return true
  }

  private mutating func wheel(_ direction: Direction, at position: Position) {
    let layout = layout
    if layout.map.contains(position) {
      let projection = view.mapProjection(layout)
      let cell = MapCell(
        column: position.column - layout.mapArea.column, row: position.row - layout.mapArea.row)
      let step = MapProjection.zoomStep
      let zoomed = projection.zoomed(
        by: direction == .back ? step : 1 / step, about: projection.point(of: cell))
      hand(to: MapUpdate.self) { $0.show(zoomed) }
    } else if layout.bar.contains(position) {
      hand(to: TimeUpdate.self) { $0.zoomBar(direction.opposite) }
    } else if layout.tabs.contains(position) {
      view.lists.focus = .tab
      hand(to: ListUpdate.self) { $0.perform(RowIntent.step(direction)) }
    }
  }

  private mutating func pressInTabs(at position: Position) {
    let layout = layout
    if position.row == layout.tabs.row {
      if let tab = layout.tab(at: position.column, chosen: view.lists.tab) {
        view.lists.tab = tab
      }
      return
    }
    let row = position.row - layout.tabRows.row - view.tabHeaderRows
    guard row >= 0 else { return }
    let first = view.lists.scroll[view.lists.tab] ?? 0
    hand(to: ListUpdate.self) { $0.select(row: first + row) }
  }
}

extension SpaceView {
  /// The distance from an anchor, in columns, within which a click still selects it.
  private static let reach = 2.0

  /// Returns the number of events that fold to the state shown at a position of the map.
  private func mapOffset(at position: Position, _ layout: Layout) -> Int {
    guard layout.mapShape.isDouble, let (a, b) = compare.marks.both else { return mapOffset }
    let isA = layout.mapShape.halves(of: layout.map).a.contains(position)
    return index.eventCount(through: isA ? a : b)
  }

  /// Returns the slot of the anchor drawn nearest to a cell; nil if none is near.
  fileprivate func anchor(at position: Position, _ layout: Layout) -> Int? {
    let area = layout.mapArea(at: position)
    let projection = projection(in: MapScene.plotRegion(in: area))
    let column = Double(position.column - area.column) + 0.5
    let row = Double(position.row - area.row) + 0.5
    let offset = mapOffset(at: position, layout)
    let state = data.state(at: offset)
    let list = data.anchors(
      AnchorList.Key(offset: offset, includesDeleted: false, filter: stateFilter))
    var nearest: (slot: Int, distance: Double)?
    for slot in list.slots.lazy.map({ Int($0) }) {
      guard let ordinal = state.ordinal(ofSlot: slot) else { continue }
      let place = projection.location(of: projection.point(of: index.position(ordinal)))
      let distance = max(abs(place.column - column), abs(place.row - row) * 2)
      if distance <= Self.reach, distance < nearest?.distance ?? .infinity {
        nearest = (slot, distance)
      }
    }
    return nearest?.slot
  }
}
