public import HyperbasisModels

// Payloads of many events at once: neighbours in the log share a read, so that a thousand cost far
// less than a thousand single calls.

extension EventIndex {
  /// The transforms in force after events, in the same order; identity before a fold starts.
  public func transforms(after ordinals: [Int]) throws -> [[Float]] {
    var batch = PayloadBatch(self, expected: ordinals.count)
    for ordinal in ordinals { _ = batch.addTransform(transformSource(ordinal)) }
    try batch.read()
    return batch.transforms
  }

  /// The metadata in force after events, in the same order.
  public func metadata(after ordinals: [Int]) throws -> [[String: AnyCodableValue]] {
    var batch = PayloadBatch(self, expected: ordinals.count)
    for ordinal in ordinals { _ = batch.addMetadata(metadataSource(ordinal)) }
    try batch.read()
    return batch.metadata
  }
}
