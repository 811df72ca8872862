import Hyperbasis
import HyperbasisCanvas

// Trails, measured lines and the path of the waypoints.

extension PlanSceneBuilder {
  /// Up to this many anchors, lines are drawn for all of them. Beyond, for those whose glyph is on
  /// the plan: a line needs the metadata and the history of its anchor.
  private static let lineLimit = 4000

  func addLines(to scene: inout PlanScene, _ state: StateRows) {
    let hasAll = scene.items.count <= Self.lineLimit
    if settings.trails != .off { addTrails(to: &scene, state) }
    guard data.mayDrawLines else { return }
    let slots = hasAll ? scene.items.map(\.slot) : shownSlots(scene)
    var path: [(order: Int, point: PlanPoint)] = []
    for slot in slots {
      guard let ordinal = shownOrdinal(ofSlot: slot, in: state), data.mayDrawLines(after: ordinal)
      else { continue }
      let face = data.face(after: ordinal)
      let point = PlanPoint(data.index.position(ordinal))
      if face.type == "waypoint", let order = face.order { path.append((order, point)) }
      if let end = endpoint(of: face, in: state) {
        scene.measurements.append(
          PlanMeasurement(from: point, to: end, text: face.measure ?? .empty))
      }
    }
    // A path of some waypoints would lead where nobody goes.
    guard hasAll, path.count > 1 else { return }
    scene.paths = [path.sorted { $0.order < $1.order }.map(\.point)]
  }

  /// Trails of all, or of as many as can be told apart: of the selected one, and of the first
  /// anchors of the list, so that they are the same ones at the next date.
  private func addTrails(to scene: inout PlanScene, _ state: StateRows) {
    let isCrowd = scene.items.count > PlanScene.crowd
    var room = LineRoom(on: projection, isCrowd: isCrowd)
    let slots = isCrowd ? shownSlots(scene) : selectedFirst(scene.items.map(\.slot))
    for slot in slots {
      guard shownOrdinal(ofSlot: slot, in: state) != nil,
        let trail = trail(of: slot, through: state.position)
      else { continue }
      guard room.takes(trail.points) else {
        scene.lacksTrails = true
        return
      }
      scene.trails.append(trail)
    }
  }

  private func shownOrdinal(ofSlot slot: Int, in state: StateRows) -> Int? {
    guard slot < data.index.slotCount, let ordinal = state.ordinal(ofSlot: slot),
      data.index.isVisible(ordinal)
    else { return nil }
    return ordinal
  }

  /// The selected anchor, then those whose glyphs are on the plan, in the order of the store.
  private func shownSlots(_ scene: PlanScene) -> [Int] {
    let tops = scene.occupancy(on: projection).tops.filter { $0 >= 0 }.sorted()
    return selectedFirst(tops.map { scene.items[Int($0)].slot })
  }

  private func selectedFirst(_ slots: [Int]) -> [Int] {
    guard let selection else { return slots }
    return [selection] + slots.filter { $0 != selection }
  }

  /// What is said where lines are missing.
  func lineNotes(_ scene: PlanScene) -> [TerminalText] {
    var notes: [TerminalText] = []
    if let moves = scene.moves, moves.shown.count < moves.all {
      notes.append("lines of \(moves.shown.count) of \(moves.all) moved")
    }
    if settings.trails != .off, scene.lacksTrails || scene.items.count > PlanScene.crowd {
      notes.append("trails of \(scene.trails.count) of \(scene.items.count)")
    }
    return scene.items.count > Self.lineLimit && data.mayDrawLines ? notes + ["no paths"] : notes
  }

  /// The way of each anchor that moved, or of as many as can be told apart, the farthest first.
  func addMoves(to scene: inout PlanScene, _ placed: PlacedItems) {
    var shown = placed.moves[...]
    if scene.items.count > PlanScene.crowd {
      var room = LineRoom(on: projection, isCrowd: true)
      shown = shown.prefix { number in
        let item = scene.items[Int(number)]
        return item.ghost.map { room.takes([$0, item.point]) } ?? false
      }
    }
    scene.moves = PlanMoves(shown: Array(shown), all: placed.moveCount)
  }

  private func endpoint(of face: AnchorFace, in state: StateRows) -> PlanPoint? {
    guard let id = face.endpoint, let slot = data.index.slot(of: id),
      let ordinal = state.ordinal(ofSlot: slot), data.index.isVisible(ordinal)
    else { return nil }
    return PlanPoint(data.index.position(ordinal))
  }

  /// The places where an anchor was, up to a position of the log.
  private func trail(of slot: Int, through position: Int) -> PlanTrail? {
    let postings = data.index.ordinals(ofSlot: slot)
    var points: [PlanPoint] = []
    var number = postings.count(below: position) - 1
    while number >= 0, points.count < settings.trails.length {
      let ordinal = postings[number]
      number -= 1
      guard data.index.hasStarted(ordinal) else { break }
      let point = PlanPoint(data.index.position(ordinal))
      if point != points.last { points.append(point) }
    }
    return points.count > 1 ? PlanTrail(points: points.reversed()) : nil
  }
}
