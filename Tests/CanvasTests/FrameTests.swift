import HyperbasisCanvas
import TestSupport
import Testing

struct FrameTests {
  @Test func textIsClipped() {
    var frame = Frame(size: TerminalSize(columns: 8, rows: 2))
    frame.put("hello world", column: 2, row: 0)
    frame.put("hello world", column: -6, row: 1)
    frame.put("unseen", column: 0, row: 2)
    frame.put("unseen", column: 0, row: -1)
    frame.put("unseen", column: 8, row: 0)
    #expect(frame.plainLines == ["  hello", "world"])
  }

  @Test func wideGlyphsAreNeverHalved() {
    var frame = Frame(size: TerminalSize(columns: 6, rows: 5))
    frame.put("東東東東", column: -1, row: 0)
    frame.put("東東東", column: 0, row: 1)
    frame.put("x", column: 3, row: 1)
    frame.put("東東東", column: 0, row: 2)
    frame.put("京", column: 1, row: 2)
    frame.put("東東東", column: 0, row: 3, clippedTo: Region(column: 1, row: 0, columns: 4, rows: 9))
    frame.put("東東東", column: 0, row: 4)
    frame.fill(Region(column: 1, row: 4, columns: 2, rows: 1), with: "#")
    #expect(frame.plainLines == [" 東東", "東 x東", " 京 東", "  東", " ## 東"])
    for row in 0..<5 {
      #expect(frame.cells(inRow: row).reduce(0) { $0 + $1.glyph.width } == 6)
    }
  }

  @Test func boxesAndStylesAreDumped() {
    var frame = Frame(size: TerminalSize(columns: 12, rows: 4))
    frame.drawBox(
      frame.region, style: Style(.grid), box: .light, title: "plan of all", titleStyle: .bold)
    frame.put("+ lamp", column: 2, row: 1, style: Style(.added, .bold))
    frame.restyle(Region(column: 1, row: 2, columns: 3, rows: 1)) { $0.reverse }
    #expect(
      frame.styledText == """
        |┌ plan of… ┐
          {0-0 grid; 1-10 bold; 11-11 grid}
        |│ + lamp   │
          {0-0 grid; 2-7 added bold; 11-11 grid}
        |│          │
          {0-0 grid; 1-3 reverse; 11-11 grid}
        |└──────────┘
          {0-11 grid}

        """)
  }

  @Test func theASCIIRenditionHasTheSameShape() {
    var frame = Frame(size: TerminalSize(columns: 9, rows: 3))
    frame.drawBox(frame.region, box: .light)
    frame.put("東→é…", column: 1, row: 1)
    #expect(frame.ascii.plainLines == ["+-------+", "|? >e~  |", "+-------+"])
  }

  /// Each letter that becomes two uses a blank that can be spared.
  @Test(arguments: [
    ("Lindenstraße 40  x ", "Lindenstrasse 40 x "), ("Straße x", "Strase x"),
    ("Ærø, Œuvre   |", "AEro, OEuvre |"), ("│Straße │", "|Strasse|"), ("│Straße│", "|Strase|"),
    ("Straße ● x  ", "Strase * x  "), ("ßß  ", "ssss"), ("ßß   ", "ssss "), ("Maß", "Mas"),
  ])
  func lettersThatBecomeTwoPushNothingElse(text: String, expected: String) {
    let shown = TerminalText(text)
    var frame = Frame(size: TerminalSize(columns: shown.width, rows: 2))
    frame.put(shown, column: 0, row: 0)
    frame.put("x", column: 0, row: 1)
    #expect(frame.ascii.cells(inRow: 0).map { TerminalText($0.glyph).plain }.joined() == expected)
    #expect(frame.ascii.plainLines[1].hasPrefix("x"))
  }

  @Test func whereSomethingIsTypedNothingIsPushed() {
    var frame = Frame(size: TerminalSize(columns: 10, rows: 1))
    frame.put("Straße", column: 0, row: 0)
    frame.cursor = Position(column: 6, row: 0)
    #expect(frame.ascii.plainLines[0].hasPrefix("Strase"))
    frame.cursor = nil
    #expect(frame.ascii.plainLines[0].hasPrefix("Strasse"))
  }

  @Test func everySizeCanBeDrawnInto() {
    for columns in 0...5 {
      for rows in 0...4 {
        var frame = Frame(size: TerminalSize(columns: columns, rows: rows))
        for offset in -3...5 {
          frame.put("a東b", column: offset, row: offset)
          frame.put(
            "東", column: offset, row: 0, clippedTo: Region(column: 1, row: -1, columns: 1, rows: 9))
          frame.drawBox(
            Region(column: offset, row: offset, columns: 7, rows: 3), box: .ascii, title: "titled")
          frame.fill(Region(column: offset, row: -9, columns: 2, rows: 20))
          frame.restyle(Region(column: offset, row: offset, columns: 99, rows: 99)) { _ in .dim }
        }
        #expect(frame.plainLines.count == rows)
        for row in 0..<rows {
          #expect(frame.cells(inRow: row).reduce(0) { $0 + $1.glyph.width } == columns)
        }
      }
    }
  }

  @Test func placesBeyondAnyScreenAreOutside() {
    var frame = Frame(size: TerminalSize(columns: 3, rows: 2))
    for place in [Int.min, Int.max, -1 << 50, 1 << 50] {
      frame.put("東x", column: place, row: 0)
      frame.put("x", column: 0, row: place)
      frame.put(glyph: "x", column: place, row: place)
      let region = Region(column: place, row: place, columns: place, rows: place)
      frame.drawBox(region, box: .light, title: "x")
      frame.restyle(region.inset(by: 1)) { $0.bold }
      #expect(frame[place, place] == nil)
    }
    #expect(frame == Frame(size: TerminalSize(columns: 3, rows: 2)))
  }

  @Test func framesAreComparedByWhatTheyShow() {
    var one = Frame(size: TerminalSize(columns: 4, rows: 1))
    var two = one
    one.put("abcd", column: 0, row: 0)
    two.put("abcx", column: 0, row: 0)
    #expect(one != two)
    two.put("d", column: 3, row: 0)
    #expect(one == two)
    #expect(one[3, 0]?.glyph == "d")
    #expect(one[4, 0] == nil)
  }

  @Test func regionsSplitAndInset() {
    let region = Region(column: 2, row: 1, columns: 10, rows: 4)
    #expect(region.split(top: 1).rest == Region(column: 2, row: 2, columns: 10, rows: 3))
    #expect(region.split(bottom: 9).rest.isEmpty)
    #expect(region.split(right: 3).right == Region(column: 9, row: 1, columns: 3, rows: 4))
    #expect(region.split(left: -1).left.isEmpty)
    #expect(region.inset(by: 1) == Region(column: 3, row: 2, columns: 8, rows: 2))
    #expect(region.inset(by: 9).isEmpty)
    #expect(region.line(4).isEmpty)
  }
}
