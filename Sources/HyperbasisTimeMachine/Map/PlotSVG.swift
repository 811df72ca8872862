import Foundation
package import HyperbasisCanvas

/// The plan as a picture: the same scene as in the terminal, as SVG, between a heading that says
/// what it shows and a scale.
///
/// Text comes from a store and may hold anything: it goes through ``escaped(_:)`` alone.
package struct PlotSVG {
  /// What stands above the plan.
  package struct Heading {
    /// What is shown.
    package var title: TerminalText
    /// As of when.
    package var date: TerminalText
    /// What the signs stand for.
    package var legend: PlotLegend?

    package init(title: TerminalText, date: TerminalText = .empty, legend: PlotLegend? = nil) {
      (self.title, self.date, self.legend) = (title, date, legend)
    }
  }

  let scene: MapScene
  let projection: MapProjection
  let heading: Heading
  /// The size of the whole picture in pixels.
  private let width: Int
  private let height: Int
  /// The lines below the title.
  private let dateLines: [TerminalText]
  /// Of all that stands above the plan.
  let headingHeight: Int

  /// - Parameters:
  ///   - width: in pixels.
  ///   - height: in pixels.
  package init(
    scene: MapScene, bounds: MapBounds, width: Int = 960, height: Int = 640, heading: Heading
  ) {
    self.scene = scene
    self.heading = heading
    (self.width, self.height) = (max(1, width), max(1, height))
    dateLines = Self.lines(heading.date, room: Self.room(width: width))
    headingHeight = Self.leastHeadingHeight + Self.lineHeight * max(0, dateLines.count - 1)
    let rows = max(1, height - headingHeight - Self.footHeight)
    // A margin for labels.
    let inner = MapProjection.fitting(
      bounds, columns: max(1, width - 120), rows: max(1, rows - 60), cellAspect: 1)
    projection = inner.resized(columns: max(1, width), rows: rows)
  }

  /// With one line below the title, and one for the signs.
  private static let leastHeadingHeight = 76
  private static let lineHeight = 19
  private static let footHeight = 44

  /// How many characters fit beside each other in the heading.
  private static func room(width: Int) -> Int {
    Int(Double(width - 40) / PlotLabels.width(ofCells: 1))
  }

  /// What does not fit in one line goes on in the next: at its end stands what was taken out.
  private static func lines(_ text: TerminalText, room: Int) -> [TerminalText] {
    guard !text.isEmpty else { return [] }
    let lines = text.wrapped(to: room)
    guard lines.count > mostDateLines else { return lines }
    let rest = lines[(mostDateLines - 1)...].joined(separator: " ")
    return lines.prefix(mostDateLines - 1) + [rest.truncated(to: room)]
  }

  private static let mostDateLines = 4

  /// The document, UTF-8 text.
  package var document: String {
    let plan = plan
    var lines = [
      #"<?xml version="1.0" encoding="UTF-8"?>"#,
      #"<svg xmlns="http://www.w3.org/2000/svg" width="\#(width)" height="\#(height)" "#
        + #"viewBox="0 0 \#(width) \#(height)" role="img" "#
        + #"aria-labelledby="plot-title plot-description" font-family="sans-serif" "#
        + #"font-size="12">"#,
      #"<title id="plot-title">\#(Self.escaped(fullTitle))</title>"#,
      #"<desc id="plot-description">\#(Self.escaped(description))</desc>"#,
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

// MARK: - Above and below

extension PlotSVG {
  private var headingLines: [String] {
    let room = Self.room(width: width)
    var lines = [
      label(
        Self.escaped(heading.title.truncated(to: room * 3 / 4).plain), Place(20, 26), .text,
        extra: #" font-size="16" font-weight="bold""#)
    ]
    for (number, line) in dateLines.enumerated() {
      let place = Place(20, Double(45 + number * Self.lineHeight))
      lines.append(label(Self.escaped(line.plain), place, .text))
    }
    return lines + legendLines
  }

  /// The signs with their counts, in one line.
  private var legendLines: [String] {
    guard let legend = heading.legend else { return [] }
    var lines: [String] = []
    let bottom = Double(headingHeight - 10)
    var x = 24.0
    func add(_ sign: (Place) -> String, _ text: TerminalText) {
      lines.append(sign(Place(x, bottom - 4)))
      lines.append(label(Self.escaped(text.plain), Place(x + 10, bottom), .text))
      x += 34 + PlotLabels.width(ofCells: text.width)
    }
    for entry in legend.entries { add({ mark($0, entry.change) }, entry.text) }
    if legend.hasOldPlaces { add(oldPlace, PlotLegend.oldPlace) }
    if legend.entries.isEmpty { lines.append(label("no anchors", Place(20, bottom), .text)) }
    return lines
  }

  private func foot(namesLeftOut: Int) -> [String] {
    let bottom = Double(height) - 16
    var lines: [String] = []
    if let pitch {
      lines.append(
        line(
          Place(20, bottom), Place(20 + pitch.columns, bottom), .text,
          extra: #" stroke-width="2""#))
      lines.append(
        label(Self.escaped("\(pitch.text), as the grid"), Place(20, bottom - 6), .text))
    }
    var notes = ["x → z ↓"]
    let outside = PlotCells(items: scene.items, projection: projection).outside.count
    if outside > 0 { notes.append("\(outside) outside") }
    if namesLeftOut > 0 {
      notes.append("\(namesLeftOut) \(namesLeftOut == 1 ? "name" : "names") left out")
    }
    lines.append(
      label(
        notes.joined(separator: "  ·  "), Place(Double(width) - 20, bottom), .note,
        extra: #" text-anchor="end""#))
    return lines
  }
}

// MARK: - The plan

extension PlotSVG {
  /// Lines, then anchors, then names, which find their spots when all points are known: those of
  /// what changed first.
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

  /// The name of an anchor, empty where it has none; nil where it finds no spot.
  private func name(of item: MapItem, at place: Place, _ labels: inout PlotLabels) -> String? {
    guard !labels.isCrowded(at: place) else { return nil }
    let name = scene.label(item.slot).truncated(to: Self.longestName)
    guard !name.isEmpty else { return "" }
    return labels.place(cells: name.width, at: place).map { spot in
      let (end, extra) = Self.end(of: spot, cells: name.width, besides: place)
      return label(
        Self.escaped(name.plain), end, item.change == .unchanged ? .text : .init(item.change),
        extra: extra)
    }
  }

  /// The end of a name that is next to its point, whatever the width of the letters is: where the name
  /// starts, where it ends, or its middle, with the attribute that says so.
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
    var lines = ["<g><title>\(Self.escaped(scene.label(item.slot).plain))</title>"]
    if let old = item.ghost.flatMap(self.place) {
      lines.append(line(old, place, ink, extra: #" stroke-dasharray="4 3""#))
      lines.append(oldPlace(old))
    }
    if let heading = appearance.heading { lines.append(pointer(place, heading, ink)) }
    lines.append(mark(place, item.change))
    lines.append("</g>")
    return lines
  }

  private func oldPlace(_ place: Place) -> String {
    circle(place, #"\#(PlotInk.faded.stroke) fill="none""#)
  }

  /// Told apart by shape as well as by colour.
  private func mark(_ place: Place, _ change: MapChange) -> String {
    let ink = PlotInk(change)
    switch change {
    case .unchanged, .moved:
      return circle(place, ink.fill)
    case .updated:
      return #"<rect x="\#(text(place.x - 4))" y="\#(text(place.y - 4))" width="8" height="8" "#
        + "\(ink.fill)/>"
    case .added:
      return cross(place, [(-5, 0, 5, 0), (0, -5, 0, 5)], ink)
    case .removed:
      return cross(place, [(-4, -4, 4, 4), (-4, 4, 4, -4)], ink)
    }
  }

  private func circle(_ place: Place, _ attributes: String) -> String {
    #"<circle cx="\#(text(place.x))" cy="\#(text(place.y))" r="4" \#(attributes)/>"#
  }

  private func cross(
    _ place: Place, _ strokes: [(Double, Double, Double, Double)], _ ink: PlotInk
  ) -> String {
    strokes.map { stroke in
      line(
        place + Place(stroke.0, stroke.1), place + Place(stroke.2, stroke.3), ink,
        extra: #" stroke-width="2.5""#)
    }.joined()
  }

  private func pointer(_ place: Place, _ heading: Double, _ ink: PlotInk) -> String {
    line(place, tip(of: place, heading), ink, extra: #" stroke-width="1.5""#)
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
      lines.append(line(from, to, .measured))
      let text = measurement.text
      if let spot = labels.centre(cells: text.width, at: (from + to) / 2) {
        lines.append(label(Self.escaped(text.plain), spot, .measured))
      }
    }
    return lines
  }

  private func polyline(_ points: [MapPoint], _ ink: PlotInk, extra: String = "") -> [String] {
    let places = points.compactMap(place)
    guard places.count > 1 else { return [] }
    let list = places.map { "\(text($0.x)),\(text($0.y))" }.joined(separator: " ")
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
      return line(Place(x: 0, y: y), Place(x: width, y: y), .grid)
    }
    let down = xs.map { x in
      let x = projection.location(of: MapPoint(x: x, z: 0)).column
      return line(Place(x: x, y: 0), Place(x: x, y: height), .grid)
    }
    return across + down
  }

  /// Of the grid and the scale bar.
  private var pitch: MapPitch? {
    MapPitch(metresPerColumn: projection.metresPerColumn, atLeast: 80)
  }
}

// MARK: - Pieces

extension PlotSVG {
  private typealias Place = SIMD2<Double>

  /// The pixel of a point; nil where it is off the plan or not finite.
  private func place(_ point: MapPoint) -> Place? {
    guard projection.cell(of: point) != nil else { return nil }
    let (column, row) = projection.location(of: point)
    return Place(x: column, y: row)
  }

  private func line(_ from: Place, _ to: Place, _ ink: PlotInk, extra: String = "") -> String {
    #"<line x1="\#(text(from.x))" y1="\#(text(from.y))" x2="\#(text(to.x))" "#
      + #"y2="\#(text(to.y))" \#(ink.stroke)\#(extra)/>"#
  }

  /// - Parameter name: already escaped.
  private func label(_ name: String, _ place: Place, _ ink: PlotInk, extra: String = "") -> String {
    #"<text x="\#(text(place.x))" y="\#(text(place.y))" \#(ink.fill)\#(extra)>\#(name)</text>"#
  }

  private func text(_ number: Double) -> String { String(format: "%.2f", number) }

  /// Text as XML content or attribute. Characters that XML 1.0 does not have become U+FFFD.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.unicodeScalars.append(isXML(scalar) ? scalar : "\u{FFFD}")
      }
    }
    return result
  }

  private static func isXML(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x9, 0xA, 0xD, 0x20...0x7E, 0xA0...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
    default: false
    }
  }
}
