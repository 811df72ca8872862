import HyperbasisCanvas
import TestSupport
import Testing

@testable import HyperbasisTimeMachine

struct DotRasterTests {
  private func picture(
    _ charset: Charset, columns: Int = 8, rows: Int = 3,
    _ lines: [(Double, Double, Double, Double)], dash: Int = 1
  ) -> [String] {
    var raster = DotRaster(charset: charset, columns: columns, rows: rows)
    for (x1, y1, x2, y2) in lines {
      raster.line(
        from: PlotLocation(column: x1, row: y1), to: PlotLocation(column: x2, row: y2),
        color: .trail, dash: dash)
    }
    var frame = Frame(size: TerminalSize(columns: columns, rows: rows))
    raster.draw(into: &frame, region: frame.region)
    return frame.plainLines
  }

  @Test func brailleDiagonal() {
    #expect(picture(.braille, [(0, 0, 7.9, 2.9)]) == ["⠑⠤⡀", "  ⠈⠒⢄⡀", "     ⠈⠢⢄"])
  }

  @Test func blockDiagonal() {
    #expect(picture(.block, [(0, 0, 7.9, 2.9)]) == ["▀▄▖", "  ▝▀▄▖", "     ▝▚▄"])
  }

  @Test func asciiSlopes() {
    #expect(picture(.ascii, [(0.5, 1.5, 7.5, 1.5)]) == ["", "--------", ""])
    #expect(picture(.ascii, columns: 3, [(1.5, 0, 1.5, 2.9)]) == [" |", " |", " |"])
    #expect(picture(.ascii, columns: 6, [(0, 0, 5.9, 2.9)]).joined().contains("\\"))
    #expect(picture(.ascii, columns: 6, [(0, 2.9, 5.9, 0)]).joined().contains("/"))
    #expect(picture(.ascii, [(0.5, 1.5, 7.5, 1.5)], dash: 2) == ["", "........", ""])
  }

  @Test func singleDots() {
    #expect(picture(.braille, columns: 1, rows: 1, [(0, 0, 0, 0)]) == ["⠁"])
    #expect(picture(.braille, columns: 1, rows: 1, [(0.6, 0.9, 0.6, 0.9)]) == ["⢀"])
    #expect(picture(.block, columns: 1, rows: 1, [(0.6, 0.9, 0.6, 0.9)]) == ["▗"])
  }

  @Test func linesFarBeyondThePlotAreClipped() {
    let far = picture(.ascii, [(-1e30, 1.5, 1e30, 1.5)])
    #expect(far == ["", "--------", ""])
    #expect(picture(.ascii, [(-5, -5, 20, -5)]) == ["", "", ""])
    #expect(picture(.braille, [(100, 100, 200, 50)]) == ["", "", ""])
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func linesFromNowhereAreLeftOut(_ value: Double) {
    #expect(picture(.braille, [(value, 0, 3, 3), (0, value, 3, 3)]) == ["", "", ""])
  }

  @Test func anEmptyPlotTakesAnyLine() {
    #expect(picture(.braille, columns: 0, rows: 0, [(0, 0, 3, 3)]).isEmpty)
  }
}
