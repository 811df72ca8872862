import Foundation

/// The SVG elements that make up a printed plan.
///
/// Text comes from a store and may hold anything, so it must go through ``escaped(_:)``.
enum PlotShapes {
  typealias Place = SIMD2<Double>

  static func oldPlace(_ place: Place) -> String {
    circle(place, #"\#(PlotInk.faded.stroke) fill="none""#)
  }

  /// Returns the mark of an anchor, which differs by change in shape as well as in colour.
  static func mark(_ place: Place, _ change: MapChange) -> String {
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

  private static func circle(_ place: Place, _ attributes: String) -> String {
    #"<circle cx="\#(text(place.x))" cy="\#(text(place.y))" r="4" \#(attributes)/>"#
  }

  private static func cross(
    _ place: Place, _ strokes: [(Double, Double, Double, Double)], _ ink: PlotInk
  ) -> String {
    strokes.map { stroke in
      line(
        place + Place(stroke.0, stroke.1), place + Place(stroke.2, stroke.3), ink,
        extra: #" stroke-width="2.5""#)
    }.joined()
  }

  static func line(_ from: Place, _ to: Place, _ ink: PlotInk, extra: String = "") -> String {
    #"<line x1="\#(text(from.x))" y1="\#(text(from.y))" x2="\#(text(to.x))" "#
      + #"y2="\#(text(to.y))" \#(ink.stroke)\#(extra)/>"#
  }

  /// - Parameter name: The text, already escaped.
  static func label(_ name: String, _ place: Place, _ ink: PlotInk, extra: String = "") -> String {
    #"<text x="\#(text(place.x))" y="\#(text(place.y))" \#(ink.fill)\#(extra)>\#(name)</text>"#
  }

  static func text(_ number: Double) -> String { String(format: "%.2f", number) }

  /// Returns text as XML content or attribute. Characters that XML 1.0 forbids, and DEL to U+009F,
  /// become U+FFFD.
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
