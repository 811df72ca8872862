import Testing

@testable import HyperbasisTimeMachine

struct MapProjectionTests {
  private let bounds = MapBounds(minX: -4, maxX: 6, minZ: 0, maxZ: 3)

  @Test func fitsAndKeepsMetresEqualOnBothAxes() {
    let projection = MapProjection.fitting(bounds, columns: 52, rows: 20)
    #expect(projection.metresPerColumn == 0.2)
    #expect(projection.metresPerRow == 0.4)
    #expect(projection.centre == MapPoint(x: 1, z: 1.5))
    #expect(projection.cell(of: MapPoint(x: -4, z: 1.5)) == MapCell(column: 1, row: 10))
  }

  @Test func rightIsXAndDownIsZ() throws {
    let projection = MapProjection.fitting(bounds, columns: 52, rows: 20)
    let origin = try #require(projection.cell(of: MapPoint(x: 0, z: 1)))
    let right = try #require(projection.cell(of: MapPoint(x: 1, z: 1)))
    let down = try #require(projection.cell(of: MapPoint(x: 0, z: 2)))
    #expect(right.column - origin.column == 5 && right.row == origin.row)
    #expect(down.row > origin.row && down.column == origin.column)
  }

  @Test(arguments: [(1, 1), (10, 3), (80, 24), (400, 120)])
  func everyCellLeadsBackToItself(_ columns: Int, _ rows: Int) {
    for scale in [1e-6, 0.03, 1, 12_345, 1e16] {
      let projection = MapProjection(
        centre: MapPoint(x: 7, z: -3), metresPerColumn: scale, columns: columns, rows: rows)
      for row in Swift.stride(from: 0, to: rows, by: max(1, rows / 7)) {
        for column in Swift.stride(from: 0, to: columns, by: max(1, columns / 9)) {
          let cell = MapCell(column: column, row: row)
          #expect(projection.cell(of: projection.point(of: cell)) == cell)
        }
      }
    }
  }

  @Test(arguments: [(1, 1), (2, 2), (5, 5), (46, 9), (80, 24), (80, 1), (80, 4), (3, 40)])
  func everythingWithinTheBoundsIsOnThePlot(_ columns: Int, _ rows: Int) {
    for bounds in [bounds, MapBounds(minX: -5e5, maxX: 5e5, minZ: -4e5, maxZ: 6e5)] {
      let projection = MapProjection.fitting(bounds, columns: columns, rows: rows)
      for x in [bounds.minX, bounds.centre.x, bounds.maxX] {
        for z in [bounds.minZ, bounds.centre.z, bounds.maxZ] {
          #expect(projection.cell(of: MapPoint(x: x, z: z)) != nil)
        }
      }
    }
  }

  @Test func zoomKeepsThePointWhereItIs() {
    let projection = MapProjection.fitting(bounds, columns: 52, rows: 20)
    let point = MapPoint(x: 3.3, z: 0.7)
    let before = projection.location(of: point)
    let after = projection.zoomed(by: 1.25, about: point)
    // About one step closer, at a scale that suits the grid.
    #expect(abs(after.metresPerColumn - 0.16) < 0.01)
    #expect(abs(after.location(of: point).column - before.column) < 1e-9)
    #expect(abs(after.location(of: point).row - before.row) < 1e-9)
  }

  @Test func zoomEndsBeforeNumbersLoseTheirDigits() {
    var projection = MapProjection.fitting(bounds, columns: 52, rows: 20)
    for _ in 0..<1000 { projection = projection.zoomed(by: 1.25) }
    #expect(abs(projection.metresPerColumn / 1e-6 - 1) < 0.1)
    for _ in 0..<1000 { projection = projection.zoomed(by: 0.8) }
    #expect(abs(projection.metresPerColumn / 1e16 - 1) < 0.1)
    #expect(projection.zoomed(by: .nan) == projection)
    #expect(projection.zoomed(by: 0) == projection)
  }

  @Test func pansByAShareOfThePlot() {
    let projection = MapProjection.fitting(bounds, columns: 52, rows: 20)
    let moved = projection.panned(right: 0.25, down: -0.5)
    #expect(abs(moved.centre.x - (1 + 0.25 * 52 * 0.2)) < 1e-12)
    #expect(abs(moved.centre.z - (1.5 - 0.5 * 20 * 0.4)) < 1e-12)
  }

  @Test func saysOnWhichSideAPointLies() {
    let projection = MapProjection.fitting(bounds, columns: 52, rows: 20)
    #expect(projection.side(of: MapPoint(x: 1, z: 1)) == nil)
    #expect(projection.side(of: MapPoint(x: -100, z: 1)) == .left)
    #expect(projection.side(of: MapPoint(x: 1e30, z: 4)) == .right)
    #expect(projection.side(of: MapPoint(x: 0, z: -90)) == .top)
    #expect(projection.side(of: MapPoint(x: 9, z: 90)) == .bottom)
    #expect(projection.side(of: MapPoint(x: .nan, z: 1)) == nil)
    let edge = projection.visible.maxX
    #expect(projection.side(of: MapPoint(x: edge, z: 1)) == .right)
  }

  @Test func hostilePointsHaveNoCell() {
    let projection = MapProjection.fitting(bounds, columns: 52, rows: 20)
    for value in [Double.nan, .infinity, -.infinity, 1e30, -1e308] {
      #expect(projection.cell(of: MapPoint(x: value, z: 1)) == nil)
      #expect(projection.cell(of: MapPoint(x: 1, z: value)) == nil)
    }
  }
}
