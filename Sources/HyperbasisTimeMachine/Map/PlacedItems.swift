import Foundation
import HyperbasisAnchorLog
import HyperbasisHistory

/// The anchors of a picture as they lie on the plan; cached, since most keystrokes do not move them.
struct PlacedItems: Sendable {
  struct Key: Hashable, Sendable {
    let offset: Int
    let filter: EventFilter?
    let comparison: Comparison.Key?
    let side: MapSceneBuilder.Side
    let viewpoint: MapViewpoint
  }

  /// The key of the picture of a plan.
  struct PlanKey: Hashable, Sendable {
    let operation: UUID
    let filter: EventFilter?
    let viewpoint: MapViewpoint
  }

  /// The key of the picture of a shift.
  struct ShiftKey: Hashable, Sendable {
    /// Its first event, and how many events fold to the state after it.
    let shift: UUID
    let offset: Int
    let filter: EventFilter?
    let viewpoint: MapViewpoint
  }

  /// The most anchors whose old places are shown; more could not be read.
  static let shownMoves = 1000

  let items: [MapItem]
  /// The numbers of the items that show where they were, the farthest moved first.
  let moves: [Int32]
  /// How many of the anchors moved, including those that do not show it.
  let moveCount: Int
  /// The numbers of the changes that the picture shows, by anchor.
  let changes: RowNumbers
  /// How the anchors of these changes differ.
  let differences: Set<Difference>
  /// How many anchors that do not change the filter hides, if the picture shows changes.
  let hiddenCount: Int
  /// Which of them share cells, by how the plan falls on the screen.
  let occupancies = MemoTable<MapProjection, MapOccupancy>(limit: 2)

  init(
    _ items: [MapItem], moves: [Int32], moveCount: Int,
    changes: RowNumbers = RowNumbers(slots: []), differences: Set<Difference> = [],
    hiddenCount: Int = 0
  ) {
    self.items = items
    self.moves = moves
    self.moveCount = moveCount
    self.changes = changes
    self.differences = differences
    self.hiddenCount = hiddenCount
  }
}
