package import Foundation
package import HyperbasisAnchorLog
import HyperbasisModels

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
  private let index: EventIndex
  private(set) var added: [HBAnchor] = []
  private(set) var removed: [HBAnchor] = []
  private(set) var moved: [HBDiff.MovedAnchor] = []
  private(set) var updated: [HBDiff.UpdatedAnchor] = []
  private(set) var unchanged: [HBAnchor] = []
  private(set) var previous: [HBAnchor] = []

  init(index: EventIndex) {
    self.index = index
  }

  /// One side of an anchor: its event, and the numbers of its payload in the batch.
  private struct Side {
    let ordinal: Int
    let transform: Int
    let metadata: Int
  }

  mutating func compare(_ before: SpaceState, _ after: SpaceState) throws {
    var batch = PayloadBatch(index, expected: index.slotsInStoreOrder.count * 2)
    var pairs: [(old: Side?, new: Side?)] = []
    pairs.reserveCapacity(index.slotsInStoreOrder.count)
    for slot in index.slotsInStoreOrder {
      let old = try side(visibleOrdinal(Int(slot), before), nil, &batch)
      let new = try side(visibleOrdinal(Int(slot), after), old, &batch)
      if old != nil || new != nil { pairs.append((old, new)) }
    }
    try batch.read()
    for pair in pairs { file(pair.old, pair.new, batch) }
  }

  private func visibleOrdinal(_ slot: Int, _ state: SpaceState) -> Int? {
    state.ordinal(ofSlot: slot).flatMap { index.isVisible($0) ? $0 : nil }
  }

  /// Asks for the payload of a side; what comes from the same event as the other's is read once.
  private func side(_ ordinal: Int?, _ other: Side?, _ batch: inout PayloadBatch) throws -> Side? {
    guard let ordinal else { return nil }
    let transform = index.transformSource(ordinal)
    let metadata = index.metadataSource(ordinal)
    if let other {
      let sharesTransform = index.transformSource(other.ordinal) == transform
      let sharesMetadata = index.metadataSource(other.ordinal) == metadata
      return Side(
        ordinal: ordinal,
        transform: sharesTransform ? other.transform : try batch.addTransform(transform),
        metadata: sharesMetadata ? other.metadata : try batch.addMetadata(metadata))
    }
    return Side(
      ordinal: ordinal, transform: try batch.addTransform(transform),
      metadata: try batch.addMetadata(metadata))
  }

  private mutating func file(_ old: Side?, _ new: Side?, _ batch: PayloadBatch) {
    func anchor(_ side: Side) -> HBAnchor {
      index.anchor(side.ordinal, batch.transforms[side.transform], batch.metadata[side.metadata])
    }
    if let old { previous.append(anchor(old)) }
    guard let new else {
      if let old { removed.append(anchor(old)) }
      return
    }
    let current = anchor(new)
    guard let old else { return added.append(current) }
    let previousTransform = batch.transforms[old.transform]
    let previousMetadata = batch.metadata[old.metadata]
    let hasMoved =
      old.transform != new.transform && previousTransform != current.transform
    let isUpdated =
      old.metadata != new.metadata && !previousMetadata.hasSameMembers(as: current.metadata)
    if hasMoved { moved.append(.init(anchor: current, previousTransform: previousTransform)) }
    if isUpdated { updated.append(.init(anchor: current, previousMetadata: previousMetadata)) }
    if !hasMoved, !isUpdated { unchanged.append(current) }
  }
}
