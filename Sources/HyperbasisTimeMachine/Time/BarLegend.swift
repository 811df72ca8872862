package import HyperbasisCanvas

/// What the signs of the time bar mean, for the help and the manual.
package enum BarLegend {
  package static func entries(_ charset: Charset) -> [(sign: TerminalText, help: TerminalText)] {
    let low = TerminalText(DensityGlyphs.glyph(1, charset))
    let high = TerminalText(DensityGlyphs.glyph(EventDensity.highestLevel, charset))
    let heights: (sign: TerminalText, help: TerminalText) = (
      "\(low) to \(high)",
      "events in a column's time, drawn as the square root of their number; the count of the highest "
        + "column is at the right"
    )
    return [heights] + BarSign.all.map { (TerminalText($0.glyph(charset)), $0.help) }
  }
}
