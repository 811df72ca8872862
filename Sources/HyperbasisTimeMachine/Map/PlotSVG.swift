import Foundation
import HyperbasisCanvas

/// The plan as a picture: the same scene as in the terminal, as SVG.
///
/// Text comes from a store and may hold anything: it goes through ``escaped(_:)`` alone.
package struct PlotSVG {
  private let scene: MapScene
  private let projection: MapProjection
  private let title: String

  /// - Parameters:
  ///   - width: in pixels.
  ///   - height: in pixels.
  package init(
    scene: MapScene, bounds: MapBounds, width: Int = 960, height: Int = 640, title: String
  ) {
    self.scene = scene
    self.title = title
    // A margin for labels and the scale bar.
    let inner = MapProjection.fitting(
      bounds, columns: max(1, width - 120), rows: max(1, height - 120), cellAspect: 1)
    projection = inner.resized(columns: max(1, width), rows: max(1, height))
  }

  /// The document, UTF-8 text.
  package var document: String {
    let width = projection.columns
    let height = projection.rows
    var lines = [
      #"<?xml version="1.0" encoding="UTF-8"?>"#,
      #"<svg xmlns="http://www.w3.org/2000/svg" width="\#(width)" height="\#(height)" "#
        + #"viewBox="0 0 \#(width) \#(height)" role="img" font-family="sans-serif" "#
        + #"font-size="12">"#,
      "<title>\(Self.escaped(title))</title>",
      #"<rect width="100%" height="100%" fill="\#(Ink.paper)"/>"#,
    ]
    lines += grid + connections + scene.items.flatMap(anchor) + legend
    lines.append("</svg>")
    return lines.joined(separator: "\n") + "\n"
  }
}

// MARK: - Anchors

extension PlotSVG {
  private func anchor(_ item: MapItem) -> [String] {
    guard let place = place(item.point) else { return [] }
    let appearance = scene.appearance(item.slot)
    let name = Self.escaped(scene.label(item.slot).plain)
    let color = color(of: item.change)
    var lines = ["<g><title>\(name)</title>"]
    if let ghost = item.ghost.flatMap(self.place) {
      lines.append(line(ghost, place, stroke: color, extra: #" stroke-dasharray="4 3""#))
      lines.append(circle(ghost, #"fill="none" stroke="\#(Ink.faded)""#))
    }
    if let heading = appearance.heading { lines.append(pointer(place, heading, color)) }
    lines.append(mark(place, item.change, color))
    if scene.showsLabels {
      lines.append(label(name, x: place.x + 8, y: place.y + 4, fill: Ink.text))
    }
    lines.append("</g>")
    return lines
  }

  /// Told apart by shape as well as by colour.
  private func mark(_ place: Place, _ change: MapChange, _ color: String) -> String {
    switch change {
    case .unchanged, .moved:
      return circle(place, #"fill="\#(color)""#)
    case .updated:
      return #"<rect x="\#(text(place.x - 4))" y="\#(text(place.y - 4))" width="8" height="8" "#
        + #"fill="\#(color)"/>"#
    case .added:
      return cross(place, [(-5, 0, 5, 0), (0, -5, 0, 5)], color)
    case .removed:
      return cross(place, [(-4, -4, 4, 4), (-4, 4, 4, -4)], color)
    }
  }

  private func circle(_ place: Place, _ attributes: String) -> String {
    #"<circle cx="\#(text(place.x))" cy="\#(text(place.y))" r="4" \#(attributes)/>"#
  }

  private func cross(
    _ place: Place, _ strokes: [(Double, Double, Double, Double)], _ color: String
  ) -> String {
    strokes.map { stroke in
      line(
        place + Place(stroke.0, stroke.1), place + Place(stroke.2, stroke.3), stroke: color,
        extra: #" stroke-width="2.5""#)
    }.joined()
  }

  private func pointer(_ place: Place, _ heading: Double, _ color: String) -> String {
    let angle = heading * .pi / 180
    let tip = Place(x: place.x - sin(angle) * 12, y: place.y - cos(angle) * 12)
    return line(place, tip, stroke: color, extra: #" stroke-width="1.5""#)
  }
}

// MARK: - Lines

extension PlotSVG {
  private var connections: [String] {
    var lines: [String] = []
    for path in scene.paths {
      lines += polyline(path, #"stroke="\#(Ink.faded)" stroke-dasharray="2 4""#)
    }
    for trail in scene.trails { lines += polyline(trail.points, #"stroke="\#(Ink.trail)""#) }
    for measurement in scene.measurements {
      guard let from = place(measurement.from), let to = place(measurement.to) else { continue }
      lines.append(line(from, to, stroke: Ink.measured))
      lines.append(
        label(
          Self.escaped(measurement.text.plain), x: (from.x + to.x) / 2,
          y: (from.y + to.y) / 2 - 4, fill: Ink.measured))
    }
    return lines
  }

  private func polyline(_ points: [MapPoint], _ attributes: String) -> [String] {
    let places = points.compactMap(place)
    guard places.count > 1 else { return [] }
    let list = places.map { "\(text($0.x)),\(text($0.y))" }.joined(separator: " ")
    return [#"<polyline points="\#(list)" fill="none" \#(attributes)/>"#]
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
      return line(Place(x: 0, y: y), Place(x: width, y: y), stroke: Ink.grid)
    }
    let down = xs.map { x in
      let x = projection.location(of: MapPoint(x: x, z: 0)).column
      return line(Place(x: x, y: 0), Place(x: x, y: height), stroke: Ink.grid)
    }
    return across + down
  }

  /// Of the grid and the scale bar.
  private var pitch: MapPitch? {
    MapPitch(metresPerColumn: projection.metresPerColumn, atLeast: 80)
  }

  private var legend: [String] {
    let bottom = Double(projection.rows) - 20
    var lines: [String] = []
    if let pitch {
      let end = 20 + pitch.columns
      lines.append(
        line(
          Place(x: 20, y: bottom), Place(x: end, y: bottom), stroke: Ink.text,
          extra: #" stroke-width="2""#))
      lines.append(
        label(
          Self.escaped("\(pitch.text), as the grid"), x: 20, y: bottom - 6, fill: Ink.text))
    }
    let outside = PlotCells(items: scene.items, projection: projection).outside.count
    let note = outside > 0 ? "x → z ↓  ·  \(outside) outside" : "x → z ↓"
    lines.append(label(note, x: Double(projection.columns) * 0.5, y: bottom, fill: Ink.note))
    return lines
  }
}

// MARK: - Pieces

extension PlotSVG {
  private typealias Place = SIMD2<Double>

  /// The pixel of a point; nil where it is off the picture or not finite.
  private func place(_ point: MapPoint) -> Place? {
    guard projection.cell(of: point) != nil else { return nil }
    let (column, row) = projection.location(of: point)
    return Place(x: column, y: row)
  }

  private func line(_ from: Place, _ to: Place, stroke: String, extra: String = "") -> String {
    #"<line x1="\#(text(from.x))" y1="\#(text(from.y))" x2="\#(text(to.x))" "#
      + #"y2="\#(text(to.y))" stroke="\#(stroke)"\#(extra)/>"#
  }

  /// - Parameter name: already escaped.
  private func label(_ name: String, x: Double, y: Double, fill: String) -> String {
    #"<text x="\#(text(x))" y="\#(text(y))" fill="\#(fill)">\#(name)</text>"#
  }

  private func text(_ number: Double) -> String { String(format: "%.2f", number) }

  private func color(of change: MapChange) -> String {
    switch change {
    case .unchanged: Ink.unchanged
    case .updated: Ink.updated
    case .moved: Ink.moved
    case .added: Ink.added
    case .removed: Ink.removed
    }
  }

  /// Dark on white, and apart from each other for people who do not see red and green apart.
  private enum Ink {
    static let paper = "#ffffff"
    static let grid = "#eeeeee"
    static let text = "#333333"
    static let note = "#666666"
    static let faded = "#8a8a8a"
    static let trail = "#6b8fb5"
    static let measured = "#0060c0"
    static let unchanged = "#444444"
    static let updated = "#0072b2"
    static let moved = "#d55e00"
    static let added = "#007a4d"
    static let removed = "#b3001b"
  }

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
