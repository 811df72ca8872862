import Testing

@testable import HyperbasisTimeMachine

/// Lines are drawn as long as they can be told apart.
@Suite struct LineRoomTests {
  // Ten columns of one metre and ten rows of two: half of the hundred cells have room for lines.
  private static let projection = MapProjection(
    centre: MapPoint(x: 0, z: 0), metresPerColumn: 1, columns: 10, rows: 10)

  private static func across(_ from: Double, _ to: Double) -> [MapPoint] {
    [MapPoint(x: from, z: 0), MapPoint(x: to, z: 0)]
  }

  @Test func `lines have room until half of the cells are taken`() {
    var room = LineRoom(on: Self.projection, isCrowd: true)
    let taken = (0..<20).prefix { _ in room.reserve(Self.across(-4, 4)) }
    #expect(taken.count == 7)
  }

  @Test func `what is off the plot takes no room`() {
    var room = LineRoom(on: Self.projection, isCrowd: true)
    #expect((0..<1000).allSatisfy { _ in room.reserve(Self.across(20, 30)) })
    #expect((0..<10).prefix { _ in room.reserve(Self.across(-1e9, 1e9)) }.count == 5)
  }

  @Test func `short lines take a cell each`() {
    var room = LineRoom(on: Self.projection, isCrowd: true)
    #expect((0..<1000).prefix { _ in room.reserve(Self.across(0, 0.1)) }.count == 50)
  }
}
