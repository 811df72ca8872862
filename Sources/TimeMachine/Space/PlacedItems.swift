import Hyperbasis

/// The anchors of a picture as they lie on the plan; remembered, for most keys leave them there.
struct PlacedItems: Sendable {
  struct Key: Hashable, Sendable {
    let position: Int
    let filter: EventFilter?
    let comparison: Comparison.Key?
    let side: PlanSceneBuilder.Side
  }

  let items: [PlanItem]
  /// The numbers of the changes that the picture shows, by anchor.
  let changes: RowNumbers
  /// How the anchors of these changes differ.
  let differences: Set<Difference>
  /// Which of them share cells, by how the plan falls on the screen.
  let occupancies = MemoTable<PlanProjection, PlanOccupancy>(limit: 2)

  init(
    _ items: [PlanItem], changes: RowNumbers = RowNumbers(slots: []),
    differences: Set<Difference> = []
  ) {
    self.items = items
    self.changes = changes
    self.differences = differences
  }
}
