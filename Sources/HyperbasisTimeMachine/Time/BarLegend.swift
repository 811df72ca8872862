package import HyperbasisCanvas

/// What the signs of the time bar mean, for the help and the manual.
package enum BarLegend {
  package static func entries(_ charset: Charset) -> [(sign: TerminalText, help: TerminalText)] {
    let low = TerminalText(DensityGlyphs.glyph(1, charset))
    let high = TerminalText(DensityGlyphs.glyph(EventDensity.highestLevel, charset))
    let heights: (sign: TerminalText, help: TerminalText) = (
      "\(low) to \(high)",
      "events in the time of a column, as the square root of their number; at the right is how many "
        + "the highest column has"
    )
    return [heights] + BarSign.all.map { (TerminalText($0.glyph(charset)), $0.help) }
  }
}
