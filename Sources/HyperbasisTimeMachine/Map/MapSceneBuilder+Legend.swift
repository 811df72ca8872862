import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisHistory

extension MapSceneBuilder {
  /// Sets a scene's legend, which explains its glyphs and colours, the most important first: if there
  /// is little room, the end is left out.
  ///
  /// - Parameters:
  ///   - differences: The differences that glyphs show.
  ///   - ordinal: Returns the event after which an anchor is shown.
  ///   - countsLatest: Returns whether what the latest events did to an anchor is counted.
  func explainSigns(
    of scene: inout MapScene, _ colors: AnchorColors, differences: Set<Difference>,
    hasGhosts: Bool = true, ordinal: @escaping (_ slot: Int) -> Int?,
    countsLatest: (_ slot: Int) -> Bool = { _ in true }
  ) {
    let isCrowd = scene.items.count > Self.legendLimit
    let explained = isCrowd ? itemsToBeSeen(in: scene) : scene.items
    let slots = explained.map(\.slot) + (isCrowd ? [scene.selection].compactMap { $0 } : [])
    scene.legend = legend(of: differences, hasGhosts: hasGhosts)
    scene.legend += colors.legend(
      slots.lazy.compactMap(ordinal), countsLatest: countsLatest,
      tellsMoves: differences.contains(.moved), settings: settings)
    addCounts(to: &scene)
    if colors.coloring != .type {
      let unchanged = explained.lazy.filter { $0.change == .unchanged }
      scene.legend += colors.shapeLegend(
        unchanged.compactMap { ordinal($0.slot) }, charset: settings.charset)
    }
    explainLines(of: &scene)
  }

  /// Explains the lines, which come last: the anchors at their ends say most of it.
  private func explainLines(of scene: inout MapScene) {
    if scene.measurements.contains(where: \.replacesName) {
      scene.legend.append(entry(.measured, style: Style(.accent)))
    }
    if !scene.paths.isEmpty { scene.legend.append(entry(.path)) }
  }

  /// Up to this many anchors, the legend explains how all of them look; beyond that, only those that
  /// are shown one by one, since the others appear as numbers.
  private static let legendLimit = 2000

  /// Returns the anchors that have a cell of the plan to themselves.
  private func itemsToBeSeen(in scene: MapScene) -> [MapItem] {
    let occupancy = scene.occupancy(on: projection)
    let lone = zip(occupancy.tops, occupancy.counts).filter { $0.1 == 1 }
    return lone.map { scene.items[Int($0.0)] }
  }

  /// Returns the differences between two states that the glyphs of a plan show.
  ///
  /// Side by side, the later plan lacks what was removed, and the earlier one what was added.
  func differences(_ comparison: Comparison?, _ side: Side) -> Set<Difference> {
    let absent: Difference? =
      switch side {
      case .both: nil
      case .before: .added
      case .after: .removed
      }
    return Set(comparison?.counts.keys.filter { $0 != absent } ?? [])
  }

  private func legend(of differences: Set<Difference>, hasGhosts: Bool) -> [LegendEntry] {
    let glyphs = MapGlyphs(settings.charset)
    var entries = differences.sorted().map { difference in
      LegendEntry(
        glyphs.glyph(MapAppearance(), difference.mapChange), difference.word,
        style: difference.style.bold)
    }
    if hasGhosts, differences.contains(.moved) {
      entries.append(entry(.before, style: Style(.ghost)))
    }
    return entries
  }

  /// Explains the arrows, the digits and the numbers at the edges, if there are any.
  private func addCounts(to scene: inout MapScene) {
    if data.hasHeadings, !scene.items.isEmpty { scene.legend.append(entry(.faces)) }
    let occupancy = scene.occupancy(on: projection)
    let ghosts = GhostCells(scene.shownMoves, projection: projection)
    if occupancy.hasShared || ghosts.share(with: occupancy) {
      scene.legend.append(entry(.several))
    }
    if occupancy.hasCrowds { scene.legend.append(entry(.crowd)) }
    if let side = occupancy.sideOutside {
      scene.legend.append(entry(.outside, side: side, style: Style(.warning)))
    }
  }

  private func entry(
    _ sign: PlanSign, side: MapSide = .left, style: Style = .dim
  ) -> LegendEntry {
    LegendEntry(sign.glyph(MapGlyphs(settings.charset), side: side), sign.word, style: style)
  }
}
