package import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisHistory
import HyperbasisWording

/// Which part of the map is on screen.
package struct MapState: Hashable, Sendable {
  /// Where the space is seen from.
  package var viewpoint = MapViewpoint.top
  /// Where the user moved the map to; nil while the whole space fits the pane.
  package var camera: Camera?
  /// Where measuring started; nil while nothing is measured.
  package var measure: MeasureStart?
}

/// Where the user moved the map to.
package struct Camera: Hashable, Sendable {
  /// The place in the middle, in metres, which carries over from one viewpoint to another.
  package var centre: SIMD3<Double>
  package var metresPerColumn: Double
}

/// Zooms and pans the map, and changes how things are drawn.
struct MapUpdate: SpaceUpdate {
  var transition: Transition

  mutating func perform(_ intent: MapIntent) {
    switch intent {
    case .zoom(let direction): zoom(direction)
    case .fit:
      view.map.camera = nil
      note(outsideText.map { "fitted; \($0)" } ?? wholeText)
    case .pan(let direction): pan(direction)
    case .measure: toggleMeasure()
    case .askSlice: open(.prompt(Prompt(.slice, text: view.slice?.typedText ?? "")))
    case .cycleViewpoint: look(from: view.map.viewpoint.following)
    case .cycleTrails:
      settings.trails = settings.trails.following(in: view.trailChoices)
      note(settings.trails.text)
    case .toggleLabels:
      settings.showsLabels.toggle()
      note(settings.showsLabels ? "labels where there is room" : "no labels")
    case .cycleColoring:
      settings.coloring = settings.coloring.next(
        hasShifts: view.data.drift?.shifts.isEmpty == false)
      note(settings.coloringText)
    case .cycleCharset:
      settings.charset = settings.charset.next
      note("drawn with \(settings.charset.rawValue)")
    case .cycleZone:
      settings.usesLocalTime.toggle()
      // The zone as it is at the date on screen: the clocks may be set differently now.
      let zone = settings.timeText.zoneText(at: view.instant ?? transition.now)
      note("dates in \(TerminalText(zone))")
    }
  }

  /// Returns why an intent can do nothing now; nil if it can.
  func refusal(of intent: MapIntent) -> TerminalText? {
    switch intent {
    case .fit: view.map.camera == nil ? "the plan is fitted already" : nil
    case .measure: measureRefusal
    // A draft can be looked at closely even without events.
    case .zoom, .pan: view.editing.hasDraft ? nil : lackOfEvents
    case .cycleViewpoint, .askSlice, .cycleTrails, .toggleLabels, .cycleColoring,
      .cycleCharset, .cycleZone:
      nil
    }
  }

  private var wholeText: TerminalText {
    view.time.bar.window == nil ? "the whole space" : "all of the time on the bar"
  }

  /// How many anchors are outside the plan; nil if none are. Those very far from all others stay
  /// outside, since a plan with room for them would show nothing of the others.
  private var outsideText: TerminalText? {
    var builder = MapSceneBuilder(data: view.data, projection: projection, settings: settings)
    builder.filter = view.stateFilter
    let count = builder.outsideCount(at: view.mapOffset, comparison)
    guard count > 0 else { return nil }
    return "\(CountText.text(count, "anchor")) \(count == 1 ? "is" : "are") outside"
  }

  private var projection: MapProjection { view.mapProjection(layout) }

  private mutating func zoom(_ direction: Direction) {
    let factor = direction == .forward ? MapProjection.zoomStep : 1 / MapProjection.zoomStep
    let projection = self.projection
    let focus = view.mapOrdinal.map { projection.point(of: view.index.position($0)) }
    let isVisible = focus.flatMap { projection.cell(of: $0) } != nil
    show(projection.zoomed(by: factor, about: isVisible ? focus : nil))
  }

  private mutating func pan(_ direction: PanDirection) {
    let step = MapProjection.panStep
    switch direction {
    case .left: show(projection.panned(right: -step, down: 0))
    case .right: show(projection.panned(right: step, down: 0))
    case .up: show(projection.panned(right: 0, down: -step))
    case .down: show(projection.panned(right: 0, down: step))
    }
  }

  mutating func show(_ projection: MapProjection) {
    let centre = projection.viewpoint.moving(view.mapCentre, to: projection.centre)
    view.map.camera = Camera(centre: centre, metresPerColumn: projection.metresPerColumn)
  }

  mutating func look(from viewpoint: MapViewpoint) {
    view.map.viewpoint = viewpoint
    note("\(viewpoint.direction): \(viewpoint.axes(settings.charset))")
  }
}

extension SpaceView {
  fileprivate var trailChoices: [Trails] {
    guard let start = index.start, let end = index.end else { return [.off] }
    let (span, overflow) = end.microseconds.subtractingReportingOverflow(start.microseconds)
    return Trails.choices(span: overflow ? .max : span, hasMarks: compare.marks.both != nil)
  }

  /// Returns how the map falls on its pane, or without a pane, on one of a medium size.
  package func mapProjection(_ layout: Layout) -> MapProjection {
    let area = layout.mapArea
    return projection(in: MapScene.plotRegion(in: area.isEmpty ? Self.hiddenMap : area))
  }

  private static let hiddenMap = Region(column: 0, row: 0, columns: 60, rows: 20)

  /// Returns how the map falls on a region.
  func projection(in plot: Region) -> MapProjection {
    guard let camera = map.camera else {
      return MapProjection.fitting(bounds, columns: plot.columns, rows: plot.rows).aligned
    }
    let projection = MapProjection(
      centre: map.viewpoint.point(of: camera.centre), metresPerColumn: camera.metresPerColumn,
      columns: plot.columns, rows: plot.rows, viewpoint: map.viewpoint)
    return projection.nearestAligned
  }

  /// The part of the map where anchors were in the time that the bar shows, without garbled
  /// positions.
  ///
  /// - Complexity: O(anchors) the first time.
  package var bounds: MapBounds { bounds(from: map.viewpoint) }

  /// The shape that the plan needs room for: the same at every date, so that the panes do not move.
  package var mapShape: MapShape {
    let isDouble = compare.isSideBySide && compare.marks.both != nil
    guard index.count > 0 else { return MapShape(isDouble: isDouble) }
    let whole = data.bounds(
      MapBounds.Key(ordinals: 0..<index.count, viewpoint: map.viewpoint))
    return MapShape(
      columnsPerRow: whole.width / whole.depth * MapProjection.usualCellAspect, isDouble: isDouble)
  }

  private func bounds(from viewpoint: MapViewpoint) -> MapBounds {
    data.bounds(MapBounds.Key(ordinals: visibleEvents, viewpoint: viewpoint))
  }

  /// The events in the time that the bar shows.
  private var visibleEvents: Range<Int> {
    guard let window = time.bar.window else { return 0..<index.count }
    let first = index.eventCount(before: window.lowerBound)
    return first..<max(first, index.eventCount(through: window.upperBound))
  }

  /// The place in space that the map is centred on: where the user moved it, else the middle.
  var mapCentre: SIMD3<Double> {
    if let camera = map.camera { return camera.centre }
    let front = MapViewpoint.front.moving(.zero, to: bounds(from: .front).centre)
    return MapViewpoint.top.moving(front, to: bounds(from: .top).centre)
  }
}

extension SpaceData {
  /// Returns the part of the map where anchors were before some events and after each; cached.
  fileprivate func bounds(_ key: MapBounds.Key) -> MapBounds {
    memo.bounds.value(for: key) {
      MapBounds(
        index: index, since: rows(at: key.ordinals.lowerBound), through: key.ordinals.upperBound,
        from: key.viewpoint, blocks: positionBlocks)
    }
  }

  private var positionBlocks: PositionBlocks {
    memo.positionBlocks.value(for: 0) { PositionBlocks(index) }
  }

  /// Computes the bounds of the whole history for each viewpoint, so that the first picture of each is
  /// quick.
  func prepareBounds() {
    for viewpoint in MapViewpoint.allCases {
      _ = bounds(MapBounds.Key(ordinals: 0..<index.count, viewpoint: viewpoint))
    }
  }
}
