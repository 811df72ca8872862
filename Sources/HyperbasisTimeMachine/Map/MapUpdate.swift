package import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisHistory
import HyperbasisWording

/// Which part of the map is on screen.
package struct MapState: Hashable, Sendable {
  /// From where the space is looked at.
  package var viewpoint = MapViewpoint.top
  /// Nil: the whole space fits the pane.
  package var camera: Camera?
  /// Where measuring started; nil while nothing is measured.
  package var measure: MeasureStart?
}

/// Where a person moved the map to.
package struct Camera: Hashable, Sendable {
  /// The place in the middle, in metres: of one viewpoint it is what another one starts from.
  package var centre: SIMD3<Double>
  package var metresPerColumn: Double
}

/// Zooms and pans the map, and says how things are drawn.
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
      // As the date on screen has it: now the clocks may go otherwise.
      let zone = settings.timeText.zoneText(at: view.instant ?? transition.now)
      note("dates in \(TerminalText(zone))")
    }
  }

  /// Why an intent can do nothing now; nil where it can.
  func refusal(of intent: MapIntent) -> TerminalText? {
    switch intent {
    case .fit: view.map.camera == nil ? "the plan is fitted already" : nil
    case .measure: measureRefusal
    // What is only staged can be looked at closely as well.
    case .zoom, .pan: view.editing.hasDraft ? nil : lackOfEvents
    case .cycleViewpoint, .askSlice, .cycleTrails, .toggleLabels, .cycleColoring,
      .cycleCharset, .cycleZone:
      nil
    }
  }

  private var wholeText: TerminalText {
    view.time.bar.window == nil ? "the whole space" : "all of the time on the bar"
  }

  /// How many anchors are outside of the plan; nil for none. What is very far from all others stays
  /// there, for a plan with room for it would tell nothing of them.
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

  /// How the map falls on its pane; without a pane, on one of a middle size.
  package func mapProjection(_ layout: Layout) -> MapProjection {
    let area = layout.mapArea
    return projection(in: MapScene.plotRegion(in: area.isEmpty ? Self.hiddenMap : area))
  }

  private static let hiddenMap = Region(column: 0, row: 0, columns: 60, rows: 20)

  /// How the map falls on a region.
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

  /// What the plan has to have room for: the same at every date, so that the panes stand still.
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

  /// The events of the time that the bar shows.
  private var visibleEvents: Range<Int> {
    guard let window = time.bar.window else { return 0..<index.count }
    let first = index.eventCount(before: window.lowerBound)
    return first..<max(first, index.eventCount(through: window.upperBound))
  }

  /// The place in space that the map is about: where a person moved it, else the middle.
  var mapCentre: SIMD3<Double> {
    if let camera = map.camera { return camera.centre }
    let front = MapViewpoint.front.moving(.zero, to: bounds(from: .front).centre)
    return MapViewpoint.top.moving(front, to: bounds(from: .top).centre)
  }
}

extension SpaceData {
  /// The part of the map where anchors were before some events and after each; remembered.
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

  /// Finds out how the whole history falls on each picture, so that the first of each is quick.
  func prepareBounds() {
    for viewpoint in MapViewpoint.allCases {
      _ = bounds(MapBounds.Key(ordinals: 0..<index.count, viewpoint: viewpoint))
    }
  }
}
