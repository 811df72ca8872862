import Foundation
import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisHistory
import TestSupport
import Testing

@testable import HyperbasisTimeMachine

/// In a comparison the plan shows what the list of changes lists: a filter asks how anchors differ, which one
/// of the two states alone does not tell.
struct FilteredPlanTests {
  private static let data = SpaceData(SampleSpace.snapshot())

  private func scene(_ filter: String, _ side: MapSceneBuilder.Side) throws -> MapScene {
    let dates = DateExpression.Context(
      now: SampleSpace.now, start: Self.data.index.start, end: Self.data.index.end,
      zone: .gmt)
    let filter = try #require(try EventFilter(filter, dates: dates))
    var builder = MapSceneBuilder(
      data: Self.data,
      projection: .fitting(MapBounds(index: Self.data.index), columns: 60, rows: 20))
    builder.filter = filter
    let key = Comparison.Key(from: 5, to: Self.data.index.count, filter: filter)
    let offset = side == .before ? key.from : key.to
    return builder.scene(at: offset, comparison: Self.data.comparison(key), side: side)
  }

  @Test(arguments: [
    ("kind:moved", MapSceneBuilder.Side.before, ["chair"]), ("kind:moved", .after, ["chair"]),
    ("kind:moved", .both, ["chair"]), ("moved>50cm", .before, ["chair"]),
    ("moved>50cm", .both, ["chair"]), ("kind:added", .before, []), ("kind:added", .after, ["lamp"]),
    // Removed: the earlier plan has it, and the one plan for both shows where it was.
    ("kind:removed", .before, ["buy milk"]), ("kind:removed", .after, []),
    ("kind:removed", .both, ["buy milk"]),
    // Unchanged anchors pass by what they are.
    ("type:waypoint", .before, ["Entrance", "Exit"]),
    ("type:waypoint", .both, ["Entrance", "Exit"]),
  ])
  func `the plan shows the anchors that differ as the filter asks`(
    filter: String, side: MapSceneBuilder.Side, names: [String]
  ) throws {
    let scene = try scene(filter, side)
    #expect(scene.items.map { scene.label($0.slot).plain } == names)
    let hidden = 5 - names.count
    #expect(side == .both || scene.note.plain == "\(hidden) filtered out")
  }
}
