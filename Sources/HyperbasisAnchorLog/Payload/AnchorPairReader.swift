public import HyperbasisModels

extension EventIndex {
  /// Calls `body` with each pair and its anchor as it is in the earlier and in the later state; nil
  /// if it is not visible there. All of them are read at once.
  ///
  /// - Throws: if the log can no longer be read.
  public func forEachAnchor(
    of pairs: [StatePair], _ body: (StatePair, _ before: HBAnchor?, _ after: HBAnchor?) -> Void
  ) throws {
    var reader = AnchorPairReader(pairs, self)
    try reader.payloads.read()
    reader.forEach(pairs, body)
  }

  /// Does the same as far as the log can still be read: an anchor whose payload cannot be read has
  /// an empty transform, which is not a valid one, or no metadata.
  public func forEachReadableAnchor(
    of pairs: [StatePair], _ body: (StatePair, _ before: HBAnchor?, _ after: HBAnchor?) -> Void
  ) {
    var reader = AnchorPairReader(pairs, self)
    reader.payloads.readWhatThereIs()
    reader.forEach(pairs, body)
  }
}

private struct AnchorPairReader {
  /// One side of an anchor: its event, and the numbers of its payload in the batch.
  private struct Side {
    let ordinal: Int
    let transform: Int
    let metadata: Int
  }

  private let index: EventIndex
  private var sides: [(old: Side?, new: Side?)] = []
  var payloads: PayloadBatch

  init(_ pairs: [StatePair], _ index: EventIndex) {
    self.index = index
    payloads = PayloadBatch(index, expected: pairs.count * 2)
    sides.reserveCapacity(pairs.count)
    for pair in pairs {
      let old = pair.wasVisible ? Self.side(Int(pair.before), nil, index, &payloads) : nil
      let new = pair.isVisible ? Self.side(Int(pair.after), old, index, &payloads) : nil
      sides.append((old, new))
    }
  }

  /// Requests the payload of a side; what comes from the same event as the other's is read once.
  // A function, as an initializer would copy the index each time.
  private static func side(
    _ ordinal: Int, _ other: Side?, _ index: EventIndex, _ batch: inout PayloadBatch
  ) -> Side {
    let transform = index.transformSource(ordinal)
    let metadata = index.metadataSource(ordinal)
    guard let other else {
      return Side(
        ordinal: ordinal, transform: batch.addTransform(transform),
        metadata: batch.addMetadata(metadata))
    }
    let sharesTransform = index.transformSource(other.ordinal) == transform
    let sharesMetadata = index.metadataSource(other.ordinal) == metadata
    return Side(
      ordinal: ordinal,
      transform: sharesTransform ? other.transform : batch.addTransform(transform),
      metadata: sharesMetadata ? other.metadata : batch.addMetadata(metadata))
  }

  func forEach(_ pairs: [StatePair], _ body: (StatePair, HBAnchor?, HBAnchor?) -> Void) {
    for number in pairs.indices {
      let (pair, (old, new)) = (pairs[number], sides[number])
      let before = anchor(old)
      // Most anchors have not changed: one event describes both sides.
      body(pair, before, old?.ordinal == new?.ordinal ? before : anchor(new))
    }
  }

  private func anchor(_ side: Side?) -> HBAnchor? {
    guard let side else { return nil }
    return index.anchor(
      side.ordinal, payloads.transforms[side.transform], payloads.metadata[side.metadata])
  }
}
