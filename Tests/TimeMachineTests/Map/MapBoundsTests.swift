import Hyperbasis
import HyperbasisAnchorLog
import HyperbasisHistory
import TestSupport
import Testing

@testable import HyperbasisTimeMachine

struct MapBoundsTests {
  private func points(_ pairs: [(Double, Double)]) -> [MapPoint] {
    pairs.map { MapPoint(x: $0.0, z: $0.1) }
  }

  @Test func holdsAllOfAFewAnchorsThatAreSpreadOut() {
    let bounds = MapBounds(points: points([(0, 0), (0.2, 0.1), (0.4, 0), (0.1, 0.3), (10, 0)]))
    #expect(bounds.maxX == 10)
    #expect(bounds.outsideCount == 0)
  }

  @Test func holdsTwoRoomsOfManyAnchors() {
    let rooms = (0..<200).map { (number: Int) -> MapPoint in
      let room = number < 150 ? 0.0 : 30.0
      return MapPoint(x: room + Double(number % 7) * 0.1, z: Double(number % 5) * 0.1)
    }
    let bounds = MapBounds(points: rooms)
    #expect(bounds.outsideCount == 0)
    #expect(bounds.width > 30)
  }

  @Test func holdsALonelyAnchorTenMetresAway() {
    let cluster = (0..<100).map { MapPoint(x: Double($0) * 0.01, z: Double($0 % 10) * 0.1) }
    #expect(MapBounds(points: cluster + points([(10, 0)])).outsideCount == 0)
  }

  @Test func cutsAFewGarbledCoordinates() {
    var many = (0..<1000).map { MapPoint(x: Double($0 % 40), z: Double($0 / 40)) }
    many.insert(MapPoint(x: -1.05e14, z: 3), at: 500)
    many.insert(MapPoint(x: 2, z: 9e6), at: 100)
    let bounds = MapBounds(points: many)
    #expect(bounds == MapBounds(minX: 0, maxX: 39, minZ: 0, maxZ: 24, outsideCount: 2))
  }

  @Test func cutsAGarbledCoordinateAmongFive() {
    let bounds = MapBounds(points: points([(0, 0), (1, 1), (2, 0), (1, 2), (-1.2e13, 1)]))
    #expect(bounds.outsideCount == 1)
    #expect(bounds.width < 3)
  }

  /// The same shape gives the same plan, in a room and in a country.
  @Test(arguments: [1, 1000, 10_000, 1e7])
  func holdsThreeAnchorsOfALargeSpace(size: Double) {
    let places = [(1, 1), (-1, 0), (0, -1), (0, 0)].map { ($0.0 * size, $0.1 * size) }
    let bounds = MapBounds(points: points(places))
    #expect(bounds.outsideCount == 0)
    #expect(bounds.width == 2 * size && bounds.depth == 2 * size)
  }

  @Test(arguments: [1, 10, 1000])
  func holdsAnAnchorAtNineTimesTheExtentOfAHundred(size: Double) {
    let cluster = (0..<100).map { number in
      MapPoint(x: Double(number) * 0.01 * size, z: Double(number % 10) * 0.1 * size)
    }
    #expect(MapBounds(points: cluster + points([(10 * size, 0)])).outsideCount == 0)
    #expect(MapBounds(points: cluster + points([(100 * size, 0)])).outsideCount == 1)
  }

  /// Many events of one anchor do not turn the others into outliers.
  @Test func anAnchorThatIsSavedOftenDoesNotPushTheOthersOut() {
    let start = SampleSpace.instant(day: 1, 1)
    let places = [SIMD3<Float>(-40, 0, 0), SIMD3(40, 0, 0), SIMD3(0, 0, 40)]
    var events = places.enumerated().map { number, place in
      SampleSpace.event(
        .created, SampleSpace.anchorId(number + 1), number, start, version: 1,
        transform: HBTransform.make(position: place))
    }
    for number in 0..<300 {
      events.append(
        SampleSpace.event(
          .moved, SampleSpace.anchorId(3), number + 3,
          start.advanced(byMicroseconds: Int64(number + 1) * 1_000_000), version: number + 2,
          transform: HBTransform.make(position: SIMD3(Float(number) * 1e-5, 0, 40))))
    }
    let index = HBTimeline(spaceId: SampleSpace.id, events: events).index
    let bounds = MapBounds(index: index)
    #expect(bounds.outsideCount == 0)
    #expect(bounds.minX == -40 && bounds.maxX == 40)
  }

  @Test func leavesOutWhatIsNotFinite() {
    let bounds = MapBounds(
      points: points([(.nan, 0), (1, .infinity), (2, 2), (4, 3), (-.infinity, .nan)]))
    #expect(bounds == MapBounds(minX: 2, maxX: 4, minZ: 2, maxZ: 3, outsideCount: 3))
  }

  @Test(arguments: [[], [(Double.nan, Double.nan)]])
  func hasAnExtentWithoutAnyPoint(_ pairs: [(Double, Double)]) {
    let bounds = MapBounds(points: points(pairs))
    #expect(bounds.width == 2)
    #expect(bounds.outsideCount == pairs.count)
  }

  @Test(arguments: [(0.0, 0.0), (3.5, -2), (1e30, -1e30), (-3.4e38, 3.4e38), (1e9, 1)])
  func hasAnExtentAboutASinglePoint(_ x: Double, _ z: Double) {
    let point = MapPoint(x: x, z: z)
    for count in [1, 7, 100] {
      let bounds = MapBounds(points: Array(repeating: point, count: count))
      #expect(bounds.width > 0 && bounds.depth > 0)
      #expect(bounds.contains(point))
      #expect(bounds.outsideCount == 0)
    }
  }

  @Test func doesNotMagnifyJitter() {
    let bounds = MapBounds(points: points([(1, 1), (1.007, 1), (1, 1.002)]))
    #expect(abs(bounds.width - 0.5) < 1e-9)
    #expect(abs(bounds.centre.x - 1.0035) < 1e-9)
  }

  @Test func asksOnlyASampleOfManyPointsForTheFence() {
    let bounds = MapBounds(count: 300_000) { number in
      number % 100_000 == 77 ? MapPoint(x: 1e12, z: 0) : MapPoint(x: Double(number % 100), z: 5)
    }
    #expect(bounds.outsideCount == 3)
    #expect(bounds.maxX == 99)
  }

  @Test func skipsPointsThatDoNotExist() {
    let bounds = MapBounds(count: 10) { $0 < 5 ? nil : MapPoint(x: Double($0), z: 0) }
    #expect(bounds.minX == 5 && bounds.maxX == 9 && bounds.outsideCount == 0)
  }
}
