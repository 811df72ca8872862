import Testing

@testable import HyperbasisTimeMachine

struct PlotLabelsTests {
  @Test func aNameStandsBesideItsPoint() {
    var labels = PlotLabels(width: 400, height: 300)
    labels.block(.init(around: SIMD2(100, 100), 6))
    let spot = labels.place(cells: 5, at: SIMD2(100, 100))
    #expect(spot == SIMD2(108, 104))
  }

  @Test func aNameGoesToTheOtherSideAtTheEdge() throws {
    var labels = PlotLabels(width: 400, height: 300)
    let place = labels.place(cells: 5, at: SIMD2(390, 100))
    let spot = try #require(place)
    #expect(spot.x + PlotLabels.width(ofCells: 5) < 390)
  }

  /// However crowded it is, nothing is covered, and labels without room are left out.
  @Test func noNameCoversAPointOrAnother() {
    var labels = PlotLabels(width: 300, height: 200)
    let points = (0..<24).map { (number: Int) -> SIMD2<Double> in
      let (x, y) = (number * 37 % 300, number * 53 % 200)
      return SIMD2(Double(x), Double(y))
    }
    for point in points { labels.block(.init(around: point, 6)) }
    let spots = points.map { labels.place(cells: 8, at: $0) }
    let boxes = spots.compactMap { spot in
      spot.map { spot in
        PlotLabels.Box(
          minX: spot.x, minY: spot.y - 10, maxX: spot.x + PlotLabels.width(ofCells: 8),
          maxY: spot.y + 3)
      }
    }
    #expect(boxes.count > 5 && boxes.count < points.count)
    for (number, box) in boxes.enumerated() {
      #expect(!points.contains { box.overlaps(.init(around: $0, 4)) })
      #expect(!boxes[(number + 1)...].contains { $0.overlaps(box) })
      #expect(box.minX >= 0 && box.minY >= 0 && box.maxX <= 300 && box.maxY <= 200)
    }
  }

  @Test func aCrowdedPointIsKnownBeforeItsNameIsRead() {
    var labels = PlotLabels(width: 300, height: 200)
    #expect(!labels.isCrowded(at: SIMD2(100, 100)))
    labels.block(.init(minX: 0, minY: 0, maxX: 300, maxY: 200))
    #expect(labels.isCrowded(at: SIMD2(100, 100)))
    let spot = labels.place(cells: 1, at: SIMD2(100, 100))
    #expect(spot == nil)
  }
}
