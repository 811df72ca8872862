import HyperbasisCanvas
import HyperbasisHistory
import HyperbasisWording

// Above the track: events, gaps that are cut out, and the second line.

extension TimeBarView {
  func drawDensity(into frame: inout Frame, row: Region) {
    if isLineInPlaceOfDensity { return drawLine(into: &frame, row: row) }
    draw(density.levels, into: &frame, row: row, style: Style(.accent))
    drawHint(into: &frame, row: row)
    for gap in bar.gaps {
      let text = gapText(gap)
      let start = gap.columns.lowerBound + (gap.columns.count - text.width) / 2
      frame.put(text, in: row, from: row.column + start, style: .dim)
    }
  }

  func drawLine(into frame: inout Frame, row: Region) {
    draw(line?.levels ?? [], into: &frame, row: row, style: .plain)
  }

  private func draw(_ levels: [Int], into frame: inout Frame, row: Region, style: Style) {
    for (column, level) in levels.enumerated() where level > 0 {
      let glyph = DensityGlyphs.glyph(level, charset)
      frame.put(glyph: glyph, in: row, from: row.column + column, style: style)
    }
  }

  /// Writes into the longest time without events, if it is most of the bar, how long it is and how to
  /// get it out of the way.
  private func drawHint(into frame: inout Frame, row: Region) {
    guard bar.mode == .time, !hint.isEmpty,
      let silence, let before = bar.place(of: silence.lowerBound).column,
      let after = bar.place(of: silence.upperBound).column,
      case let empty = before + 1..<max(after, before + 1), empty.count > bar.width / 2
    else { return }
    let length = DurationText.short(from: silence.lowerBound, to: silence.upperBound)
    let text: TerminalText = "\(TerminalText(length)) without events; \(hint)"
    guard text.width + 2 <= empty.count else { return }
    frame.put(
      text, in: row, from: row.column + empty.lowerBound + (empty.count - text.width) / 2,
      style: .dim)
  }

  /// Returns `⋯ 243 d ⋯`, shortened to what fits.
  private func gapText(_ gap: TimeBar.Gap) -> TerminalText {
    let dots = TerminalText(BarSign.gap.glyph(charset))
    let length = TerminalText(DurationText.short(from: gap.start, to: gap.end))
    let texts: [TerminalText] = ["\(dots) \(length) \(dots)", "\(dots)\(length)\(dots)", dots]
    return texts.first { $0.width <= gap.columns.count } ?? .empty
  }
}
