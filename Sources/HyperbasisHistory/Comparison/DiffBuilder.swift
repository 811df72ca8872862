package import Foundation
package import HyperbasisAnchorLog
package import HyperbasisModels

extension HBDiff {
  /// The difference that a comparison found, with the anchors as they are on both sides.
  ///
  /// - Throws: where the log cannot be read any more.
  package init(
    _ index: EventIndex, _ comparison: StateComparison, fromDate: Date, toDate: Date
  ) throws {
    var builder = DiffBuilder(index, comparison)
    try builder.payloads.read()
    self = builder.diff(fromDate: fromDate, toDate: toDate)
  }

  /// The difference that a comparison found, as far as the log can still be read: the anchors and
  /// what became of each are all there; a transform that cannot be read is empty, and so are
  /// metadata.
  init(
    readable index: EventIndex, _ comparison: StateComparison, fromDate: Date, toDate: Date
  ) {
    var builder = DiffBuilder(index, comparison)
    builder.payloads.readWhatThereIs()
    self = builder.diff(fromDate: fromDate, toDate: toDate)
  }
}

/// Decodes the anchors of a comparison, and sorts them into the lists of a diff.
private struct DiffBuilder {
  private let index: EventIndex
  private let anchors: [(pair: StatePair, old: Side?, new: Side?)]
  var payloads: PayloadBatch

  init(_ index: EventIndex, _ comparison: StateComparison) {
    self.index = index
    var payloads = PayloadBatch(index, expected: comparison.pairs.count * 2)
    anchors = comparison.pairs.map { pair in
      let old = pair.wasVisible ? Side(Int(pair.before), nil, index, &payloads) : nil
      let new = pair.isVisible ? Side(Int(pair.after), old, index, &payloads) : nil
      return (pair, old, new)
    }
    self.payloads = payloads
  }

  /// One side of an anchor: its event, and the numbers of its payload in the batch.
  private struct Side {
    let ordinal: Int
    let transform: Int
    let metadata: Int

    /// Asks for the payload of a side; what comes from the same event as the other's is read once.
    init(_ ordinal: Int, _ other: Side?, _ index: EventIndex, _ batch: inout PayloadBatch) {
      self.ordinal = ordinal
      let source = index.transformSource(ordinal)
      if let other, index.transformSource(other.ordinal) == source {
        transform = other.transform
      } else {
        transform = batch.addTransform(source)
      }
      let metadataSource = index.metadataSource(ordinal)
      if let other, index.metadataSource(other.ordinal) == metadataSource {
        metadata = other.metadata
      } else {
        metadata = batch.addMetadata(metadataSource)
      }
    }
  }

  func diff(fromDate: Date, toDate: Date) -> HBDiff {
    var added: [HBAnchor] = []
    var removed: [HBAnchor] = []
    var moved: [HBDiff.MovedAnchor] = []
    var updated: [HBDiff.UpdatedAnchor] = []
    var unchanged: [HBAnchor] = []
    for (pair, old, new) in anchors {
      guard let new else {
        if let old { removed.append(anchor(old)) }
        continue
      }
      let current = anchor(new)
      guard let old else {
        added.append(current)
        continue
      }
      if pair.hasMoved {
        moved.append(
          .init(anchor: current, previousTransform: payloads.transforms[old.transform]))
      }
      if pair.isUpdated {
        updated.append(.init(anchor: current, previousMetadata: payloads.metadata[old.metadata]))
      }
      if !pair.isChanged, !pair.isBelowThreshold { unchanged.append(current) }
    }
    return HBDiff(
      spaceId: index.spaceId, fromDate: fromDate, toDate: toDate, added: added, removed: removed,
      moved: moved, updated: updated, unchanged: unchanged,
      previous: anchors.compactMap { $0.old.map(anchor) })
  }

  private func anchor(_ side: Side) -> HBAnchor {
    index.anchor(
      side.ordinal, payloads.transforms[side.transform], payloads.metadata[side.metadata])
  }
}
