import Foundation
import HyperbasisAnchorLog
import HyperbasisHistory

/// The anchors of a picture as they lie on the plan; remembered, for most keys leave them there.
struct PlacedItems: Sendable {
  struct Key: Hashable, Sendable {
    let offset: Int
    let filter: EventFilter?
    let comparison: Comparison.Key?
    let side: MapSceneBuilder.Side
    let viewpoint: MapViewpoint
  }

  /// For the picture of a plan.
  struct PlanKey: Hashable, Sendable {
    let operation: UUID
    let viewpoint: MapViewpoint
  }

  /// For the picture of a shift.
  struct ShiftKey: Hashable, Sendable {
    /// Its first event, and how many events fold to the state after it.
    let shift: UUID
    let offset: Int
    let filter: EventFilter?
    let viewpoint: MapViewpoint
  }

  let items: [MapItem]
  /// The numbers of the items that show where they were, the farthest moved first.
  let moves: [Int32]
  /// How many of the anchors moved, those that do not show it included.
  let moveCount: Int
  /// The numbers of the changes that the picture shows, by anchor.
  let changes: RowNumbers
  /// How the anchors of these changes differ.
  let differences: Set<Difference>
  /// Which of them share cells, by how the plan falls on the screen.
  let occupancies = MemoTable<MapProjection, MapOccupancy>(limit: 2)

  init(
    _ items: [MapItem], moves: [Int32], moveCount: Int,
    changes: RowNumbers = RowNumbers(slots: []), differences: Set<Difference> = []
  ) {
    self.items = items
    self.moves = moves
    self.moveCount = moveCount
    self.changes = changes
    self.differences = differences
  }
}

/// Which anchors of a comparison show where they were: those that moved farthest.
struct ShownMoves {
  /// Old places are shown of so many anchors at most; more cannot be read.
  static let limit = 1000

  /// The rows of the comparison whose anchors show it.
  private let rows: Range<Int>
  /// How many anchors moved from their place.
  let count: Int
  /// By the rank of the row, the number of the item; -1 where it is not on the plan.
  private var items: [Int32]

  init(_ comparison: Comparison?) {
    guard let comparison else {
      (rows, count, items) = (0..<0, 0, [])
      return
    }
    let first = comparison.movedStart
    count = comparison.rows[first...].prefix { $0.difference == .moved && $0.distance > 0 }.count
    rows = first..<first + min(count, Self.limit)
    items = Array(repeating: -1, count: rows.count)
  }

  /// Whether the anchor of a row shows where it was; notes the number of its item if so.
  mutating func shows(_ row: Int, of item: Int) -> Bool {
    guard rows.contains(row) else { return false }
    items[row - rows.lowerBound] = Int32(clamping: item)
    return true
  }

  /// The numbers of the items that show it, the farthest moved first.
  var numbers: [Int32] { items.filter { $0 >= 0 } }
}
