import HyperbasisCanvas
import TestSupport
import Testing

@testable import HyperbasisTimeMachine

/// Which anchors share cells, compared with checking all of them for each cell.
@Suite struct MapOccupancyTests {
  /// The largest number is counted on two cores.
  @Test(arguments: [0, 1, 500, MapScene.manyItems + 1])
  func cellsHaveTheFirstOfTheMostImportant(_ count: Int) {
    let seed = UInt64.random(in: 0...999_999)
    var random = SeededGenerator(seed: seed)
    let items = (0..<count).map { slot in
      MapItem(
        slot: slot,
        point: MapPoint(
          x: .random(in: -12...12, using: &random), z: .random(in: -12...12, using: &random)),
        change: MapChange.allCases.randomElement(using: &random) ?? .unchanged)
    }
    let projection = MapProjection(
      centre: MapPoint(x: 0, z: 0), metresPerColumn: 2, columns: 10, rows: 5)
    let occupancy = MapOccupancy(items, projection: projection)
    let cells = Dictionary(grouping: items.indices) { projection.cell(of: items[$0].point) }
    for row in 0..<5 {
      for column in 0..<10 {
        let numbers = cells[MapCell(column: column, row: row)] ?? []
        let top = numbers.map { items[$0].change }.max()
        let alike = numbers.filter { items[$0].change == top }
        let content = occupancy.content(column: column, row: row)
        #expect(content?.item == alike.first, "seed \(seed)")
        #expect(content?.count ?? 0 == numbers.count, "seed \(seed)")
        #expect(content?.alike ?? 0 == alike.count, "seed \(seed)")
      }
    }
    #expect(occupancy.outside.reduce(0, +) == cells[nil]?.count ?? 0, "seed \(seed)")
  }
}
