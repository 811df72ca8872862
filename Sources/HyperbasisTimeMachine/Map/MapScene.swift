package import HyperbasisCanvas

/// Everything that the plan shows, in metres, before it falls on a grid of cells.
package struct MapScene {
  /// The anchors in the order of the store, which decides between equally important ones.
  package var items: [MapItem] = []
  /// Which of them share cells, if that was computed before for the same anchors.
  var occupancies: MemoTable<MapProjection, MapOccupancy>?
  /// Which of them show where they were; nil for all whose old place is known.
  package var moves: MapMoves?
  /// The slot of the anchor that is selected.
  package var selection: Int?
  /// Where anchors came from.
  package var trails: [MapTrail] = []
  /// How many anchors have trails.
  package var trailedAnchors = 0
  /// Whether trails are left out for lack of room.
  package var lacksTrails = false
  /// Whether the oldest parts of trails are left out for lack of room.
  package var cutsTrails = false
  /// Measured distances.
  package var measurements: [MapMeasurement] = []
  /// Waypoints in their order, one list for each path.
  package var paths: [[MapPoint]] = []
  /// What glyphs and colours stand for.
  package var legend: [LegendEntry] = []
  package var showsGrid = true
  package var showsLabels = true
  /// The text at the right end of the row below the plot.
  package var note: TerminalText = .empty
  /// Returns how an anchor looks; called only for anchors that have a cell to themselves.
  package var appearance: (_ slot: Int) -> MapAppearance
  /// Returns the colour of a changed anchor, whose glyph shows the change; nil to use that of its
  /// appearance.
  var changeColor: ((_ slot: Int) -> Color?)?
  /// Returns the name of an anchor; called only if there is room for one.
  package var label: (_ slot: Int) -> TerminalText

  package init(
    items: [MapItem], selection: Int? = nil,
    appearance: @escaping (_ slot: Int) -> MapAppearance = { _ in MapAppearance() },
    label: @escaping (_ slot: Int) -> TerminalText = { _ in .empty }
  ) {
    self.items = items
    self.selection = selection
    self.appearance = appearance
    self.label = label
  }
}

extension MapScene {
  /// More anchors than this are a crowd: one line through it cannot be told from another, so trails and
  /// moves are drawn only while there is room, and changes do not stand out.
  static let crowd = 400

  /// Placing more than this takes longer than waking another core.
  static let manyItems = 16_384
}

/// The anchors that show where they were.
package struct MapMoves: Equatable, Sendable {
  /// The numbers of their items, the farthest moved first.
  package var shown: [Int32]
  /// How many anchors moved, including those that do not show it.
  package var all: Int
}

/// An unbroken piece of the path of an anchor, oldest point first; it fades with age.
package struct MapTrail: Equatable, Sendable {
  package var points: [MapPoint]
  /// Whether it is that of the selected anchor, which stands out.
  package var isSelected = false
}

/// A measured line between two anchors.
package struct MapMeasurement: Equatable, Sendable {
  package var from: MapPoint
  package var to: MapPoint
  /// The value with its unit.
  package var text: TerminalText
  /// Whether the value replaces the name of the anchor where the line starts.
  package var replacesName = true
}

extension MapScene {
  /// Returns the part of a region in which anchors are plotted: all but the row of the scale bar, if
  /// there is room for one.
  package static func plotRegion(in region: Region) -> Region {
    region.rows >= 5 && region.columns >= 12 ? region.split(bottom: 1).rest : region
  }

  /// Returns the row of the scale bar; empty if there is no room for it.
  package static func legendRegion(in region: Region) -> Region {
    region.split(top: plotRegion(in: region).rows).rest
  }
}

/// A piece of the legend: what a glyph or a colour of the plan stands for.
package struct LegendEntry: Hashable, Sendable {
  /// Pieces of text with no blanks between them.
  package var runs: [Run]

  package struct Run: Hashable, Sendable {
    package var text: TerminalText
    package var style: Style
  }

  package var width: Int { runs.reduce(0) { $0 + $1.text.width } }
}

extension LegendEntry {
  init(_ text: TerminalText, style: Style) {
    self.init(runs: [Run(text: text, style: style)])
  }

  /// Creates an entry from a glyph in its colour and what it stands for.
  init(_ glyph: Glyph, _ text: TerminalText, style: Style) {
    self.init(runs: [
      Run(text: TerminalText(glyph), style: style), Run(text: " \(text)", style: .dim),
    ])
  }
}
