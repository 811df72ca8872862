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
      let pieces = trail(of: slot, offsets).filter { $0.count > 1 }
      guard !pieces.isEmpty else { continue }
      guard add(pieces, of: slot, to: &scene, in: &room) else {
        scene.lacksTrails = true
        return
      }
      scene.trailedAnchors += 1
    }
  }

  /// Adds the newest pieces of a path for which there is room; returns whether there was room for any.
  private func add(
    _ pieces: [ArraySlice<MapPoint>], of slot: Int, to scene: inout MapScene,
    in room: inout LineRoom
  ) -> Bool {
    var trails: [MapTrail] = []
    for piece in pieces.reversed() {
      guard let newest = room.reserveNewest(piece) else { break }
      scene.cutsTrails = scene.cutsTrails || newest.count < piece.count
      trails.append(MapTrail(points: Array(newest), isSelected: slot == selection))
    }
    guard !trails.isEmpty else { return false }
    scene.cutsTrails = scene.cutsTrails || trails.count < pieces.count
    scene.trails += trails.reversed()
    return true
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

  /// Returns the path of an anchor, oldest piece first.
  private func trail(of slot: Int, _ offsets: Range<Int>) -> [ArraySlice<MapPoint>] {
    let postings = data.index.ordinals(ofSlot: slot)
    let last = postings.count(below: offsets.upperBound)
    if case .places(let count) = settings.trails {
      return places(after: lastEvents(showing: count, in: postings[..<last]))
    }
    let first = postings.count(below: offsets.lowerBound)
    // Without events in between, it stayed where it was.
    guard last > first else { return [] }
    // The event before them tells where it stood at first.
    if last - first <= Self.fewEvents { return places(after: postings[max(0, first - 1)..<last]) }
    let path = data.mapPath(MapPath.Key(slot: slot, projection: projection))
    var pieces = path.pieces(offsets)
    // It may have moved on within the last dot.
    if let ordinal = data.index.latestOrdinal(ofSlot: slot, through: offsets.upperBound),
      data.index.isVisible(ordinal), let end = pieces.last?.last
    {
      let point = projection.point(of: data.index.position(ordinal))
      if point != end, point.isFinite { pieces[pieces.count - 1].append(point) }
    }
    return pieces
  }

  /// Up to this many events are read for every picture, which is quicker than finding the whole path
  /// for each projection.
  private static let fewEvents = 64

  /// Returns where an anchor was after each of some of its events.
  private func places(after events: Slice<Postings>) -> [ArraySlice<MapPoint>] {
    TrailPieces(events, of: data.index) { projection.point(of: data.index.position($0)) }.pieces
  }

  /// Returns the last of some events of an anchor, in which it was at `count` places.
  private func lastEvents(showing count: Int, in events: Slice<Postings>) -> Slice<Postings> {
    var (found, latest): (Int, MapPoint?) = (0, nil)
    var first = events.endIndex
    while first > events.startIndex {
      let ordinal = events[first - 1]
      guard data.index.hasStarted(ordinal) else { break }
      if data.index.isVisible(ordinal) {
        let point = projection.point(of: data.index.position(ordinal))
        if point != latest {
          guard found < count else { break }
          (found, latest) = (found + 1, point)
        }
      }
      first -= 1
    }
    return events[first...]
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
      notes.append("trails for \(scene.trailedAnchors) of \(scene.items.count)")
    }
    return scene.cutsTrails ? notes + ["oldest parts left out"] : notes
  }
}
