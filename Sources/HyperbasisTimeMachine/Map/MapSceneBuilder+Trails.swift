import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisHistory

// Trails, which show where anchors came from.

extension MapSceneBuilder {
  /// Adds the trails of all anchors, or of as many as can be told apart: the selected one and the first
  /// of the list, so that they are the same ones at the next date.
  func addTrails(to scene: inout MapScene, _ state: StateRows) {
    guard let offsets = trailOffsets(state.eventCount) else { return }
    let isCrowd = scene.items.count > MapScene.crowd
    var room = LineRoom(on: projection, isCrowd: isCrowd)
    let slots = isCrowd ? shownSlots(scene) : selectedFirst(scene.items.map(\.slot))
    for slot in slots {
      guard shownOrdinal(ofSlot: slot, in: state) != nil else { continue }
      let points = trail(of: slot, offsets)
      guard points.count > 1 else { continue }
      guard let newest = room.reserveNewest(points) else {
        scene.lacksTrails = true
        return
      }
      scene.cutsTrails = scene.cutsTrails || newest.count < points.count
      scene.trails.append(MapTrail(points: Array(newest), isSelected: slot == selection))
    }
  }

  /// Returns the two states between which paths are drawn, by how many events they fold.
  private func trailOffsets(_ offset: Int) -> Range<Int>? {
    switch settings.trails {
    case .off: return nil
    case .places, .all: return 0..<offset
    case .marks:
      guard let marks else { return nil }
      let ends = [marks.a, marks.b].map { data.index.eventCount(through: $0) }.sorted()
      return ends[0]..<ends[1]
    case .time(let microseconds):
      guard let end = date ?? (offset > 0 ? data.index.instant(offset - 1) : nil) else {
        return nil
      }
      let start = end.advanced(byMicroseconds: -microseconds)
      return min(offset, data.index.eventCount(through: start))..<offset
    }
  }

  private func trail(of slot: Int, _ offsets: Range<Int>) -> ArraySlice<MapPoint> {
    if case .places(let count) = settings.trails {
      return lastPlaces(count, of: slot, through: offsets.upperBound)
    }
    let postings = data.index.ordinals(ofSlot: slot)
    let first = postings.count(below: offsets.lowerBound)
    let last = postings.count(below: offsets.upperBound)
    // Without events in between, it stayed where it was.
    guard last > first else { return [] }
    // The event before them tells where it stood at first.
    if last - first <= Self.fewEvents { return places(after: postings[max(0, first - 1)..<last]) }
    let path = data.mapPath(MapPath.Key(slot: slot, projection: projection))
    var points = path.points(offsets)
    // It may have moved on within the last dot.
    if let ordinal = data.index.latestOrdinal(ofSlot: slot, through: offsets.upperBound),
      data.index.hasStarted(ordinal)
    {
      let point = projection.point(of: data.index.position(ordinal))
      if point != points.last, point.isFinite { points.append(point) }
    }
    return points
  }

  /// Up to this many events are read for every picture, which is quicker than finding the whole path
  /// for each projection.
  private static let fewEvents = 64

  /// Returns where an anchor was after each of some of its events.
  private func places(after events: Slice<Postings>) -> ArraySlice<MapPoint> {
    var points: [MapPoint] = []
    for ordinal in events where data.index.hasStarted(ordinal) {
      let point = projection.point(of: data.index.position(ordinal))
      if point != points.last, point.isFinite { points.append(point) }
    }
    return points[...]
  }

  /// Returns the last `count` places of an anchor within the first `offset` events of the log, oldest
  /// first.
  private func lastPlaces(
    _ count: Int, of slot: Int, through offset: Int
  ) -> ArraySlice<MapPoint> {
    let postings = data.index.ordinals(ofSlot: slot)
    var points: [MapPoint] = []
    var number = postings.count(below: offset) - 1
    while number >= 0, points.count < count {
      let ordinal = postings[number]
      number -= 1
      guard data.index.hasStarted(ordinal) else { break }
      let point = projection.point(of: data.index.position(ordinal))
      if point != points.last { points.append(point) }
    }
    return points.reversed()[...]
  }

  /// Returns notes on which paths are shown and which are missing.
  func trailNotes(_ scene: MapScene) -> [TerminalText] {
    var notes: [TerminalText] = []
    switch settings.trails {
    case .off: return []
    case .marks where marks == nil: return ["trails from A to B: set both"]
    case .places(8), .places(64): break
    case .places, .time, .marks, .all: notes.append("trails: \(settings.trails.name)")
    }
    if scene.lacksTrails || scene.items.count > MapScene.crowd {
      notes.append("trails for \(scene.trails.count) of \(scene.items.count)")
    }
    return scene.cutsTrails ? notes + ["oldest parts left out"] : notes
  }
}
