package import HyperbasisCanvas
import HyperbasisWording

/// What the signs of a printed plan stand for, and how many there are of each.
package struct PlotLegend: Equatable, Sendable {
  package struct Entry: Equatable, Sendable {
    package let change: MapChange
    package let count: Int
    /// `3 added`
    package let text: TerminalText
  }

  /// The entries that occur, in the order of a diff's summary; unchanged anchors come last.
  package let entries: [Entry]
  /// Whether old places are drawn.
  package let hasOldPlaces: Bool
  /// Whether some cells hold several anchors and show their number.
  package private(set) var hasCounts = false
  /// Whether some cells hold more anchors than a digit can show.
  package private(set) var hasCrowds = false
  /// The sides beyond which anchors lie.
  private var sidesOutside: [MapSide] = []

  init(counts: [(change: MapChange, count: Int, word: String)], hasOldPlaces: Bool) {
    entries = counts.filter { $0.count > 0 }.map { change, count, word in
      Entry(change: change, count: count, text: TerminalText("\(count) \(word)"))
    }
    self.hasOldPlaces = hasOldPlaces
  }

  /// Creates the legend of one state, whose anchors are all alike in it.
  package init(of scene: MapScene) {
    let count = scene.items.count
    self.init(
      counts: [(.unchanged, count, count == 1 ? "anchor" : "anchors")], hasOldPlaces: false)
  }

  /// Creates the legend of a comparison: an anchor that moved and was updated counts as both, as in its
  /// diff.
  ///
  /// With a filter such as `kind:moved`, the plan also shows anchors that changed in another way or not
  /// at all; these count as others.
  package init(of comparison: Comparison, in scene: MapScene) {
    let counts = comparison.counts
    let unmarked = scene.items.count { $0.change == .unchanged }
    let (unchanged, below) = (comparison.unchanged, comparison.belowThreshold)
    let others = unmarked - unchanged - (comparison.differingAnchors - comparison.rows.count)
    self.init(
      counts: [
        (.added, counts[.added] ?? 0, "added"), (.removed, counts[.removed] ?? 0, "removed"),
        (.moved, counts[.moved] ?? 0, "moved"), (.updated, counts[.updated] ?? 0, "updated"),
        (.unchanged, unchanged, "unchanged"), (.unchanged, below, ThresholdText.below.plain),
        (.unchanged, others, others == 1 ? "other" : "others"),
      ], hasOldPlaces: scene.items.contains { $0.ghost != nil })
  }
}

extension PlotLegend {
  /// Returns the legend of the same plan in character cells.
  package func inCells(_ scene: MapScene, on projection: MapProjection) -> PlotLegend {
    var legend = self
    let occupancy = scene.occupancy(on: projection)
    let totals = GhostCells(scene.shownMoves, projection: projection).totals(with: occupancy)
    legend.hasCounts = totals.contains { 2...MapGlyphs.mostCounted ~= $0 }
    legend.hasCrowds = totals.contains { $0 > MapGlyphs.mostCounted }
    legend.sidesOutside = MapSide.allCases.filter { occupancy.outside[$0.rawValue] > 0 }
    return legend
  }

  /// The word for the old place of an anchor that moved.
  static let oldPlace: TerminalText = "before"

  /// The legend in words alone: `3 added · 2 removed · 5 unchanged`.
  package var summary: String {
    entries.isEmpty ? "no anchors" : entries.map(\.text.plain).joined(separator: " · ")
  }

  /// Returns the pieces of a line of text. Unchanged anchors have the glyphs of their kinds, so none is
  /// given.
  package func pieces(_ charset: Charset) -> [LegendEntry] {
    let glyphs = MapGlyphs(charset)
    var pieces = entries.map { entry in
      entry.change == .unchanged
        ? LegendEntry(entry.text, style: .dim)
        : LegendEntry(
          glyphs.glyph(MapAppearance(), entry.change), entry.text,
          style: Style(entry.change.color).bold)
    }
    if hasOldPlaces {
      pieces.append(LegendEntry(glyphs.ghost, Self.oldPlace, style: Style(.ghost)))
    }
    if hasCounts {
      // A digit before the words would be taken for a number of anchors, as the numbers before it are.
      pieces.append(
        LegendEntry(runs: [.init(text: "digit: several in a cell", style: .dim)]))
    }
    if hasCrowds {
      pieces.append(
        LegendEntry(
          glyphs.count(MapGlyphs.mostCounted + 1), "more than nine in a cell", style: .dim))
    }
    if !sidesOutside.isEmpty { pieces.append(outsidePiece(glyphs)) }
    return pieces.isEmpty ? [LegendEntry("no anchors", style: .dim)] : pieces
  }

  /// `‹ ▾ number outside`
  private func outsidePiece(_ glyphs: MapGlyphs) -> LegendEntry {
    let signs = sidesOutside.map { TerminalText(glyphs.outside($0)) }.joined(separator: " ")
    return LegendEntry(runs: [
      .init(text: signs, style: Style(.warning)),
      .init(text: " number outside", style: .dim),
    ])
  }
}
