extension Glyph {
  /// A glyph of the same width for terminals that only show ASCII.
  ///
  /// For a wide glyph this is the left half; the right half is a blank.
  package var ascii: Glyph {
    guard base.value >= 0x80 else {
      return hasMarks ? Glyph(verified: base, width: 1) : self
    }
    return Glyph(verified: Self.asciiScalar(for: base), width: 1)
  }

  private static func asciiScalar(for scalar: Unicode.Scalar) -> Unicode.Scalar {
    if let known = asciiEquivalents[scalar] { return known }
    switch scalar.value {
    case 0xC0...0x17F: return latinLetters[Int(scalar.value) - 0xC0]
    case 0x2580...0x259F: return "#"
    case 0x2800: return " "
    case 0x2801...0x28FF: return "."
    default: return "?"
    }
  }

  /// The plain letters for U+00C0 to U+017F, one for each.
  private static let latinLetters = Array(
    ("AAAAAAACEEEEIIIIDNOOOOOxOUUUUYTsaaaaaaaceeeeiiiidnooooo/ouuuuyty"
      + "AaAaAaCcCcCcCcDdDdEeEeEeEeEeGgGgGgGgHhHhIiIiIiIiIiIiJjKkkLlLlLlLl"
      + "LlNnNnNnnNnOoOoOoOoRrRrRrSsSsSsSsTtTtTtUuUuUuUuUuUuWwYyYZzZzZzs").unicodeScalars)

  private static let asciiEquivalents: [Unicode.Scalar: Unicode.Scalar] = {
    let groups: [(Unicode.Scalar, String)] = [
      ("-", "─━┄┅┈┉╌╍╴╶╸╺‐‑‒–—−═⎯"), ("|", "│┃┆┇┊┋╎╏╵╷╹╻║"),
      ("+", "┌┐└┘├┤┬┴┼╭╮╰╯┏┓┗┛┣┫┳┻╋╔╗╚╝╠╣╦╩╬⁺"), ("<", "←◀◁◂‹«"), (">", "→▶▷▸›»"),
      ("^", "↑▲△▴"), ("v", "↓▼▽▾"), ("~", "≈…⋯"), ("*", "•●◆★✱∗"), ("o", "○◦◇"), ("d", "°"),
      (".", "·∙"),
      ("x", "×✕✖"), ("/", "╱⁄÷"), ("\\", "╲"), ("#", "■□▪▫"), ("'", "‘’′"), ("\"", "“”″"),
      ("=", "≡"), ("!", "¡"), ("?", "¿"),
      // Letters outside the table above.
      ("S", "ẞȘ"), ("s", "ș"), ("T", "Ț"), ("t", "ț"), ("f", "ﬀﬁﬂ"),
    ]
    var table: [Unicode.Scalar: Unicode.Scalar] = [:]
    for (ascii, scalars) in groups {
      for scalar in scalars.unicodeScalars { table[scalar] = ascii }
    }
    return table
  }()
}

extension TerminalText {
  /// The text for terminals that only show ASCII, with the same width.
  package var ascii: TerminalText {
    TerminalText(glyphs: glyphs.flatMap { $0.width == 2 ? [$0.ascii, .blank] : [$0.ascii] })
  }

  /// Returns the string for an output with or without UTF-8, on which the text may take more columns.
  package func plain(isUTF8: Bool) -> String { isUTF8 ? plain : spelledOut.ascii.plain }
}
