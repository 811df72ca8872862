package import Foundation

extension HBDiff {
  /// The difference of two states of an index.
  ///
  /// - Throws: where the log cannot be read any more.
  package init(
    _ index: EventIndex, from before: SpaceState, to after: SpaceState, fromDate: Date, toDate: Date
  ) throws {
    var builder = DiffBuilder(index: index)
    try builder.compare(before, after)
    self.init(
      spaceId: index.spaceId, fromDate: fromDate, toDate: toDate, added: builder.added,
      removed: builder.removed, moved: builder.moved, updated: builder.updated,
      unchanged: builder.unchanged, previous: builder.previous)
  }
}

/// Sorts the anchors of two states into the lists of a diff.
private struct DiffBuilder {
  let index: EventIndex
  var added: [HBAnchor] = []
  var removed: [HBAnchor] = []
  var moved: [HBDiff.MovedAnchor] = []
  var updated: [HBDiff.UpdatedAnchor] = []
  var unchanged: [HBAnchor] = []
  var previous: [HBAnchor] = []

  init(index: EventIndex) {
    self.index = index
  }

  mutating func compare(_ before: SpaceState, _ after: SpaceState) throws {
    for slot in index.slotsInStoreOrder {
      let old = visibleOrdinal(Int(slot), before)
      let new = visibleOrdinal(Int(slot), after)
      switch (old, new) {
      case (nil, nil): break
      case (nil, let new?): try index.anchor(after: new).map { added.append($0) }
      case (let old?, nil):
        try index.anchor(after: old).map {
          removed.append($0)
          previous.append($0)
        }
      case (let old?, let new?): try compare(old, new)
      }
    }
  }

  private func visibleOrdinal(_ slot: Int, _ state: SpaceState) -> Int? {
    state.ordinal(ofSlot: slot).flatMap { index.isVisible($0) ? $0 : nil }
  }

  private mutating func compare(_ old: Int, _ new: Int) throws {
    guard let anchor = try index.anchor(after: new) else { return }
    var before = anchor
    before.updatedAt = index.date(old)
    before.deletedAt = nil
    if index.transformSource(old) != index.transformSource(new) {
      before.transform = try index.transform(old)
    }
    if index.metadataSource(old) != index.metadataSource(new) {
      before.metadata = try index.metadata(old)
    }
    file(before, anchor)
  }

  private mutating func file(_ before: HBAnchor, _ anchor: HBAnchor) {
    let hasMoved = before.transform != anchor.transform
    let isUpdated = !before.metadata.hasSameMembers(as: anchor.metadata)
    if hasMoved { moved.append(.init(anchor: anchor, previousTransform: before.transform)) }
    if isUpdated { updated.append(.init(anchor: anchor, previousMetadata: before.metadata)) }
    if !hasMoved, !isUpdated { unchanged.append(anchor) }
    previous.append(before)
  }
}
