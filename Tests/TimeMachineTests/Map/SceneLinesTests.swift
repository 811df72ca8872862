import Foundation
import Hyperbasis
import HyperbasisAnchorLog
import HyperbasisCanvas
import Testing

@testable import HyperbasisTimeMachine

/// Lines in spaces of any size.
@Suite struct SceneLinesTests {
  /// Returns anchors on a square grid of one metre, each moved by a centimetre.
  private static func data(anchors: Int, hasPath: Bool = false) throws -> SpaceData {
    let side = Int(Double(anchors).squareRoot().rounded(.up))
    let events = try (0..<anchors).flatMap { number -> [HBAnchorEvent] in
      let id = try #require(
        UUID(uuidString: String(format: "A0000000-0000-4000-8000-%012d", number)))
      let place = SIMD3(Float(number % side), 0, Float(number / side))
      return [
        SampleSpace.event(
          .created, id, 2 * number, SampleSpace.instant(day: 1, 0), version: 1,
          transform: HBTransform.make(position: place),
          metadata: hasPath
            ? ["type": "waypoint", "order": .int(number)] : ["type": "waypoint"]),
        SampleSpace.event(
          .moved, id, 2 * number + 1, SampleSpace.instant(day: 2, 0), version: 2,
          transform: HBTransform.make(position: place + SIMD3(0.01, 0, 0))),
      ]
    }
    return SpaceData(SampleSpace.snapshot(events: events))
  }

  private static func scene(
    anchors: Int, selection: Int? = nil, hasPath: Bool = false
  ) throws -> MapScene {
    let data = try data(anchors: anchors, hasPath: hasPath)
    var settings = Settings()
    settings.trails = .short
    // The middle of the space, ten metres across.
    let side = Double(anchors).squareRoot()
    var builder = MapSceneBuilder(
      data: data,
      projection: MapProjection(
        centre: MapPoint(x: side / 2, z: side / 2), metresPerColumn: 0.5, columns: 20, rows: 10),
      settings: settings)
    builder.selectedId = selection.map { data.index.anchorId(ofSlot: $0) }
    return builder.scene(at: data.index.count)
  }

  @Test func `a waypoint between two others has a fraction for its order`() throws {
    let orders: [AnyCodableValue] = [1, 2.5, 2, "3"]
    let events = orders.enumerated().map { number, order in
      SampleSpace.event(
        .created, SampleSpace.anchorId(number + 1), number + 1, SampleSpace.instant(day: 1, 0),
        version: 1, transform: HBTransform.make(position: SIMD3(Float(number), 0, 0)),
        metadata: ["type": "waypoint", "order": order])
    }
    let builder = MapSceneBuilder(
      data: SpaceData(SampleSpace.snapshot(events: events)),
      projection: MapProjection(
        centre: MapPoint(x: 2, z: 0), metresPerColumn: 0.5, columns: 20, rows: 10),
      settings: Settings())
    let scene = builder.scene(at: events.count)
    #expect(scene.paths.map { $0.map(\.x) } == [[0, 2, 1]])
    #expect(scene.legend.flatMap(\.runs).contains { $0.text.plain.contains("path") })
  }

  @Test func `a measurement without a value has the length of its line`() {
    let values: [[String: AnyCodableValue]] = [[:], ["value": 7, "unit": "feet"]]
    let events = values.enumerated().map { number, value -> HBAnchorEvent in
      let other: AnyCodableValue = .string(SampleSpace.anchorId(2 - number).uuidString)
      return SampleSpace.event(
        .created, SampleSpace.anchorId(number + 1), number + 1, SampleSpace.instant(day: 1, 0),
        version: 1, transform: HBTransform.make(position: SIMD3(Float(number) * 3, 4, 0)),
        metadata: ["type": "measurement", "endpointId": other].merging(value) { $1 })
    }
    let builder = MapSceneBuilder(
      data: SpaceData(SampleSpace.snapshot(events: events)),
      projection: MapProjection(
        centre: MapPoint(x: 2, z: 0), metresPerColumn: 0.5, columns: 20, rows: 10),
      settings: Settings())
    let scene: MapScene = builder.scene(at: events.count)
    let lengths = scene.measurements.map { $0.text.plain }
    #expect(lengths == ["3.00 m", "7 ft"])
  }

  @Test func `up to some hundreds every anchor has its trail`() throws {
    let scene = try Self.scene(anchors: 400)
    #expect(scene.trails.count == 400)
    #expect(scene.note.isEmpty)
  }

  @Test func `up to some thousands paths are whole, and trails have the room there is`() throws {
    let scene = try Self.scene(anchors: 4000)
    #expect(scene.trails.count == 100)
    #expect(scene.note == "trails for 100 of 4000")
  }

  @Test func `beyond, those that have room and the selected one have it, and it is told`() throws {
    let scene = try Self.scene(anchors: 4100)
    // Half of the cells of the plan have room for lines.
    #expect(scene.trails.count == 100)
    #expect(scene.note == "trails for 100 of 4100")
    // The first anchor lies in the corner, outside the plan.
    let selected = try Self.scene(anchors: 4100, selection: 0)
    #expect(selected.trails.count == scene.trails.count + 1)
  }

  @Test(arguments: [(20, 1, ""), (4100, 0, "trails for 100 of 4100, no paths")])
  func `a path is whole or not there, which is told`(
    anchors: Int, paths: Int, note: String
  ) throws {
    let scene = try Self.scene(anchors: anchors, hasPath: true)
    #expect(scene.paths.count == paths)
    #expect(scene.note.plain == note)
  }

  @Test(arguments: [(0.0, true), (1000, false)])
  func `the legend of thousands explains the looks that are to be seen`(
    x: Double, isExplained: Bool
  ) throws {
    var settings = Settings()
    settings.coloring = .type
    let data = try Self.data(anchors: 4100)
    let builder = MapSceneBuilder(
      data: data,
      projection: MapProjection(
        centre: MapPoint(x: x, z: 0), metresPerColumn: 0.5, columns: 20, rows: 10),
      settings: settings)
    let words = builder.scene(at: data.index.count).legend.flatMap { $0.runs.map(\.text.plain) }
    #expect(words.contains { $0.contains("waypoint") } == isExplained, "\(words)")
  }
}
