import Canvas
import Hyperbasis

// Trails, measured lines and the path of the waypoints.

extension PlanSceneBuilder {
  /// Up to this many anchors, lines are drawn for all of them. Beyond, for those whose glyph is on
  /// the plan: a line needs the metadata and the history of its anchor.
  private static let lineLimit = 4000

  func addLines(to scene: inout PlanScene, _ state: SpaceState) {
    let hasAll = scene.items.count <= Self.lineLimit
    let slots = hasAll ? scene.items.map(\.slot) : shownSlots(scene)
    var path: [(order: Int, point: PlanPoint)] = []
    for slot in slots where slot < data.index.slotCount {
      guard let ordinal = state.ordinal(ofSlot: slot), data.index.isVisible(ordinal) else {
        continue
      }
      if data.mayDrawLines(after: ordinal) {
        let face = data.face(after: ordinal)
        let point = PlanPoint(data.index.position(ordinal))
        if face.type == "waypoint", let order = face.order { path.append((order, point)) }
        if let end = endpoint(of: face, in: state) {
          scene.measurements.append(
            PlanMeasurement(from: point, to: end, text: face.measure ?? .empty))
        }
      }
      if settings.trails != .off, let trail = trail(of: slot, through: state.position) {
        scene.trails.append(trail)
      }
    }
    // A path of some waypoints would lead where nobody goes.
    guard hasAll, path.count > 1 else { return }
    scene.paths = [path.sorted { $0.order < $1.order }.map(\.point)]
  }

  /// The anchors whose glyphs are on the plan, and the selected one.
  private func shownSlots(_ scene: PlanScene) -> [Int] {
    let occupancy = scene.occupancy(on: projection)
    var slots = occupancy.tops.filter { $0 >= 0 }.map { scene.items[Int($0)].slot }
    if let selection, !slots.contains(selection) { slots.append(selection) }
    return slots
  }

  /// What is said where lines are missing.
  func lineNote(_ scene: PlanScene) -> TerminalText? {
    guard scene.items.count > Self.lineLimit else { return nil }
    return settings.trails == .off ? "no paths" : "trails of some, no paths"
  }

  private func endpoint(of face: AnchorFace, in state: SpaceState) -> PlanPoint? {
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
