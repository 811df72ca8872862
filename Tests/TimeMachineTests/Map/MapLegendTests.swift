import HyperbasisCanvas
import TestSupport
import Testing

@testable import HyperbasisTimeMachine

struct MapLegendTests {
  private func legend(
    _ metresPerColumn: Double, columns: Int, charset: Charset = .braille,
    note: TerminalText = .empty
  ) -> String {
    var frame = Frame(size: TerminalSize(columns: columns, rows: 1))
    let projection = MapProjection(
      centre: MapPoint(x: 0, z: 0), metresPerColumn: metresPerColumn, columns: columns, rows: 20)
    MapLegend(projection: projection, charset: charset, note: note)
      .draw(into: &frame, region: frame.region)
    return frame.plainLines[0]
  }

  @Test func scaleBarGridAndAxes() {
    #expect(legend(0.1, columns: 48) == " ├─ 1 m ──┤  grid 1 m   x → z ↓")
    #expect(
      legend(0.1, columns: 48, charset: .ascii) == " |- 1 m --|  grid 1 m   x -> z v")
    #expect(legend(12_500, columns: 60) == " ├─── 200 km ───┤  grid 200 km   x → z ↓")
  }

  @Test func whereThereIsNoRoomTheAxesStay() {
    #expect(legend(0.1, columns: 30) == " ├─ 1 m ──┤   x → z ↓")
  }

  @Test func aShortBarHasItsTextBehind() {
    #expect(legend(0.1, columns: 20) == " ├───┤ 50 cm")
    #expect(legend(0.16, columns: 16) == " ├────┤ 1 m")
  }

  @Test func theNoteIsAtTheRight() {
    #expect(legend(0.2, columns: 40, note: "manual") == " ├─ 2 m ──┤  grid 2 m   x → z ↓  manual")
    #expect(legend(0.1, columns: 30, note: "manual") == " ├─ 1 m ──┤   x → z ↓  manual")
    #expect(legend(0.1, columns: 24, note: "manual").hasSuffix("manual"))
  }

  @Test(arguments: 0...30)
  func everyWidth(_ columns: Int) {
    for scale in [1e-6, 0.037, 1, 1e16] {
      #expect(legend(scale, columns: columns, note: "note").count <= columns)
    }
  }

  @Test func `an entry that is too long leaves its place to the next`() {
    let entries = ["• short", "▪ a very long name of a type", "◆ tiny"].map {
      LegendEntry(TerminalText($0), style: .plain)
    }
    var frame = Frame(size: TerminalSize(columns: 22, rows: 1))
    let line = Region(column: 0, row: 0, columns: 22, rows: 1)
    entries.draw(into: &frame, line: line, ellipsis: "…")
    #expect(frame.plainText.contains("• short ◆ tiny …"))
  }
}
