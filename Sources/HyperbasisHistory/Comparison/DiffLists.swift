package import Foundation
package import HyperbasisAnchorLog
package import HyperbasisModels

extension HBDiff {
  /// Creates the difference that a comparison found, with the anchors as they are on both sides.
  ///
  /// - Throws: if the log can no longer be read.
  package init(
    _ index: EventIndex, _ comparison: StateComparison, fromDate: Date, toDate: Date
  ) throws {
    var lists = DiffLists()
    try index.forEachAnchor(of: comparison.pairs) { lists.add($0, $1, $2) }
    self = lists.diff(of: index.spaceId, fromDate, toDate)
  }

  /// Creates the difference that a comparison found, as far as the log can still be read: all anchors and
  /// their changes are there, but transforms and metadata that cannot be read are empty.
  init(
    readable index: EventIndex, _ comparison: StateComparison, fromDate: Date, toDate: Date
  ) {
    var lists = DiffLists()
    index.forEachReadableAnchor(of: comparison.pairs) { lists.add($0, $1, $2) }
    self = lists.diff(of: index.spaceId, fromDate, toDate)
  }
}

private struct DiffLists {
  private var added: [HBAnchor] = []
  private var removed: [HBAnchor] = []
  private var moved: [HBDiff.MovedAnchor] = []
  private var updated: [HBDiff.UpdatedAnchor] = []
  private var unchanged: [HBAnchor] = []
  private var previous: [HBAnchor] = []

  mutating func add(_ pair: StatePair, _ old: HBAnchor?, _ new: HBAnchor?) {
    if let old { previous.append(old) }
    guard let new else {
      if let old { removed.append(old) }
      return
    }
    guard let old else { return added.append(new) }
    if pair.hasMoved { moved.append(.init(anchor: new, previousTransform: old.transform)) }
    if pair.isUpdated { updated.append(.init(anchor: new, previousMetadata: old.metadata)) }
    if !pair.isChanged, !pair.isBelowThreshold { unchanged.append(new) }
  }

  func diff(of spaceId: UUID, _ fromDate: Date, _ toDate: Date) -> HBDiff {
    HBDiff(
      spaceId: spaceId, fromDate: fromDate, toDate: toDate, added: added, removed: removed,
      moved: moved, updated: updated, unchanged: unchanged, previous: previous)
  }
}
