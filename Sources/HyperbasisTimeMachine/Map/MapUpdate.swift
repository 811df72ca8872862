import Hyperbasis
package import HyperbasisCanvas

extension State {
  mutating func performPlan(_ intent: Intent) -> Bool {
    switch intent {
    case .zoomPlan(let direction): zoomPlan(direction)
    case .fitPlan:
      view?.camera = nil
      message = .note(
        view?.bar.window == nil ? "the whole space" : "all of the time on the bar")
    case .panPlan(let direction): pan(direction)
    case .cycleTrails:
      settings.trails = settings.trails.following
      message = .note("trails: \(settings.trails.name)")
    case .toggleLabels:
      settings.showsLabels.toggle()
      message = .note(settings.showsLabels ? "labels where there is room" : "no labels")
    case .cycleColoring:
      settings.coloring = settings.coloring.following
      message = .note("colours by \(settings.coloring.name)")
    case .cycleCharset:
      settings.charset = settings.charset.next
      message = .note("drawn with \(settings.charset.rawValue)")
    case .cycleZone: cycleZone()
    default: return false
    }
    return true
  }

  private mutating func zoomPlan(_ direction: Direction) {
    guard let view, let projection = planProjection else { return }
    let factor =
      direction == .forward ? PlanProjection.zoomStep : 1 / PlanProjection.zoomStep
    let focus = view.selectedOrdinal.map { PlanPoint(view.index.position($0)) }
    let visible = focus.flatMap { projection.cell(of: $0) } != nil
    setCamera(projection.zoomed(by: factor, about: visible ? focus : nil))
  }

  private mutating func pan(_ direction: PanDirection) {
    guard let projection = planProjection else { return }
    let step = PlanProjection.panStep
    switch direction {
    case .left: setCamera(projection.panned(right: -step, down: 0))
    case .right: setCamera(projection.panned(right: step, down: 0))
    case .up: setCamera(projection.panned(right: 0, down: -step))
    case .down: setCamera(projection.panned(right: 0, down: step))
    }
  }

  mutating func setCamera(_ projection: PlanProjection) {
    view?.camera = Camera(
      centre: projection.centre, metresPerColumn: projection.metresPerColumn)
  }

  private mutating func cycleZone() {
    settings.usesLocalTime.toggle()
    let zone = settings.usesLocalTime ? timeText.zoneText(at: now) : "UTC"
    message = .note("dates in \(TerminalText(zone))")
  }
}

extension State {
  /// How the plan falls on its pane.
  package var planProjection: PlanProjection? {
    guard let view else { return nil }
    let area = layout.planArea
    let region = area.isEmpty ? Self.hiddenPlan : area
    return projection(of: view, in: PlanScene.plotRegion(in: region))
  }

  /// What zooming goes by while no plan is on screen.
  private static let hiddenPlan = Region(column: 0, row: 0, columns: 60, rows: 20)

  /// How the plan falls on a region.
  package func projection(of view: SpaceView, in plot: Region) -> PlanProjection {
    guard let camera = view.camera else {
      return .fitting(view.bounds, columns: plot.columns, rows: plot.rows)
    }
    return PlanProjection(
      centre: camera.centre, metresPerColumn: camera.metresPerColumn, columns: plot.columns,
      rows: plot.rows)
  }
}

extension SpaceView {
  /// The part of the plan where anchors were in the time that the bar shows, without garbled
  /// positions.
  ///
  /// - Complexity: O(events) the first time.
  package var bounds: PlanBounds {
    guard let window = bar.window else { return data.bounds(0..<index.count) }
    let first = index.position(before: window.lowerBound)
    return data.bounds(first..<max(first, index.position(through: window.upperBound)))
  }
}

extension SpaceData {
  /// The part of the plan where anchors were before some events and after each; remembered.
  fileprivate func bounds(_ ordinals: Range<Int>) -> PlanBounds {
    memo.bounds.value(for: ordinals) {
      PlanBounds(
        index: index, from: state(at: ordinals.lowerBound), through: ordinals.upperBound)
    }
  }
}
