import Foundation
import HyperbasisCanvas
import Testing

@testable import HyperbasisTimeMachine

struct PlotTests {
  private let items = [(0.0, 0.0), (0.1, 0), (5, 2), (1e9, 0), (.nan, 0), (0, 0.1)].enumerated()
    .map { MapItem(slot: $0, point: MapPoint(x: $1.0, z: $1.1)) }

  @Test func cellsHoldTheSlotsInTheirOrder() {
    let projection = MapProjection(
      centre: MapPoint(x: 2, z: 1), metresPerColumn: 1, columns: 10, rows: 4)
    let plot = PlotCells(items: items, projection: projection)
    #expect(
      plot.cells == [
        PlotCells.Entry(column: 3, row: 1, slots: [0, 1, 5]),
        PlotCells.Entry(column: 8, row: 2, slots: [2]),
      ])
    #expect(plot.outside == [3, 4])
    #expect(plot.metresPerColumn == 1 && plot.metresPerRow == 2)
    #expect(plot.bounds == MapBounds(minX: -3, maxX: 7, minZ: -3, maxZ: 5))
  }

  @Test func theLegendExplainsCrowdsAndWhatLiesOutside() {
    let projection = MapProjection(
      centre: MapPoint(x: 2, z: 1), metresPerColumn: 1, columns: 10, rows: 4)
    func legend(_ items: [MapItem], _ charset: Charset) -> [String] {
      let scene = MapScene(items: items)
      return PlotLegend(of: scene).inCells(scene, on: projection).pieces(charset)
        .map { $0.runs.map(\.text.plain).joined() }
    }
    let crowd = (0..<10).map { MapItem(slot: 9 + $0, point: MapPoint(x: 5, z: 2)) }
    let far = MapItem(slot: 30, point: MapPoint(x: 2, z: -1e9))
    #expect(
      legend(items + crowd + [far], .braille) == [
        "17 anchors", "digit: several in a cell", "# more than nine in a cell",
        "› ▴ number outside",
      ])
    #expect(
      legend([items[3]] + crowd, .ascii) == [
        "11 anchors", "# more than nine in a cell", "> number outside",
      ])
  }

  @Test func noAnchorsMakeNoCells() {
    let projection = MapProjection(
      centre: MapPoint(x: 0, z: 0), metresPerColumn: 1, columns: 0, rows: 0)
    #expect(PlotCells(items: items, projection: projection).cells.isEmpty)
  }

  @Test(arguments: [
    ("<script>&\"'", "&lt;script&gt;&amp;&quot;&#39;"), ("a\u{0}\u{1b}b", "a\u{FFFD}\u{FFFD}b"),
    ("]]>", "]]&gt;"), ("Küche 東京", "Küche 東京"), ("\u{FFFE}\u{85}", "\u{FFFD}\u{FFFD}"),
  ])
  func textIsEscaped(_ text: String, _ escaped: String) {
    #expect(PlotShapes.escaped(text) == escaped)
  }

  @Test func thePictureIsWellFormedWhateverTheText() throws {
    let hostile = ["<b>", "&amp", "\"/><script>x</script>", "\u{1b}[2J", "]]>", "\u{202e}abc", "é"]
    var scene = MapScene(
      items: MapChange.allCases.enumerated().map { number, change in
        MapItem(
          slot: number, point: MapPoint(x: Double(number), z: 1e-3), change: change,
          ghost: MapPoint(x: 0, z: 1))
      } + items,
      appearance: { _ in MapAppearance(kind: .note, heading: 45) },
      label: { TerminalText(hostile[$0 % hostile.count]) })
    scene.measurements = [
      MapMeasurement(from: MapPoint(x: 0, z: 0), to: MapPoint(x: 3, z: 0), text: "<3 m>")
    ]
    scene.trails = [MapTrail(points: [MapPoint(x: 0, z: 0), MapPoint(x: 1, z: .nan)])]
    scene.paths = [[MapPoint(x: 0, z: 0), MapPoint(x: 2, z: 1), MapPoint(x: 3, z: 0)]]
    let document = PlotSVG(
      scene: scene, bounds: MapBounds(minX: 0, maxX: 5, minZ: 0, maxZ: 2),
      heading: .init(title: "A & B <i>\u{0}", date: "<now>")
    ).document
    #expect(document.hasPrefix("<?xml"))
    #expect(!document.contains("<script"))
    #expect(!document.contains("nan"))
    #expect(document.contains("3 outside") || document.contains("2 outside"))
    #expect(elementsBalance(document))
  }

  /// Names without room are counted where the picture says what it leaves out.
  @Test func namesThatAreLeftOutAreCounted() {
    let crowd = (0..<50).map { MapItem(slot: $0, point: MapPoint(x: 1 + Double($0) / 1e4, z: 1)) }
    let scene = MapScene(items: crowd, label: { TerminalText("anchor number \($0)") })
    let document = PlotSVG(
      scene: scene, bounds: MapBounds(minX: 0, maxX: 2, minZ: 0, maxZ: 2),
      heading: .init(title: "A", legend: PlotLegend(of: scene))
    ).document
    let names = document.components(separatedBy: ">anchor number ").count - 1
    // Each anchor also has its name as a title.
    let shown = names - crowd.count
    #expect(shown > 1 && shown < crowd.count)
    #expect(document.contains("\(crowd.count - shown) names left out"))
    #expect(document.contains(">50 anchors<"))
  }

  /// That a shift is taken out comes last in the lines below the title.
  @Test(arguments: [960, 480]) func theHeadingIsNotCutWhereThereIsRoomBelow(_ width: Int) {
    let date: TerminalText =
      "2024-03-01 09:00:00 UTC → 2024-03-04 12:00:00.023 UTC · the space shifted 35 cm, yaw +4.2°, "
      + "y +2.0 cm, residual 0.1 mm, 23 of 25 anchors; taken out"
    let plot = PlotSVG(
      scene: MapScene(items: items), bounds: MapBounds(points: items.map(\.point)), width: width,
      heading: .init(title: "Hall", date: date))
    let document = plot.document
    let lines = document.components(separatedBy: "\n").filter { $0.hasPrefix(#"<text x="20.00""#) }
      .prefix { !$0.contains("as the grid") }
    let texts = lines.dropFirst().compactMap { $0.split(separator: ">").dropFirst().first }
      .map { $0.prefix { $0 != "<" } }
    #expect(texts.count > 1 && texts.joined(separator: " ") == date.plain, "\(texts)")
    #expect(document.contains("translate(0 \(76 + 19 * (texts.count - 1)))"))
    #expect(elementsBalance(document))
  }

  /// Symbols that do not fit beside each other continue below.
  @Test(arguments: [300, 960]) func noSignIsCutAtTheEdge(_ width: Int) throws {
    let items = MapChange.allCases.enumerated().flatMap { number, change in
      (0..<120).map { place in
        MapItem(
          slot: number * 120 + place, point: MapPoint(x: Double(place), z: 1), change: change,
          ghost: change == .moved ? MapPoint(x: 0, z: 1) : nil)
      }
    }
    let scene = MapScene(items: items)
    let comparison = PlotLegend(
      counts: MapChange.allCases.map { ($0, 120, "\($0)") }, hasOldPlaces: true)
    let plot = PlotSVG(
      scene: scene, bounds: MapBounds(points: items.map(\.point)), width: width,
      heading: .init(title: "Hall", legend: comparison))
    let above = plot.document.components(separatedBy: "<g transform")[0]
    let signs = above.matches(of: /<text x="([0-9.]+)" y="([0-9.]+)"[^>]*>(120 \w+|before)</)
    #expect(signs.count == MapChange.allCases.count + 1)
    for sign in signs {
      let x = try #require(Double(sign.1))
      let y = try #require(Double(sign.2))
      #expect(x + PlotLabels.width(ofCells: sign.3.count) <= Double(width), "\(sign.3)")
      #expect(y < Double(plot.headingHeight))
    }
    #expect((Set(signs.map(\.2)).count > 1) == (width == 300))
  }

  @Test(arguments: [(0, 0), (1, 1), (50, 4000)])
  func everySizeMakesAPicture(_ width: Int, _ height: Int) {
    let scene = MapScene(items: items)
    let document = PlotSVG(
      scene: scene, bounds: MapBounds(points: items.map(\.point)), width: width, height: height,
      heading: .init(title: "")
    ).document
    #expect(elementsBalance(document))
  }

  /// Returns whether every element is closed, in order, and no stray `<`, `>` or `&` is left.
  private func elementsBalance(_ document: String) -> Bool {
    var open: [Substring] = []
    for piece in document.split(separator: "<").dropFirst() {
      guard let end = piece.firstIndex(of: ">") else { return false }
      let tag = piece[..<end]
      guard !piece[piece.index(after: end)...].contains(">") else { return false }
      let name = tag.prefix { $0 != " " && $0 != "/" }
      if tag.hasPrefix("/") {
        guard open.popLast() == tag.dropFirst() else { return false }
      } else if !tag.hasSuffix("/"), !tag.hasPrefix("?") {
        open.append(name)
      }
    }
    return open.isEmpty
  }
}
