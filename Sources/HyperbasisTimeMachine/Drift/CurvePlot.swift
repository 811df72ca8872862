import HyperbasisCanvas
import HyperbasisHistory
import HyperbasisWording

/// Draws how far the space was from its original position: metres upwards, time to the right.
struct CurvePlot {
  let charset: Charset
  let curve: CurveColumns
  let labels: (top: TerminalText, bottom: TerminalText)
  let dates: EndDates
  /// The highlighted instant.
  let marked: HBInstant?

  /// The columns that the labels of the scale take.
  static let scaleColumns = 8

  func draw(into frame: inout Frame, region: Region) {
    let (rows, axis) = region.split(bottom: 1)
    let (scale, plot) = rows.split(left: Self.scaleColumns)
    drawScale(into: &frame, region: scale)
    drawDates(into: &frame, line: axis.inset(left: Self.scaleColumns))
    var raster = DotRaster(charset: charset, columns: plot.columns, rows: plot.rows)
    if let marked {
      let column = Double(curve.column(of: marked)) + 0.5
      raster.line(
        from: PlotLocation(column: column, row: 0),
        to: PlotLocation(column: column, row: Double(plot.rows)), color: .accent, dash: 2)
    }
    drawCurve(into: &raster, rows: plot.rows)
    raster.draw(into: &frame, region: plot)
  }

  private func drawCurve(into raster: inout DotRaster, rows: Int) {
    for (number, column) in curve.columns.enumerated() {
      let left = Double(number)
      if let range = column.range, range.lowerBound < range.upperBound {
        raster.line(
          from: PlotLocation(column: left, row: row(of: range.upperBound, rows)),
          to: PlotLocation(column: left, row: row(of: range.lowerBound, rows)),
          color: .standard)
      }
      guard let last = column.last.map({ row(of: $0, rows) }) else { continue }
      raster.line(
        from: PlotLocation(column: left, row: last),
        to: PlotLocation(column: left + 0.9, row: last), color: .standard)
    }
  }

  /// Returns the row of an offset: 0 is at the bottom, the peak at the top.
  private func row(of offset: Double, _ rows: Int) -> Double {
    let height = Double(rows) - 0.2
    let peak = curve.peak
    return peak > 0 ? 0.1 + (1 - offset / peak) * (height - 0.1) : height
  }

  private func drawScale(into frame: inout Frame, region: Region) {
    let edge: Glyph = charset.isASCII ? "|" : "┤"
    for row in 0..<region.rows {
      let line = region.line(row)
      let text =
        row == 0 ? labels.top : row == region.rows - 1 ? labels.bottom : TerminalText.empty
      frame.put(
        text.padded(to: region.columns - 2, align: .right), in: line, style: .dim)
      frame.put(glyph: edge, in: line, from: line.endColumn - 1, style: .dim)
    }
  }

  private func drawDates(into frame: inout Frame, line: Region) {
    guard let ends = dates.fitting(line.columns) else { return }
    frame.put(TerminalText(ends.first), in: line, style: .dim)
    let last = TerminalText(ends.last)
    frame.put(last, in: line, from: line.endColumn - last.width, style: .dim)
  }
}
