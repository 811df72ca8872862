import HyperbasisCanvas

/// The glyphs of the density, eight heights each.
enum DensityGlyphs {
  static func glyph(_ level: Int, _ charset: Charset) -> Glyph {
    let glyphs = charset.isASCII ? ascii : blocks
    return level <= 0 ? .blank : glyphs[min(level, glyphs.count) - 1]
  }

  private static let blocks: [Glyph] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
  private static let ascii: [Glyph] = [".", ":", "-", "=", "+", "*", "#", "#"]
}
