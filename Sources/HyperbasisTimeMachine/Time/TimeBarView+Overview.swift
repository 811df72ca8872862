import HyperbasisCanvas

// All time, for a bar that shows a part of it.

extension TimeBarView {
  /// Draws the rail between the dates of its ends, with the part on screen like the thumb of a scroll bar.
  func drawOverview(into frame: inout Frame, row: Region) {
    guard let overview else { return }
    let rail = overview.rail(in: row)
    if rail != row, let ends = overview.dates.fitting(row.columns) {
      frame.put(TerminalText(ends.first), in: row, from: row.column, style: .dim)
      let last = TerminalText(ends.last)
      frame.put(last, in: row, from: row.endColumn - last.width, style: .dim)
    }
    frame.fill(rail, with: charset.isASCII ? "-" : "─", style: .dim)
    drawThumb(into: &frame, rail: rail)
  }

  func drawThumb(into frame: inout Frame, rail: Region) {
    guard let columns = overview?.thumb(on: rail) else { return }
    let thumb = Region(
      column: columns.lowerBound, row: rail.row, columns: columns.count, rows: 1)
    let sign = BarSign.part
    frame.fill(thumb.intersection(rail), with: sign.glyph(charset), style: sign.style)
    frame.put(glyph: "[", in: rail, from: columns.lowerBound, style: sign.style)
    frame.put(glyph: "]", in: rail, from: columns.upperBound, style: sign.style)
  }
}
