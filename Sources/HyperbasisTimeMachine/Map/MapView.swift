import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisHistory
import HyperbasisWording

/// The picture of the space: anchors, and what happened to them if two states are compared.
struct MapView {
  let state: State
  let view: SpaceView

  func draw(into frame: inout Frame, region: Region) {
    guard !region.isEmpty else { return }
    if view.compare.isSideBySide, let (a, b) = view.compare.marks.both {
      let halves = state.layout.mapShape.halves(of: region)
      let titles = SideTitles(a, b, state.settings)
      draw(.before, a, titles: titles.a, into: &frame, region: halves.a)
      draw(.after, b, titles: titles.b, into: &frame, region: halves.b)
    } else {
      draw(scene(builder(for: region)), titles: titles, into: &frame, region: region)
    }
  }

  /// Draws A or B beside the other, with the differences of each in their colours.
  private func draw(
    _ side: MapSceneBuilder.Side, _ instant: HBInstant, titles: [TerminalText],
    into frame: inout Frame, region: Region
  ) {
    let scene = builder(for: region).scene(
      at: view.index.eventCount(through: instant),
      comparison: view.markedComparison(state.settings.threshold), side: side)
    draw(scene, titles: titles, into: &frame, region: region)
  }

  /// Draws a scene with the first title that fits, and the legend beside it if there is room.
  private func draw(
    _ scene: MapScene, titles: [TerminalText], into frame: inout Frame, region: Region
  ) {
    let hasFocus = view.lists.focus == .map && state.layers.isEmpty
    let title = titles.first { $0.width + 4 <= region.columns } ?? titles.last ?? .empty
    frame.drawBox(
      region, style: hasFocus ? .plain : .dim, box: state.settings.charset.box, title: title,
      titleStyle: hasFocus ? .bold : .dim)
    drawLegend(scene.legend, beside: title, into: &frame, region: region)
    let area = region.inset(by: 1)
    scene.draw(
      into: &frame, region: area, projection: projection(for: region),
      charset: state.settings.charset)
  }

  /// Draws the legend in the upper edge beside the title; if that is too short, as much of it as fits
  /// goes into the lower edge.
  private func drawLegend(
    _ legend: [LegendEntry], beside title: TerminalText, into frame: inout Frame, region: Region
  ) {
    let upper = region.line(0).inset(left: title.width + 4, right: 1)
    let lower = region.line(region.rows - 1).inset(left: 1, right: 1)
    let ellipsis = state.settings.charset.ellipsis
    if legend.fits(in: upper, ellipsis: ellipsis) {
      return legend.draw(into: &frame, line: upper, ellipsis: ellipsis)
    }
    let below = legend.whollyFitting(in: lower)
    let rest = Array(legend.dropFirst(below))
    // If none of the rest has room above, the lower edge shows that there is more.
    let isCut = !rest.hasRoom(in: upper, ellipsis: ellipsis)
    (isCut ? legend : Array(legend.prefix(below)))
      .draw(into: &frame, line: lower, ellipsis: ellipsis)
    if !isCut { rest.draw(into: &frame, line: upper, ellipsis: ellipsis) }
  }

  private func projection(for region: Region) -> MapProjection {
    view.projection(in: MapScene.plotRegion(in: region.inset(by: 1)))
  }

  /// The titles, with the heights that are shown if not all are.
  private var titles: [TerminalText] {
    guard let slice = view.slice else { return namedTitles }
    let name = view.map.viewpoint.title
    return namedTitles.map { "\($0), heights \(slice.text)" } + ["\(name), \(slice.text)", name]
  }

  private var namedTitles: [TerminalText] {
    let name = view.map.viewpoint.title
    if case .plan = state.layers.last { return ["\(name): now and after", name] }
    if view.showsDraft { return ["\(name): draft", "draft"] }
    if let listed = view.shownShift {
      let text = listed.text
      return state.shorterTexts(listed.start).map { "\(name): \(text.noun(date: $0))" }
        + ["\(name): \(text.noun)", name]
    }
    if view.shownUndo != nil {
      return ["\(name): effect of an undo", "\(name): undo", name]
    }
    switch view.compare.mode {
    case .off: return [name]
    case .previous:
      let dates = view.latestInstant.map(state.shorterTexts) ?? []
      return dates.map { "\(name): last events, \($0)" } + ["\(name): last events", name]
    case .now:
      let end = state.endWord(of: view).name
      return ["\(name): from this date to \(end)", "\(name): to \(end)", name]
    case .marks: return ["\(name): A to B", name]
    }
  }

  private func scene(_ builder: MapSceneBuilder) -> MapScene {
    // Changes to come are shown over the present, whatever date is on screen.
    var builder = builder
    let filter = builder.filter
    builder.filter = view.lists.filter?.asOf(view.index.end)
    for layer in state.layers.reversed() {
      switch layer {
      case .plan(let dialog): return builder.scene(of: dialog.plan)
      case .move(let move): return builder.scene(of: changes(moving: move))
      case .savedDraft(let offer): return builder.scene(of: view.changes(of: offer.draft))
      case .help, .prompt, .bookmarks, .importing: break
      }
    }
    if view.showsDraft { return builder.scene(of: view.draftedChanges) }
    builder.filter = filter
    if let listed = view.shownShift { return builder.scene(of: listed) }
    if let undo = view.shownUndo { return builder.scene(of: undo) }
    return builder.scene(at: view.mapOffset, comparison: view.comparison(state.settings.threshold))
  }

  private func changes(moving move: MoveLayer) -> [HBPlannedChange] {
    // Until it has moved, there is nothing to mark.
    guard move.isMoved else { return view.draftedChanges }
    let others = view.draftedChanges.filter { $0.anchorId != move.anchor.id }
    return others + [view.changeOfLive(to: move.moved)]
  }

  func builder(for region: Region) -> MapSceneBuilder {
    var builder = MapSceneBuilder(
      data: view.data, projection: projection(for: region), settings: state.settings)
    builder.filter = view.stateFilter
    builder.selectedId = view.lists.selection
    builder.hasCamera = view.map.camera != nil
    builder.date = view.compare.mode == .marks ? view.compare.marks.b : view.instant
    builder.marks = view.compare.marks.both
    builder.measured = view.measured?.distance
    return builder
  }
}
