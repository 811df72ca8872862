import Hyperbasis
import HyperbasisAnchorLog
import HyperbasisCanvas
import TestSupport
import Testing

@testable import HyperbasisTimeMachine

/// The trails of anchors: by number, by time, between the marks, and complete.
@Suite struct TrailsTests {
  /// The lamp moves a metre to the right each hour of the first day.
  private static let events: [HBAnchorEvent] = (0..<24).map { hour in
    SampleSpace.event(
      hour == 0 ? .created : .moved, SampleSpace.lamp, hour, SampleSpace.instant(day: 1, hour),
      version: hour + 1, transform: HBTransform.make(position: SIMD3(Float(hour), 0, 0)),
      metadata: hour == 0 ? ["text": "lamp"] : nil)
  }

  private static func session() -> Session {
    Session(size: TerminalSize(columns: 100, rows: 30), events: events)
  }

  /// Returns the points of the lamp's trail, in metres to the right.
  private static func way(_ session: Session) -> [Double] {
    let region = session.state.layout.map
    let scene = MapView(state: session.state, view: session.view).builder(for: region)
      .scene(at: session.view.mapOffset)
    return scene.trails.first?.points.map(\.x) ?? []
  }

  @Test(arguments: [
    ("off", Trails.off), ("short", .places(8)), ("64", .places(64)), ("50", .places(50)),
    ("1h", .time(3_600_000_000)), ("90 min", .time(5_400_000_000)), ("ab", .marks), ("ALL", .all),
    ("0.5s", .time(500_000)),
  ])
  func `words are read, and written again`(word: String, trails: Trails) {
    #expect(Trails(word: word) == trails)
    #expect(Trails(word: "\(trails)") == trails)
  }

  @Test(arguments: ["", "1", "0", "-5", "1001", "0h", "-1h", "h", "ba", "1m2"])
  func `other words mean nothing`(word: String) {
    #expect(Trails(word: word) == nil)
  }

  @Test func `the key offers times that suit the record`() {
    let day = Trails.choices(span: 23 * 3_600_000_000, hasMarks: false)
    #expect(day.map(\.description) == ["off", "short", "long", "1h", "6h", "all"])
    let marked = Trails.choices(span: 200_000_000, hasMarks: true)
    #expect(marked.map(\.description) == ["off", "short", "long", "10s", "1min", "ab", "all"])
    #expect(Trails.all.following(in: day) == .off)
    #expect(Trails.places(50).following(in: day) == .off)
  }

  @Test func `by time, only what lies in the time before the date on screen`() {
    var session = Self.session()
    session.run("trails 3h")
    #expect(session.message == "trails: the last 3 h")
    #expect(Self.way(session) == [20, 21, 22, 23])
    session.press("[", "[")
    #expect(Self.way(session) == [18, 19, 20, 21])
    #expect(session.screen.plainText.contains("trails: the last 3 h"))
  }

  @Test func `between events the time still runs`() {
    var session = Self.session()
    session.run("trails 2h")
    session.run("goto 2024-03-01 10:30")
    #expect(Self.way(session) == [8, 9, 10])
  }

  @Test func `from A to B, whichever date is on screen`() {
    var session = Self.session()
    session.run("trails ab")
    #expect(Self.way(session).isEmpty)
    #expect(session.screen.plainText.contains("trails from A to B: set both"))
    session.run("a 2024-03-01 05:00")
    session.run("b 2024-03-01 07:00")
    #expect(Self.way(session) == [5, 6, 7])
    session.press("[")
    #expect(Self.way(session) == [5, 6, 7])
  }

  @Test func `all is the whole path, and by number as many as asked for`() {
    var session = Self.session()
    session.run("trails all")
    #expect(Self.way(session) == (0..<24).map(Double.init))
    session.run("trails 5")
    #expect(Self.way(session) == [19, 20, 21, 22, 23])
  }

  /// The lamp goes from 0 to 2 m, is deleted, put elsewhere meanwhile, restored at 10 m, and goes on to 12 m;
  /// then come enough further steps that its path is kept by dots.
  private static func interrupted(steps: Int = 0) -> SpaceData {
    let kinds: [(HBAnchorEvent.EventType, Float?)] = [
      (.created, 0), (.moved, 1), (.moved, 2), (.deleted, nil), (.moved, 7), (.restored, 10),
      (.moved, 11), (.moved, 12),
    ]
    let all = kinds + (0..<steps).map { (.moved, 12 + Float($0 % 2) / 10) }
    let events = all.enumerated().map { number, event in
      SampleSpace.event(
        event.0, SampleSpace.lamp, number,
        SampleSpace.instant(day: 1, 0).advanced(byMicroseconds: Int64(number) * 1_000_000),
        version: number + 1,
        transform: event.1.map { HBTransform.make(position: SIMD3($0, 0, 0)) },
        metadata: number == 0 ? [:] : nil)
    }
    return SpaceData(SampleSpace.snapshot(events: events))
  }

  @Test(arguments: [Trails.all, .places(6), .time(3_600_000_000)], [0, 100])
  func `where an anchor was put while it was deleted it did not go`(trails: Trails, steps: Int) {
    let data = Self.interrupted(steps: steps)
    var settings = Settings()
    settings.trails = trails
    let projection = MapProjection(
      centre: MapPoint(x: 6, z: 0), metresPerColumn: 1, columns: 40, rows: 10)
    let scene = MapSceneBuilder(data: data, projection: projection, settings: settings)
      .scene(at: data.index.count)
    let ways = scene.trails.map { $0.points.map { $0.x.rounded() } }
    // The last six places of many are near the end.
    guard trails != .places(6) || steps == 0 else {
      return #expect(ways == [[12, 12, 12, 12, 12, 12]])
    }
    #expect(ways.count == 2)
    #expect(ways.first == [0, 1, 2])
    #expect(ways.last.map { Array($0.prefix(3)) } == [10, 11, 12])
    #expect(scene.trailedAnchors == 1)
    let path = data.plotPath(ofSlot: 0, from: 0, to: data.index.count)
    #expect(
      path.trails.map { $0.points.map { $0.x.rounded() }.prefix(3) } == ways.map { $0.prefix(3) })
  }

  @Test func `the way of the selected anchor stands out and has a length`() {
    var session = Self.session()
    session.run("trails all")
    session.press(.down)
    let region = session.state.layout.map
    let scene = MapView(state: session.state, view: session.view).builder(for: region)
      .scene(at: session.view.mapOffset)
    #expect(scene.trails.first?.isSelected == true)
    #expect(session.screen.plainText.contains("path"))
    #expect(session.screen.plainText.contains("23.0 m (23.0 m from start)"))
  }

  @Test func `the length is the one that anchors are sorted by`() throws {
    let data = SpaceData(SampleSpace.snapshot())
    for ordinal in 0..<data.index.count {
      #expect(data.pathLength(after: ordinal) == data.totals.pathLength(after: ordinal))
    }
  }
}

// MARK: - Trails of many places

extension TrailsTests {
  private static let projection = MapProjection(
    centre: MapPoint(x: 0, z: 0), metresPerColumn: 1, columns: 20, rows: 10)

  /// Returns an anchor that jitters within a centimetre, far more often than there are dots.
  private static func trembling(count: Int, step: Float) -> SpaceData {
    let events = (0..<count).map { number in
      SampleSpace.event(
        number == 0 ? .created : .moved, SampleSpace.lamp, number,
        SampleSpace.instant(day: 1, 0).advanced(byMicroseconds: Int64(number) * 1_000_000),
        version: number + 1,
        transform: HBTransform.make(
          position: SIMD3(Float(number) * step, 0, number.isMultiple(of: 2) ? 0 : 0.01)),
        metadata: number == 0 ? [:] : nil)
    }
    return SpaceData(SampleSpace.snapshot(events: events))
  }

  @Test func `a way is kept by dots, not by places`() {
    let data = Self.trembling(count: 3000, step: 0.001)
    let way = data.mapPath(MapPath.Key(slot: 0, projection: Self.projection))
    #expect(way.points.count <= 14)
    // A part of it is as long as it would be on its own.
    #expect(way.points(0..<1001).last?.x ?? 0 <= 1)
    #expect(way.points(2001..<2002).count == 1)
  }

  @Test func `what is off the plan is one place, and the line back starts there`() {
    let data = Self.trembling(count: 200, step: -0.1)
    let projection = Self.projection.panned(right: -0.75, down: 0)
    let way = data.mapPath(MapPath.Key(slot: 0, projection: projection))
    // The first fifty places are beyond the right edge.
    #expect(way.points.count > 2)
    #expect(way.points[0].x == 0)
    #expect(abs(way.points[1].x - -5) < 0.2)
  }

  @Test(arguments: [65, 64, 20])
  func `few events and many make the same way`(seconds: Int) {
    let data = Self.trembling(count: 200, step: 0.05)
    var settings = Settings()
    settings.trails = .time(Int64(seconds) * 1_000_000)
    let scene = MapSceneBuilder(data: data, projection: Self.projection, settings: settings)
      .scene(at: 200)
    let points = scene.trails[0].points
    #expect(points.last?.x == Double(199 * Float(0.05)))
    #expect(abs(points[0].x - Double(199 - seconds) * 0.05) < 0.6)
  }

  @Test func `an anchor that stayed has no way`() {
    let data = Self.trembling(count: 100, step: 0.05)
    var settings = Settings()
    settings.trails = .time(500_000)
    var builder = MapSceneBuilder(data: data, projection: Self.projection, settings: settings)
    builder.date = SampleSpace.instant(day: 2, 0)
    #expect(builder.scene(at: 100).trails.isEmpty)
  }

  @Test func `a way grows with the log as if it were made from the start`() {
    let data = Self.trembling(count: 300, step: 0.05)
    let key = MapPath.Key(slot: 0, projection: Self.projection)
    let whole = data.mapPath(key)
    var grown = MapPath()
    grown.extend(to: Self.trembling(count: 120, step: 0.05).index, key)
    grown.extend(to: data.index, key)
    #expect(grown.points == whole.points)
    #expect(grown.ordinals == whole.ordinals)
  }

  @Test func `where there is no room the oldest parts are left out`() {
    var room = LineRoom(on: Self.projection, isCrowd: true)
    let way = (0..<500).map { MapPoint(x: Double($0 % 2) * 4, z: 0) }
    let newest = room.reserveNewest(way[...])
    #expect(newest?.count == 26)
    #expect(newest?.last == way.last)
    #expect(room.reserveNewest(way[...]) == nil)
  }
}
