import HyperbasisCanvas
import TestSupport
import Testing

@testable import HyperbasisTimeMachine

struct MapSceneTests {
  private static let names = ["chair", "mug", "lamp", "poster", "Exit"]

  /// Returns a diff with one anchor of each kind of change, a measurement and a path.
  private static func diff() -> MapScene {
    var scene = MapScene(
      items: [
        item(0, 0, 0),
        item(1, 3, 1, .moved, ghost: MapPoint(x: 1, z: 1)),
        item(2, -1, 2, .added),
        item(3, 4, -1, .removed),
        item(4, -2, 1, .updated),
      ],
      appearance: { $0 == 0 ? MapAppearance(kind: .model, heading: 90) : MapAppearance() },
      label: { TerminalText(names[$0]) })
    scene.measurements = [
      MapMeasurement(from: MapPoint(x: -1, z: -1), to: MapPoint(x: 2, z: -1), text: "3 m")
    ]
    scene.paths = [[MapPoint(x: -2, z: 2), MapPoint(x: 0, z: 2)]]
    scene.showsGrid = false
    return scene
  }

  private static func item(
    _ slot: Int, _ x: Double, _ z: Double, _ change: MapChange = .unchanged,
    ghost: MapPoint? = nil
  ) -> MapItem {
    MapItem(slot: slot, point: MapPoint(x: x, z: z), change: change, ghost: ghost)
  }

  private static func draw(
    _ scene: MapScene, _ columns: Int, _ rows: Int, charset: Charset = .braille,
    scale: Double? = nil
  ) -> Frame {
    var frame = Frame(size: TerminalSize(columns: columns, rows: rows))
    let plot = MapScene.plotRegion(in: frame.region)
    let fit = MapProjection.fitting(
      MapBounds(points: scene.items.map(\.point)), columns: plot.columns, rows: plot.rows)
    let projection =
      scale.map {
        MapProjection(
          centre: MapPoint(x: 0, z: 0), metresPerColumn: $0, columns: plot.columns,
          rows: plot.rows)
      } ?? fit
    scene.draw(into: &frame, region: frame.region, projection: projection, charset: charset)
    return frame
  }

  @Test func aDiffInBraille() {
    #expect(
      Self.draw(Self.diff(), 60, 11).plainText == """

                           ⠉⠉⠉⠉⠉⠉⠉3 m⠉⠉⠉⠉⠉⠉⠁          × poster

                                ← chair


                      ≈ Exit          ○⠐⠐⠐⠐⠐⠐⠐⠐>● mug


                      ⠁⠁⠈ ⠁+ lamp
         ├── 2 m ──┤  grid 2 m   x → z ↓

        """)
  }

  @Test func aDiffInBlocks() {
    #expect(
      Self.draw(Self.diff(), 60, 11, charset: .block).plainText == """

                           ▀▀▀▀▀▀▀3 m▀▀▀▀▀▀▘          × poster

                                ← chair


                      ≈ Exit          ○▝▝▝▝▝▝▝▝>● mug


                      ▘▘▝ ▘+ lamp
         ├── 2 m ──┤  grid 2 m   x → z ↓

        """)
  }

  @Test func aDiffInASCII() {
    let text = Self.draw(Self.diff(), 60, 11, charset: .ascii).plainText
    #expect(
      text == """

                           -------3 m-------          x poster

                                < chair


                      = Exit          o.........@ mug


                      .....+ lamp
         |-- 2 m --|  grid 2 m   x -> z v

        """)
    #expect(text.utf8.allSatisfy { $0 < 0x80 })
  }

  @Test func changesDifferByGlyphAndByColor() {
    var scene = Self.diff()
    scene.items = MapChange.allCases.enumerated().map { Self.item($0, Double($0), 0, $1) }
    scene.showsLabels = false
    scene.measurements = []
    scene.paths = []
    for charset in Charset.allCases {
      let frame = Self.draw(scene, 60, 4, charset: charset)
      let cells = (0..<4).flatMap { Array(frame.cells(inRow: $0)) }.filter { $0.glyph != .blank }
      #expect(Set(cells.map(\.glyph)).count == MapChange.allCases.count)
      #expect(Set(cells.map(\.style.foreground)).count == MapChange.allCases.count)
    }
  }

  @Test func theMoreImportantChangeWinsACell() {
    for (strong, weak) in zip(MapChange.allCases.dropFirst(), MapChange.allCases) {
      for changes in [[strong, weak, weak], [weak, strong], [weak, weak, strong]] {
        var scene = MapScene(items: changes.enumerated().map { Self.item($0, 0, 0, $1) })
        scene.showsGrid = false
        let frame = Self.draw(scene, 9, 3)
        #expect(frame[4, 1]?.style.foreground == strong.color, "\(strong) against \(weak)")
      }
    }
  }

  @Test(arguments: [(1, "•"), (2, "2"), (9, "9"), (10, "#"), (5000, "#")])
  func severalAnchorsInACellShowTheirNumber(_ count: Int, _ glyph: String) {
    var scene = MapScene(items: (0..<count).map { Self.item($0, 0, 0) })
    scene.showsGrid = false
    #expect(Self.draw(scene, 9, 3).plainLines == ["", "    \(glyph)", ""])
  }

  @Test(arguments: MapChange.allCases)
  func severalChangesInACellShowTheirNumberToo(_ change: MapChange) {
    var scene = MapScene(items: [Self.item(0, 0, 0, change), Self.item(1, 0, 0)])
    scene.showsGrid = false
    let frame = Self.draw(scene, 9, 3)
    #expect(frame[4, 1]?.glyph == "2")
    #expect(frame[4, 1]?.style.foreground == change.color)
  }

  @Test func oldPlacesThatShareACellShowTheirNumber() {
    let origin = MapPoint(x: 0, z: 0)
    var scene = MapScene(items: [
      Self.item(0, 4, 0, .moved, ghost: origin), Self.item(1, 6, 0, .moved, ghost: origin),
    ])
    scene.showsGrid = false
    #expect(Self.draw(scene, 21, 3, scale: 1)[10, 1]?.glyph == "2")
    // An anchor at the old position of others adds one.
    scene.items.append(Self.item(2, 0, 0))
    #expect(Self.draw(scene, 21, 3, scale: 1)[10, 1]?.glyph == "3")
    // An anchor that moved within its cell counts once.
    scene.items = [Self.item(0, 0.2, 0, .moved, ghost: origin)]
    #expect(Self.draw(scene, 21, 3, scale: 1)[10, 1]?.glyph == "●")
  }

  @Test func theGridHasThePitchOfTheScaleBar() throws {
    for width in [0.3, 2.0, 7, 13, 99, 1234] {
      let scene = MapScene(items: [Self.item(0, 0, 0), Self.item(1, width, 0)])
      var frame = Frame(size: TerminalSize(columns: 90, rows: 30))
      let plot = MapScene.plotRegion(in: frame.region)
      let projection = MapProjection.fitting(
        MapBounds(points: scene.items.map(\.point)), columns: plot.columns, rows: plot.rows
      ).aligned
      scene.draw(into: &frame, region: frame.region, projection: projection, charset: .braille)
      let lines = frame.plainLines
      let crossings = lines.map { line in line.indices.filter { line[$0] == "┼" } }
      let row = try #require(crossings.firstIndex { $0.count > 2 })
      let gaps = zip(crossings[row], crossings[row].dropFirst()).map {
        lines[row].distance(from: $0, to: $1)
      }
      let bar = try #require(lines.last?.firstMatch(of: /├.*┤/)).output
      #expect(Set(gaps) == [bar.count], "\(frame.plainText)")
      #expect(frame.plainText.contains("grid \(MapPitch(projection)?.text ?? "")"))
    }
  }

  @Test func headingsPointWhereAnchorsFace() {
    // Up the plan at 0, then counter-clockwise in steps of 45°.
    let expected = "↑↖←↙↓↘→↗"
    for (number, arrow) in expected.enumerated() {
      for heading in [Double(number) * 45, Double(number) * 45 - 360, Double(number) * 45 + 22] {
        let glyph = MapGlyphs(.braille).glyph(
          MapAppearance(kind: .model, heading: heading), .unchanged)
        #expect(String(glyph.base) == String(arrow), "\(heading)")
      }
    }
    #expect(MapGlyphs(.braille).glyph(MapAppearance(kind: .model), .unchanged) == "·")
    #expect(MapGlyphs(.ascii).glyph(MapAppearance(heading: -90), .unchanged) == ">")
    #expect(MapGlyphs(.ascii).glyph(MapAppearance(heading: .nan), .unchanged) == "*")
  }

  @Test func kindsDiffer() {
    for charset in Charset.allCases {
      let kinds: [MapKind] = [.note, .model, .waypoint, .measurement]
      let glyphs = kinds.map {
        MapGlyphs(charset).glyph(MapAppearance(kind: $0), .unchanged)
      }
      #expect(Set(glyphs).count == kinds.count)
    }
  }

  @Test func theSelectedAnchorIsReversedAndNamedFirst() {
    var scene = MapScene(
      items: (0..<30).map { Self.item($0, 0, 0) }, selection: 7, label: { "anchor \($0)" })
    scene.showsGrid = false
    scene.showsLabels = false
    let frame = Self.draw(scene, 30, 3)
    #expect(frame[15, 1]?.glyph == "#")
    #expect(frame[15, 1]?.style.attributes.contains(.reverse) == true)
    #expect(frame.plainLines[1].hasSuffix("# anchor 7"))
    scene.items = [Self.item(7, 0, 0)]
    #expect(Self.draw(scene, 30, 3).plainLines[1].hasSuffix("• anchor 7"))
  }

  @Test func anchorsOffThePlotAreCountedAtTheEdge() {
    let far = [(-99.0, 0.0), (-98, 0), (-97, 1), (99, 0), (99, 1), (0, -99), (0, 99), (1e30, 0)]
    var scene = MapScene(
      items: far.enumerated().map { Self.item($0, $1.0, $1.1) } + [Self.item(9, 0, 0)],
      selection: 5)
    scene.showsGrid = false
    let frame = Self.draw(scene, 24, 4, scale: 1)
    #expect(
      frame.plainLines == ["           ▴1", "", "‹3          •         3›", "           ▾1"])
    #expect(frame[11, 0]?.style.attributes == .reverse)
    #expect(
      Self.draw(scene, 24, 4, charset: .ascii, scale: 1).plainLines
        == ["           ^1", "", "<3          *         3>", "           v1"])
  }

  @Test func anchorsNowhereAreNotDrawn() {
    let scene = MapScene(
      items: [
        Self.item(0, .nan, 0), Self.item(1, 0, .infinity), Self.item(2, 1, 1),
        Self.item(3, 0, 0, .moved, ghost: MapPoint(x: .nan, z: 2)),
      ], selection: 0)
    let frame = Self.draw(scene, 30, 8)
    #expect(frame.plainText.contains("●"))
  }

  /// It would be read as the other one's name as well as its own.
  @Test func noLabelStandsBesideTheGlyphOfAnother() {
    var scene = MapScene(
      items: [Self.item(0, 0, 0), Self.item(1, 8, 0)], label: { _ in "label" })
    scene.showsGrid = false
    let lines = Self.draw(scene, 40, 5, scale: 1).plainLines
    #expect(lines.contains { $0.contains("label •       • label") }, "\(lines)")
    // The same above and below.
    scene.items = [Self.item(0, 0, 0), Self.item(1, 2, -2)]
    let crowd = Self.draw(scene, 12, 4, scale: 1).plainText
    #expect(crowd.filter { $0 == "•" }.count == 2 && !crowd.contains("• label •"), "\(crowd)")
  }

  @Test func labelsNeverOverlapGlyphsOrEachOther() {
    var scene = MapScene(
      items: (0..<60).map { Self.item($0, Double($0 % 12), Double($0 / 12)) },
      label: { _ in "label" })
    scene.showsGrid = false
    let frame = Self.draw(scene, 80, 20)
    let text = frame.plainText
    #expect(text.filter { $0 == "•" }.count == 60)
    let letters = text.filter(\.isLetter).count
    // The letters of `m`, `x` and `z` below the plot, and whole labels.
    #expect(letters % 5 == 3 && letters > 100)
  }

  @Test func aNarrowPlotShortensNames() {
    var scene = MapScene(items: [Self.item(0, 0, 0)], label: { _ in "日本語のとても長い名前のランプです、はい" })
    scene.showsGrid = false
    let lines = Self.draw(scene, 60, 3).plainLines
    #expect(lines[1].contains("…"))
    #expect(Self.draw(scene, 5, 3).plainLines == ["", "  •", ""])
  }

  @Test(arguments: [(0, 0), (1, 1), (2, 1), (3, 3), (12, 5), (80, 24), (400, 120)])
  func everySizeAndHostileCoordinatesDraw(_ columns: Int, _ rows: Int) {
    let values = [0, -0.0, 1e-30, 1e30, -1e30, 3.4e38, -3.4e38, .nan, .infinity, 5]
    var items: [MapItem] = []
    for (number, x) in values.enumerated() {
      for (other, z) in values.enumerated() {
        items.append(
          Self.item(
            number * 10 + other, x, z, MapChange.allCases[(number + other) % 5],
            ghost: MapPoint(x: z, z: x)))
      }
    }
    var scene = MapScene(items: items, selection: 3, label: { "anchor \($0)" })
    scene.trails = [MapTrail(points: items.map(\.point))]
    scene.paths = [items.map(\.point)]
    scene.measurements = [
      MapMeasurement(from: items[3].point, to: items[97].point, text: "9 m")
    ]
    for charset in Charset.allCases {
      for scale in [nil, 1e-6, 1, 1e16] {
        let frame = Self.draw(scene, columns, rows, charset: charset, scale: scale)
        #expect(frame.plainLines.count == rows)
      }
    }
  }

  @Test func aRegionIsNeverLeft() {
    let scene = Self.diff()
    var frame = Frame(size: TerminalSize(columns: 40, rows: 14))
    let region = Region(column: 10, row: 4, columns: 21, rows: 6)
    scene.draw(
      into: &frame, region: region,
      projection: MapProjection.fitting(
        MapBounds(minX: -1, maxX: 1, minZ: -1, maxZ: 1), columns: 21, rows: 5),
      charset: .braille)
    for row in 0..<14 {
      for column in 0..<40 where !region.contains(column: column, row: row) {
        #expect(frame[column, row]?.glyph == .blank)
      }
    }
  }

  @Test func aWideTrailIsDrawnInItsColor() {
    var scene = MapScene(items: [Self.item(0, 0, 0)])
    scene.trails = [MapTrail(points: [MapPoint(x: -5, z: 0), MapPoint(x: -1, z: 0)])]
    scene.showsGrid = false
    let frame = Self.draw(scene, 21, 3, scale: 1)
    #expect(frame.plainLines[1] == "     ⠠⠤⠤⠤⠤•")
    #expect(frame[6, 1]?.style.foreground == .trail)
  }
}

extension MapSceneTests {
  /// The newest third of a trail is drawn solid, older parts with ever fewer dots and fainter.
  @Test func trailsFade() {
    var scene = MapScene(items: [Self.item(0, 9, 0)], label: { _ in .empty })
    scene.trails = [MapTrail(points: (0...9).map { MapPoint(x: Double($0), z: 0) })]
    scene.showsGrid = false
    let frame = Self.draw(scene, 24, 3, scale: 1)
    let row = frame.plainLines[1]
    let colors = frame.cells(inRow: 1).map(\.style.foreground)
    #expect(colors.contains(.grid) && colors.contains(.ghost) && colors.contains(.trail))
    #expect(colors.firstIndex(of: .grid) ?? 99 < colors.firstIndex(of: .trail) ?? 0)
    let dots = row.unicodeScalars.filter { $0.value > 0x2800 && $0.value < 0x2900 }
      .map { ($0.value - 0x2800).nonzeroBitCount }
    #expect((dots.first ?? 9) < (dots.last ?? 0))
  }

  @Test func namesAreApartFromWhatIsBesideThem() {
    var scene = MapScene(items: [Self.item(4, -1, 0)], label: { TerminalText(Self.names[$0]) })
    scene.paths = [[MapPoint(x: -9, z: 0), MapPoint(x: 9, z: 0)]]
    scene.showsGrid = false
    let row = Self.draw(scene, 24, 3, scale: 1).plainLines[1]
    #expect(row.contains("• Exit "))
  }
}
