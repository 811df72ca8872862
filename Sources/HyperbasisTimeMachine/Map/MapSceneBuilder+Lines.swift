import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisHistory
import HyperbasisWording

// Measured lines and the path of the waypoints.

extension MapSceneBuilder {
  /// Up to this many anchors, lines are drawn for all of them; beyond that, only for those whose glyph
  /// is on the plan, since a line needs the metadata and the history of its anchor.
  private static let lineLimit = 4000

  func addLines(to scene: inout MapScene, _ state: StateRows) {
    let hasAll = scene.items.count <= Self.lineLimit
    addTrails(to: &scene, state)
    addMeasure(to: &scene)
    guard data.mayDrawLines else { return }
    let slots = hasAll ? scene.items.map(\.slot) : shownSlots(scene)
    var path: [(order: Double, point: MapPoint)] = []
    for slot in slots {
      guard let ordinal = shownOrdinal(ofSlot: slot, in: state), data.mayDrawLines(after: ordinal)
      else { continue }
      let description = data.description(after: ordinal)
      let point = projection.point(of: data.index.position(ordinal))
      if description.type == "waypoint", let order = description.order {
        path.append((order, point))
      }
      if let end = endpoint(of: description, in: state) {
        let length = description.measure ?? self.length(from: ordinal, to: end.ordinal)
        scene.measurements.append(MapMeasurement(from: point, to: end.point, text: length))
      }
    }
    // A path through only some of the waypoints would lead where nobody goes.
    guard hasAll, path.count > 1 else { return }
    scene.paths = [path.sorted { $0.order < $1.order }.map(\.point)]
  }

  /// Adds the distance that the user is measuring.
  private func addMeasure(to scene: inout MapScene) {
    guard let measured else { return }
    let viewpoint = projection.viewpoint
    scene.measurements.append(
      MapMeasurement(
        from: viewpoint.point(of: measured.from), to: viewpoint.point(of: measured.to),
        text: measured.text, replacesName: false))
  }

  func shownOrdinal(ofSlot slot: Int, in state: StateRows) -> Int? {
    guard slot < data.index.slotCount, let ordinal = state.ordinal(ofSlot: slot),
      data.index.isVisible(ordinal)
    else { return nil }
    return ordinal
  }

  /// Returns the selected anchor, then those whose glyphs are on the plan, in the order of the store.
  func shownSlots(_ scene: MapScene) -> [Int] {
    let tops = scene.occupancy(on: projection).tops.filter { $0 >= 0 }.sorted()
    return selectedFirst(tops.map { scene.items[Int($0)].slot })
  }

  func selectedFirst(_ slots: [Int]) -> [Int] {
    guard let selection else { return slots }
    return [selection] + slots.filter { $0 != selection }
  }

  /// Returns notes on which lines are missing.
  func lineNotes(_ scene: MapScene) -> [TerminalText] {
    var notes: [TerminalText] = []
    if let moves = scene.moves, moves.shown.count < moves.all {
      notes.append("lines for \(moves.shown.count) of \(moves.all) moved")
    }
    notes += trailNotes(scene)
    return scene.items.count > Self.lineLimit && data.mayDrawLines ? notes + ["no paths"] : notes
  }

  /// Adds the move of each anchor that moved, or of as many as can be told apart, the farthest first.
  func addMoves(to scene: inout MapScene, _ placed: PlacedItems) {
    var shown = placed.moves[...]
    if scene.items.count > MapScene.crowd {
      var room = LineRoom(on: projection, isCrowd: true)
      shown = shown.prefix { number in
        let item = scene.items[Int(number)]
        return item.ghost.map { room.reserve([$0, item.point]) } ?? false
      }
    }
    scene.moves = MapMoves(shown: Array(shown), all: placed.moveCount)
  }

  /// The length of a measurement that does not have its own.
  private func length(from first: Int, to second: Int) -> TerminalText {
    let way = SIMD3<Double>(data.index.position(second)) - SIMD3<Double>(data.index.position(first))
    return TerminalText(LengthText.measured((way * way).sum().squareRoot()))
  }

  private func endpoint(
    of description: AnchorDescription, in state: StateRows
  ) -> (point: MapPoint, ordinal: Int)? {
    guard let id = description.endpoint, let slot = data.index.slot(of: id),
      let ordinal = state.ordinal(ofSlot: slot), data.index.isVisible(ordinal)
    else { return nil }
    return (projection.point(of: data.index.position(ordinal)), ordinal)
  }
}

/// The room that a plan has left for lines before none of them can be followed.
struct LineRoom {
  /// How many cells lines may pass through per cell of the plot: fewer in a crowd, since its anchors
  /// must be visible as well.
  private static let share = (few: 4.0, crowd: 0.5)

  private let projection: MapProjection
  private var cells: Double

  init(on projection: MapProjection, isCrowd: Bool) {
    self.projection = projection
    let share = isCrowd ? Self.share.crowd : Self.share.few
    cells = share * Double(projection.columns * projection.rows)
  }

  /// Reserves room for a line through some points; returns whether there was any. The first always fits.
  mutating func reserve(_ points: [MapPoint]) -> Bool {
    guard cells > 0 else { return false }
    for (from, to) in zip(points, points.dropFirst()) { cells -= length(from, to) }
    return true
  }

  /// Reserves room for the newest part of a path and returns as much as fits; nil if no room is left.
  mutating func reserveNewest(_ points: ArraySlice<MapPoint>) -> ArraySlice<MapPoint>? {
    guard cells > 0, !points.isEmpty else { return nil }
    var first = points.endIndex - 1
    while first > points.startIndex, cells > 0 {
      cells -= length(points[first - 1], points[first])
      first -= 1
    }
    return points[first...]
  }

  /// Returns how many cells a line passes through at most; none if it is off the plot.
  private func length(_ from: MapPoint, _ to: MapPoint) -> Double {
    let (start, end) = (projection.location(of: from), projection.location(of: to))
    let across = Self.overlap(start.column, end.column, projection.columns)
    let down = Self.overlap(start.row, end.row, projection.rows)
    guard let across, let down else { return 0 }
    return max(across, down, 1)
  }

  /// Returns how much of an extent lies on the plot; nil if none of it does.
  private static func overlap(_ first: Double, _ second: Double, _ count: Int) -> Double? {
    let low = max(min(first, second), 0)
    let high = min(max(first, second), Double(count))
    return low <= high ? high - low : nil
  }
}
