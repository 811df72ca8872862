import Hyperbasis
import HyperbasisAnchorLog
import HyperbasisCanvas
import TestSupport
import Testing

@testable import HyperbasisTimeMachine

/// The space from above, from the front and from the side.
@Suite struct MapViewpointTests {
  private static let place = SIMD3(1.0, 2, 3)

  @Test(arguments: [
    (MapViewpoint.top, SIMD2(1.0, 3)), (.front, SIMD2(1, -2)), (.side, SIMD2(-3, -2)),
  ])
  func `each picture has its axes`(viewpoint: MapViewpoint, shown: SIMD2<Double>) {
    #expect(viewpoint.project(Self.place) == shown)
    #expect(viewpoint.moving(Self.place, to: shown) == Self.place)
    let other = viewpoint.moving(SIMD3(7, 8, 9), to: shown)
    #expect(viewpoint.project(other) == shown)
  }

  @Test(arguments: [
    (MapViewpoint.top, "x → z ↓", "x -> z v"), (.front, "x → y ↑", "x -> y ^"),
    (.side, "z ← y ↑", "z <- y ^"),
  ])
  func `the axes say which way they grow`(viewpoint: MapViewpoint, text: String, ascii: String) {
    #expect(viewpoint.axes(.braille).plain == text)
    #expect(viewpoint.axes(.ascii).plain == ascii)
  }

  /// 90° is counter-clockwise from above: it faces −x, that is, to the left from the front, and away from
  /// a viewer at +x.
  private static let headings: [(MapViewpoint, yaw: Double, shown: Double?)] = [
    (.top, 90, 90), (.front, 90, 90), (.side, 90, nil), (.front, 0.001, nil), (.side, 0.001, -90),
    (.side, 180, 90), (.front, 4, nil),
  ]

  @Test(arguments: headings)
  func `a heading along the view has no direction`(
    viewpoint: MapViewpoint, yaw: Double, expected: Double?
  ) throws {
    let forward = try #require(
      MapHeading.forward(of: HBTransform.make(position: .zero, yaw: yaw)))
    let heading = MapHeading.degrees(of: forward, from: viewpoint)
    #expect((heading == nil) == (expected == nil))
    if let heading, let expected { #expect(abs(heading - expected) < 0.01) }
  }

  @Test func `from the side, who faces up points up`() throws {
    var transform = HBTransform.identity
    // Forward, the opposite of the third column, is up.
    transform[8...10] = [0, -1, 0]
    transform[4...6] = [0, 0, 1]
    let forward = try #require(MapHeading.forward(of: transform))
    #expect(MapHeading.degrees(of: forward, from: .side) == 0)
    #expect(MapHeading.degrees(of: forward, from: .top) == nil)
    #expect(MapHeading.forward(of: HBTransform.identity) == nil)
  }

  @Test(arguments: MapViewpoint.allCases)
  func `bounds hold the whole picture and leave outliers out`(viewpoint: MapViewpoint) {
    let places =
      (0..<50).map { SIMD3<Float>(Float($0) / 10, Float($0) / 20, Float($0) / 5) }
      + [SIMD3(0, 1e9, 0), SIMD3(1e9, 0, 0), SIMD3(0, 0, 1e9)]
    let events = places.enumerated().map { number, place in
      SampleSpace.event(
        .moved, SampleSpace.chair, number, SampleSpace.instant(day: 1, 0, 0, number),
        version: number + 1, transform: HBTransform.make(position: place))
    }
    let created = SampleSpace.event(
      .created, SampleSpace.chair, 999, SampleSpace.instant(day: 0, 0), version: 0,
      transform: HBTransform.identity, metadata: [:])
    let index = SpaceData(SampleSpace.snapshot(events: [created] + events)).index
    let bounds = MapBounds(index: index, from: viewpoint)
    let inside = places.prefix(50).map { viewpoint.point(of: $0) }
    #expect(bounds.minX == inside.map(\.x).min())
    #expect(bounds.maxX == inside.map(\.x).max())
    #expect(bounds.minZ == inside.map(\.z).min())
    #expect(bounds.maxZ == inside.map(\.z).max())
    #expect(bounds.outsideCount == 2)
  }
}

// MARK: - In a session

extension MapViewpointTests {
  private static let large = TerminalSize(columns: 100, rows: 30)

  @Test(arguments: [Key("|"), .function(2)])
  func `a key goes round, and all says so`(key: Key) {
    var session = Session(size: Self.large)
    session.press(key)
    #expect(session.view.map.viewpoint == .front)
    #expect(session.message == "from the front: x → y ↑")
    #expect(session.screen.plainText.contains("┌ front "))
    #expect(session.screen.plainText.contains("x → y ↑"))
    session.press(key)
    #expect(session.screen.plainText.contains("┌ side "))
    #expect(session.screen.plainText.contains("z ← y ↑"))
    session.press(key)
    #expect(session.view.map.viewpoint == .top)
    #expect(session.screen.plainText.contains("x → z ↓"))
  }

  @Test func `the command takes a name, which is completed`() {
    var session = Session()
    session.press(":")
    session.type("view s")
    session.press(.tab, .enter)
    #expect(session.view.map.viewpoint == .side)
    session.press(":")
    session.type("view below")
    session.press(.enter)
    guard case .prompt(let prompt) = session.state.layers.last else {
      Issue.record("the prompt stays open")
      return
    }
    #expect(prompt.complaint?.plain == "view takes top, front or side")
  }

  @Test func `heights are to scale`() {
    var session = Session(size: Self.large)
    session.press("|")
    let projection = session.view.mapProjection(session.state.layout)
    // The lamp hangs 2 m above the chair.
    let lamp = projection.location(of: projection.point(of: SIMD3(0, 2, 0)))
    let chair = projection.location(of: projection.point(of: SIMD3(0, 0, -1)))
    #expect(abs((chair.row - lamp.row) * projection.metresPerRow - 2) < 1e-9)
    #expect(chair.column == lamp.column)
  }

  @Test func `a click selects what is drawn there`() throws {
    var session = Session(size: Self.large)
    session.press("|", "|")
    let layout = session.state.layout
    let projection = session.view.mapProjection(layout)
    let cell = try #require(projection.cell(of: projection.point(of: SIMD3(0, 2, 0))))
    let position = Position(
      column: layout.mapArea.column + cell.column, row: layout.mapArea.row + cell.row)
    session.send(.terminal(.mouse(MouseEvent(.press(.left), at: position))))
    #expect(session.view.lists.selection == SampleSpace.lamp)
  }

  @Test func `zoom and pan stay at their place from another side`() throws {
    var session = Session(size: Self.large)
    session.press("5", "+", "+", "l", "l")
    let above = session.view.mapProjection(session.state.layout)
    session.press("|")
    let front = session.view.mapProjection(session.state.layout)
    #expect(front.centre.x == above.centre.x)
    #expect(front.metresPerColumn == above.metresPerColumn)
    session.press("k")
    #expect(session.view.mapProjection(session.state.layout).centre.z < front.centre.z)
    session.press("|", "|")
    #expect(session.view.mapProjection(session.state.layout).centre == above.centre)
    session.press("|", "0")
    #expect(session.view.map.camera == nil)
    #expect(session.view.map.viewpoint == .front)
  }

  @Test(arguments: [
    (0, Key.up, SIMD3<Double>(0, 2, -0.01)), (1, .up, SIMD3(0, 2.01, 0)),
    (1, .right, SIMD3(0.01, 2, 0)), (2, .up, SIMD3(0, 2.01, 0)), (2, .right, SIMD3(0, 2, -0.01)),
    (2, .shiftDown, SIMD3(0, 1.9, 0)), (2, .pageUp, SIMD3(0, 2.01, 0)),
  ])
  func `arrows nudge across the picture`(turns: Int, key: Key, expected: SIMD3<Double>) {
    var session = Session(size: Self.large)
    session.press("G", "M")
    // Even while it is being moved.
    for _ in 0..<turns { session.press("|") }
    session.press(key)
    guard case .move(let layer) = session.state.layers.last else {
      Issue.record("the anchor is moved")
      return
    }
    #expect(layer.anchor.id == SampleSpace.lamp)
    let error = layer.place - expected
    #expect((error * error).sum() < 1e-12, "\(layer.place)")
  }

  @Test func `a new anchor comes to the middle of the picture`() throws {
    var session = Session(size: Self.large)
    session.press("|", "A")
    session.type("x")
    session.press(.control("u"))
    session.type("text=new")
    session.press(.enter)
    guard case .move(let layer) = session.state.layers.last else {
      Issue.record("the anchor is moved")
      return
    }
    let projection = session.view.mapProjection(session.state.layout)
    let point = projection.viewpoint.point(of: layer.place)
    #expect(abs(point.x - projection.centre.x) < 1e-6)
    #expect(abs(point.z - projection.centre.z) < 1e-6)
    #expect(layer.place.y > 0.5)
  }

  @Test func `it is remembered with the view`() throws {
    var session = Session(size: Self.large)
    session.press("|", "+", "+")
    let text = try RememberedView(session.view, session.state.settings)
      .text(store: "s", spaceId: SampleSpace.id)
    let map = try RememberedView.read(text).map
    #expect(map.viewpoint == .front)
    #expect(map.camera == session.view.map.camera)
  }

  @Test func `the bounds grow with the log from every side`() {
    var session = Session()
    session.press("|")
    let far = SampleSpace.event(
      .moved, SampleSpace.chair, 50, SampleSpace.instant(day: 14, 0), version: 3,
      transform: HBTransform.make(position: SIMD3(0, 6, 0)))
    let data = SpaceData(
      SampleSpace.snapshot(events: SampleSpace.events + [far]), following: session.view.data)
    session.send(.snapshotLoaded(.success(data)))
    #expect(session.view.bounds.minZ == -6)
  }

  @Test(arguments: [Self.large, TerminalSize(columns: 60, rows: 20)], [1, 2])
  func `whole screens`(size: TerminalSize, turns: Int) throws {
    var session = Session(size: size)
    for _ in 0..<turns { session.press("|") }
    let name = session.view.map.viewpoint.rawValue
    session.press(.home, "a", .end, "b", "d", "n")
    try expectGolden(session.screen, "\(name)-\(size)")
  }
}
