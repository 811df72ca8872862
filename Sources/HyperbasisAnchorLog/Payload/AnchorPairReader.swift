public import HyperbasisModels

extension EventIndex {
  /// Calls `body` with each pair and its anchor as it is in the earlier and in the later state; nil
  /// where it is not visible. All of them are read at once.
  ///
  /// - Throws: where the log cannot be read any more.
  public func forEachAnchor(
    of pairs: [StatePair], _ body: (StatePair, _ before: HBAnchor?, _ after: HBAnchor?) -> Void
  ) throws {
    var reader = AnchorPairReader(pairs, self)
    try reader.payloads.read()
    reader.forEach(pairs, body)
  }

  /// The same as far as the log can still be read: an anchor whose payload cannot has an empty
  /// transform, which is not a valid one, or no metadata.
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

  private let index: EventIndex
  private var sides: [(old: Side?, new: Side?)] = []
  var payloads: PayloadBatch

  init(_ pairs: [StatePair], _ index: EventIndex) {
    self.index = index
    payloads = PayloadBatch(index, expected: pairs.count * 2)
    sides.reserveCapacity(pairs.count)
    for pair in pairs {
      let old = pair.wasVisible ? Side(Int(pair.before), nil, index, &payloads) : nil
      let new = pair.isVisible ? Side(Int(pair.after), old, index, &payloads) : nil
      sides.append((old, new))
    }
  }

  func forEach(_ pairs: [StatePair], _ body: (StatePair, HBAnchor?, HBAnchor?) -> Void) {
    for (pair, (old, new)) in zip(pairs, sides) { body(pair, anchor(old), anchor(new)) }
  }

  private func anchor(_ side: Side?) -> HBAnchor? {
    side.map { side in
      index.anchor(
        side.ordinal, payloads.transforms[side.transform], payloads.metadata[side.metadata])
    }
  }
}
