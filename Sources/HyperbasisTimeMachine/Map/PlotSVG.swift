import Foundation
import HyperbasisCanvas

/// The plan as an SVG picture: the same scene as in the terminal, between a heading that says what it
/// shows and a scale.
///
/// Text comes from a store and may hold anything, so it must go through ``PlotShapes/escaped(_:)``.
package struct PlotSVG {
  let scene: MapScene
  let projection: MapProjection
  let heading: PlotHeading
  /// The size of the whole picture in pixels.
  private let width: Int
  private let height: Int
  /// The lines above the plan, and the height that they take in pixels.
  private let headingLines: [String]
  let headingHeight: Int

  /// - Parameters:
  ///   - width: The width in pixels.
  ///   - height: The height in pixels.
  package init(
    scene: MapScene, bounds: MapBounds, width: Int = 960, height: Int = 640, heading: PlotHeading
  ) {
    self.scene = scene
    self.heading = heading
    (self.width, self.height) = (max(1, width), max(1, height))
    let layout = PlotHeadingLayout(heading, width: width)
    (headingLines, headingHeight) = (layout.lines, layout.height)
    let rows = max(1, height - headingHeight - Self.footHeight)
    // A margin for labels.
    let inner = MapProjection.fitting(
      bounds, columns: max(1, width - 120), rows: max(1, rows - 60), cellAspect: 1)
    projection = inner.resized(columns: max(1, width), rows: rows)
  }

  private static let footHeight = 44

  /// The document, UTF-8 text.
  package var document: String {
    let plan = plan
    var lines = [
      #"<?xml version="1.0" encoding="UTF-8"?>"#,
      #"<svg xmlns="http://www.w3.org/2000/svg" width="\#(width)" height="\#(height)" "#
        + #"viewBox="0 0 \#(width) \#(height)" role="img" "#
        + #"aria-labelledby="plot-title plot-description" font-family="sans-serif" "#
        + #"font-size="12">"#,
      #"<title id="plot-title">\#(PlotShapes.escaped(fullTitle))</title>"#,
      #"<desc id="plot-description">\#(PlotShapes.escaped(description))</desc>"#,
      "<style>\(PlotInk.darkStyle)</style>",
      #"<rect width="100%" height="100%" \#(PlotInk.paper.fill)/>"#,
    ]
    lines += headingLines
    lines.append(#"<g transform="translate(0 \#(headingHeight))">"#)
    lines += grid + plan.lines
    lines.append("</g>")
    lines += foot(namesLeftOut: plan.namesLeftOut)
    lines.append("</svg>")
    return lines.joined(separator: "\n") + "\n"
  }

  private var fullTitle: String {
    heading.date.isEmpty ? heading.title.plain : "\(heading.title.plain) · \(heading.date.plain)"
  }

  private var description: String {
    let scale = pitch.map { " A line of the grid every \($0.text)." } ?? ""
    let signs = heading.legend.map { "\($0.summary)." } ?? ""
    return "\(signs)\(scale) Seen from above, x to the right, z downwards."
      .trimmingCharacters(in: .whitespaces)
  }
}

// MARK: - Below

extension PlotSVG {
  private func foot(namesLeftOut: Int) -> [String] {
    let bottom = Double(height) - 16
    var lines: [String] = []
    if let pitch {
      lines.append(
        PlotShapes.line(
          Place(20, bottom), Place(20 + pitch.columns, bottom), .text,
          extra: #" stroke-width="2""#))
      lines.append(
        PlotShapes.label(
          PlotShapes.escaped("\(pitch.text), same as the grid"), Place(20, bottom - 6), .text))
    }
    var notes = ["x → z ↓"]
    let outside = PlotCells(items: scene.items, projection: projection).outside.count
    if outside > 0 { notes.append("\(outside) outside") }
    if namesLeftOut > 0 {
      notes.append("\(namesLeftOut) \(namesLeftOut == 1 ? "name" : "names") left out")
    }
    lines.append(
      PlotShapes.label(
        notes.joined(separator: "  ·  "), Place(Double(width) - 20, bottom), .note,
        extra: #" text-anchor="end""#))
    return lines
  }
}

// MARK: - The plan

extension PlotSVG {
  /// Lines, then anchors, then names, which are placed once all points are known: those of changed
  /// anchors first.
  private var plan: (lines: [String], namesLeftOut: Int) {
    var labels = PlotLabels(width: Double(projection.columns), height: Double(projection.rows))
    let placed = scene.items.compactMap { item in place(item.point).map { (item, $0) } }
    for (item, place) in placed {
      labels.block(.init(around: place, 6))
      if let old = item.ghost.flatMap(self.place) { labels.block(.init(around: old, 5)) }
      if let heading = scene.appearance(item.slot).heading {
        labels.block(.init(around: tip(of: place, heading), 3))
      }
    }
    let connections = connections(&labels)
    let anchors = placed.flatMap { anchor($0.0, at: $0.1) }
    guard scene.showsLabels else { return (connections + anchors, 0) }
    let important = placed.enumerated().sorted { left, right in
      let (a, b) = (left.element.0.change, right.element.0.change)
      return a == b ? left.offset < right.offset : a > b
    }
    let names = important.map { name(of: $0.element.0, at: $0.element.1, &labels) }
    return (connections + anchors + names.compactMap { $0 }, names.count { $0 == nil })
  }

  /// Longer names are cut; the whole name is the title of the anchor.
  private static let longestName = 24

  /// Returns the name of an anchor, empty if it has none; nil if it finds no spot.
  private func name(of item: MapItem, at place: Place, _ labels: inout PlotLabels) -> String? {
    guard !labels.isCrowded(at: place) else { return nil }
    let name = scene.label(item.slot).truncated(to: Self.longestName)
    guard !name.isEmpty else { return "" }
    return labels.place(cells: name.width, at: place).map { spot in
      let (end, extra) = Self.end(of: spot, cells: name.width, besides: place)
      return PlotShapes.label(
        PlotShapes.escaped(name.plain), end, item.change == .unchanged ? .text : .init(item.change),
        extra: extra)
    }
  }

  /// Returns the end of a name that stays next to its point however wide the letters are: its start,
  /// its end or its middle, with the attribute that says so.
  private static func end(
    of start: Place, cells: Int, besides point: Place
  ) -> (place: Place, attribute: String) {
    let width = PlotLabels.width(ofCells: cells)
    if start.x + width <= point.x {
      return (Place(start.x + width, start.y), #" text-anchor="end""#)
    }
    if start.x < point.x {
      return (Place(start.x + width / 2, start.y), #" text-anchor="middle""#)
    }
    return (start, "")
  }

  private func anchor(_ item: MapItem, at place: Place) -> [String] {
    let appearance = scene.appearance(item.slot)
    let ink = PlotInk(item.change)
    var lines = ["<g><title>\(PlotShapes.escaped(scene.label(item.slot).plain))</title>"]
    if let old = item.ghost.flatMap(self.place) {
      lines.append(PlotShapes.line(old, place, ink, extra: #" stroke-dasharray="4 3""#))
      lines.append(PlotShapes.oldPlace(old))
    }
    if let heading = appearance.heading { lines.append(pointer(place, heading, ink)) }
    lines.append(PlotShapes.mark(place, item.change))
    lines.append("</g>")
    return lines
  }

  private func pointer(_ place: Place, _ heading: Double, _ ink: PlotInk) -> String {
    PlotShapes.line(place, tip(of: place, heading), ink, extra: #" stroke-width="1.5""#)
  }

  private func tip(of place: Place, _ heading: Double) -> Place {
    let angle = heading * .pi / 180
    return Place(x: place.x - sin(angle) * 12, y: place.y - cos(angle) * 12)
  }
}

// MARK: - Lines

extension PlotSVG {
  private func connections(_ labels: inout PlotLabels) -> [String] {
    var lines: [String] = []
    for path in scene.paths {
      lines += polyline(path, .faded, extra: #" stroke-dasharray="2 4""#)
    }
    for trail in scene.trails { lines += polyline(trail.points, .trail) }
    for measurement in scene.measurements {
      guard let from = place(measurement.from), let to = place(measurement.to) else { continue }
      lines.append(PlotShapes.line(from, to, .measured))
      let text = measurement.text
      if let spot = labels.centre(cells: text.width, at: (from + to) / 2) {
        lines.append(PlotShapes.label(PlotShapes.escaped(text.plain), spot, .measured))
      }
    }
    return lines
  }

  private func polyline(_ points: [MapPoint], _ ink: PlotInk, extra: String = "") -> [String] {
    let places = points.compactMap(place)
    guard places.count > 1 else { return [] }
    let list = places.map { "\(PlotShapes.text($0.x)),\(PlotShapes.text($0.y))" }.joined(
      separator: " ")
    return [#"<polyline points="\#(list)" fill="none" \#(ink.stroke)\#(extra)/>"#]
  }

  private var grid: [String] {
    guard scene.showsGrid, let pitch = pitch?.metres else { return [] }
    let visible = projection.visible
    let xs = visible.multiples(of: pitch, along: \.minX, \.maxX, atMost: projection.columns)
    let zs = visible.multiples(of: pitch, along: \.minZ, \.maxZ, atMost: projection.rows)
    let width = Double(projection.columns)
    let height = Double(projection.rows)
    let across = zs.map { z in
      let y = projection.location(of: MapPoint(x: 0, z: z)).row
      return PlotShapes.line(Place(x: 0, y: y), Place(x: width, y: y), .grid)
    }
    let down = xs.map { x in
      let x = projection.location(of: MapPoint(x: x, z: 0)).column
      return PlotShapes.line(Place(x: x, y: 0), Place(x: x, y: height), .grid)
    }
    return across + down
  }

  /// The pitch of the grid and the scale bar.
  private var pitch: MapPitch? {
    MapPitch(metresPerColumn: projection.metresPerColumn, atLeast: 80)
  }
}

// MARK: - Pieces

extension PlotSVG {
  private typealias Place = SIMD2<Double>

  /// Returns the pixel of a point; nil if it is off the plan or not finite.
  private func place(_ point: MapPoint) -> Place? {
    guard projection.cell(of: point) != nil else { return nil }
    let (column, row) = projection.location(of: point)
    return Place(x: column, y: row)
  }
}
