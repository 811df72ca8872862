/// The shapes of single glyphs.
enum GlyphShape {
  static func draw(_ text: String, in box: Box, _ rendition: Rendition) -> String {
    if let scalar = text.unicodeScalars.first, text.unicodeScalars.count == 1 {
      switch scalar.value {
      case 0x2800...0x28FF:
        return braille(scalar.value - 0x2800, box, rendition.foreground)
      case 0x2581...0x2588:
        let level = Double(scalar.value - 0x2580) / 8
        return box.rectangle(0, 1 - level, 1, 1, fill: rendition.foreground)
      case 0x2580:
        return box.rectangle(0, 0, 1, 0.5, fill: rendition.foreground)
      case 0x2596...0x259F:
        return quadrants(scalar.value, box, rendition.foreground)
      default:
        if let arms = Self.arms[scalar] { return lines(arms, box, rendition) }
      }
    }
    return glyph(text, in: box, rendition)
  }

  private static func glyph(_ text: String, in box: Box, _ rendition: Rendition) -> String {
    let weight = rendition.isBold ? " font-weight=\"bold\"" : ""
    return """
      <text x="\(box.text(box.x))" y="\(box.text(box.y + 0.76 * box.height))" \
      fill="\(rendition.foreground)"\(weight)>\(escaped(text))</text>
      """
  }

  /// Returns a text escaped for use between XML tags.
  static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
  }

  /// Draws the dots of a braille pattern: bits 0 to 2 go down the left column, 3 to 5 down the right one,
  /// and 6 and 7 are the bottom row.
  private static func braille(_ bits: UInt32, _ box: Box, _ fill: String) -> String {
    let places = [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (0, 3), (1, 3)]
    return places.enumerated().filter { bits >> UInt32($0.offset) & 1 == 1 }.map { place in
      let (column, row) = place.element
      return box.circle(
        0.25 + 0.5 * Double(column), 0.125 + 0.25 * Double(row), radius: 1.4, fill: fill)
    }.joined()
  }

  /// Draws the four quarters of U+2596 to U+259F: upper left, upper right, lower left, lower right.
  private static func quadrants(_ scalar: UInt32, _ box: Box, _ fill: String) -> String {
    let masks: [UInt32: [Int]] = [
      0x2596: [2], 0x2597: [3], 0x2598: [0], 0x2599: [0, 2, 3], 0x259A: [0, 3],
      0x259B: [0, 1, 2], 0x259C: [0, 1, 3], 0x259D: [1], 0x259E: [1, 2], 0x259F: [1, 2, 3],
    ]
    return (masks[scalar] ?? []).map { quarter in
      let left = Double(quarter % 2) / 2
      let top = Double(quarter / 2) / 2
      return box.rectangle(left, top, left + 0.5, top + 0.5, fill: fill)
    }.joined()
  }

  /// Which of the arms left, right, up and down a line glyph has.
  private static let arms: [Unicode.Scalar: (Bool, Bool, Bool, Bool)] = [
    "─": (true, true, false, false), "│": (false, false, true, true),
    "┌": (false, true, false, true), "┐": (true, false, false, true),
    "└": (false, true, true, false), "┘": (true, false, true, false),
    "├": (false, true, true, true), "┤": (true, false, true, true),
    "┬": (true, true, false, true), "┴": (true, true, true, false),
    "┼": (true, true, true, true), "╭": (false, true, false, true),
    "╮": (true, false, false, true), "╰": (false, true, true, false),
    "╯": (true, false, true, false),
  ]

  private static func lines(
    _ arms: (Bool, Bool, Bool, Bool), _ box: Box, _ rendition: Rendition
  ) -> String {
    let stroke = rendition.foreground
    let width = rendition.isBold ? 1.8 : 1.1
    var parts: [String] = []
    if arms.0 { parts.append(box.line(0, 0.5, 0.5, 0.5, stroke: stroke, width: width)) }
    if arms.1 { parts.append(box.line(0.5, 0.5, 1, 0.5, stroke: stroke, width: width)) }
    if arms.2 { parts.append(box.line(0.5, 0, 0.5, 0.5, stroke: stroke, width: width)) }
    if arms.3 { parts.append(box.line(0.5, 0.5, 0.5, 1, stroke: stroke, width: width)) }
    return parts.joined()
  }
}
