public import Foundation

/// What changed in a space between two dates.
///
/// Values are compared, not events: an anchor that went away and came back to the same place is unchanged.
/// An anchor that moved and was updated is in both lists.
public struct HBDiff: Sendable {
  /// The space whose states are compared.
  public let spaceId: UUID
  /// The date to compare from: events at this date count. It may be the later of the two.
  public let fromDate: Date
  /// The date to compare to: events at this date count.
  public let toDate: Date
  /// Anchors that are there at ``toDate`` and were not at ``fromDate``.
  public let added: [HBAnchor]
  /// Anchors, as they were at ``fromDate``, that are not there at ``toDate``.
  public let removed: [HBAnchor]
  /// Anchors whose transform differs.
  public let moved: [MovedAnchor]
  /// Anchors whose metadata differ.
  public let updated: [UpdatedAnchor]
  /// Anchors whose transform and metadata are the same.
  public let unchanged: [HBAnchor]
  /// The anchors at ``fromDate``, if the diff was made from states.
  private let previous: [HBAnchor]?

  /// Creates a diff from its parts. An anchor may be in both `moved` and `updated`, and in no other two
  /// lists.
  public init(
    spaceId: UUID, fromDate: Date, toDate: Date, added: [HBAnchor] = [],
    removed: [HBAnchor] = [], moved: [MovedAnchor] = [], updated: [UpdatedAnchor] = [],
    unchanged: [HBAnchor] = []
  ) {
    self.init(
      spaceId: spaceId, fromDate: fromDate, toDate: toDate, added: added, removed: removed,
      moved: moved, updated: updated, unchanged: unchanged, previous: nil)
  }

  package init(
    spaceId: UUID, fromDate: Date, toDate: Date, added: [HBAnchor], removed: [HBAnchor],
    moved: [MovedAnchor], updated: [UpdatedAnchor], unchanged: [HBAnchor], previous: [HBAnchor]?
  ) {
    self.spaceId = spaceId
    self.fromDate = fromDate
    self.toDate = toDate
    self.added = added
    self.removed = removed
    self.moved = moved
    self.updated = updated
    self.unchanged = unchanged
    self.previous = previous
  }
}

extension HBDiff: Equatable {
  /// Compares by value, lists in their order; how a diff was made does not count.
  public static func == (left: HBDiff, right: HBDiff) -> Bool {
    left.spaceId == right.spaceId && left.fromDate == right.fromDate && left.toDate == right.toDate
      && left.added == right.added && left.removed == right.removed && left.moved == right.moved
      && left.updated == right.updated && left.unchanged == right.unchanged
  }
}

// MARK: - Changes

extension HBDiff {
  /// How many changes there are; an anchor that moved and was updated counts twice.
  public var changeCount: Int { added.count + removed.count + moved.count + updated.count }

  /// Whether anything changed.
  public var hasChanges: Bool { changeCount > 0 }

  /// `3 added, 1 removed, 2 moved, 1 updated`, without counts of zero; `No changes` if there are none.
  public var summary: String {
    let parts = [
      (added.count, "added"), (removed.count, "removed"), (moved.count, "moved"),
      (updated.count, "updated"),
    ]
    let text = parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
    return text.isEmpty ? "No changes" : text
  }
}

// MARK: - States

extension HBDiff {
  /// All anchors as they are at `toDate`, each once, ordered by (createdAt, id).
  public var currentAnchors: [HBAnchor] {
    let movedIds = Set(moved.map(\.anchor.id))
    let onlyUpdated = updated.map(\.anchor).filter { !movedIds.contains($0.id) }
    return (added + moved.map(\.anchor) + onlyUpdated + unchanged).inCreationOrder()
  }

  /// All anchors as they were at `fromDate`, each once, ordered by (createdAt, id): with the
  /// previous transform and the previous metadata.
  public var previousAnchors: [HBAnchor] {
    if let previous { return previous.inCreationOrder() }
    var changed: [UUID: HBAnchor] = [:]
    for moved in moved {
      changed[moved.anchor.id, default: moved.anchor].transform = moved.previousTransform
    }
    for updated in updated {
      changed[updated.anchor.id, default: updated.anchor].metadata = updated.previousMetadata
    }
    return (removed + changed.values + unchanged).inCreationOrder()
  }
}

extension [HBAnchor] {
  /// Sorted by (createdAt, id).
  package func inCreationOrder() -> [HBAnchor] {
    sorted { left, right in
      let (leftStart, rightStart) = (HBInstant(left.createdAt), HBInstant(right.createdAt))
      if leftStart != rightStart { return leftStart < rightStart }
      return left.id < right.id
    }
  }
}
