import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisHistory
import HyperbasisWording

/// Which part of the map is on screen.
package struct MapState: Hashable, Sendable {
  /// Nil: the whole space fits the pane.
  package var camera: Camera?
}

/// Where a person moved the map to.
package struct Camera: Hashable, Sendable {
  package var centre: MapPoint
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
      note(view.time.bar.window == nil ? "the whole space" : "all of the time on the bar")
    case .pan(let direction): pan(direction)
    case .cycleTrails:
      settings.trails = settings.trails.following
      note("trails: \(settings.trails.name)")
    case .toggleLabels:
      settings.showsLabels.toggle()
      note(settings.showsLabels ? "labels where there is room" : "no labels")
    case .cycleColoring:
      settings.coloring = settings.coloring.next
      note("colours by \(settings.coloring.name)")
    case .cycleCharset:
      settings.charset = settings.charset.next
      note("drawn with \(settings.charset.rawValue)")
    case .cycleZone:
      settings.usesLocalTime.toggle()
      let zone = settings.usesLocalTime ? settings.timeText.zoneText(at: transition.now) : "UTC"
      note("dates in \(TerminalText(zone))")
    }
  }

  /// Why an intent can do nothing now; nil where it can.
  func refusal(of intent: MapIntent) -> TerminalText? {
    switch intent {
    case .fit: view.map.camera == nil ? "the whole space is on the plan" : nil
    case .zoom, .pan, .cycleTrails, .toggleLabels, .cycleColoring, .cycleCharset, .cycleZone: nil
    }
  }

  private var projection: MapProjection { view.mapProjection(layout) }

  private mutating func zoom(_ direction: Direction) {
    let factor = direction == .forward ? MapProjection.zoomStep : 1 / MapProjection.zoomStep
    let focus = view.selectedOrdinal.map { MapPoint(view.index.position($0)) }
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
    view.map.camera = Camera(centre: projection.centre, metresPerColumn: projection.metresPerColumn)
  }
}

extension SpaceView {
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
      centre: camera.centre, metresPerColumn: camera.metresPerColumn, columns: plot.columns,
      rows: plot.rows)
    return projection.nearestAligned
  }

  /// The part of the map where anchors were in the time that the bar shows, without garbled
  /// positions.
  ///
  /// - Complexity: O(events) the first time.
  package var bounds: MapBounds {
    guard let window = time.bar.window else { return data.bounds(0..<index.count) }
    let first = index.eventCount(before: window.lowerBound)
    return data.bounds(first..<max(first, index.eventCount(through: window.upperBound)))
  }
}

extension SpaceData {
  /// The part of the map where anchors were before some events and after each; remembered.
  fileprivate func bounds(_ ordinals: Range<Int>) -> MapBounds {
    memo.bounds.value(for: ordinals) {
      MapBounds(index: index, from: state(at: ordinals.lowerBound), through: ordinals.upperBound)
    }
  }
}
