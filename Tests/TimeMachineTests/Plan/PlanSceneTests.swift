import Canvas
import Testing

@testable import TimeMachine

struct PlanSceneTests {
  @Test func aDiffWithGhosts() {
    var scene = PlanScene(
      items: [
        PlanItem(slot: 0, point: PlanPoint(x: 0, z: 0)),
        PlanItem(
          slot: 1, point: PlanPoint(x: 3, z: 1), change: .moved, ghost: PlanPoint(x: 1, z: 1)),
        PlanItem(slot: 2, point: PlanPoint(x: -1, z: 2), change: .added),
        PlanItem(slot: 3, point: PlanPoint(x: 4, z: -1), change: .removed),
      ],
      appearance: { $0 == 0 ? PlanAppearance(kind: .model, heading: 90) : PlanAppearance() },
      label: { ["chair", "mug", "lamp", "poster"].map { TerminalText($0) }[$0] })
    scene.measurements = [
      PlanMeasurement(
        from: PlanPoint(x: -1, z: -1), to: PlanPoint(x: 2, z: -1), text: "3 m")
    ]
    scene.selection = 1
    for charset in Charset.allCases {
      var frame = Frame(size: TerminalSize(columns: 60, rows: 14))
      let projection = PlanProjection.fitting(
        PlanBounds(points: scene.items.map(\.point)), columns: 60, rows: 13)
      scene.draw(into: &frame, region: frame.region, projection: projection, charset: charset)
      print(frame.plainText)
    }
  }
}
