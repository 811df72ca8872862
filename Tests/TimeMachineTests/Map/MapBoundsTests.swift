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
