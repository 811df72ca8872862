import HyperbasisModels

extension EventIndex {
  /// Returns a digest of the latest state of an anchor as its file would have it, including the
  /// second of its last change; 0 if the anchor is in no state.
  ///
  /// It can be compared with those that were made with the same key, in any process.
  package func latestDigest(ofSlot slot: Int) -> UInt64 {
    guard foldStart(ofSlot: slot) != nil else { return 0 }
    let newest = newestOrdinal(ofSlot: slot)
    let folded = columns.folded[row(newest)]
    var digest = Digest(10, columns.digests.key)
    digest.add(folded.flags.contains(.hidden) ? 1 : 0)
    digest.add(UInt64(folded.position.x.bitPattern))
    digest.add(UInt64(folded.position.y.bitPattern))
    digest.add(UInt64(folded.position.z.bitPattern))
    let digests = DigestReader(columns)
    digest.add(digests.rotation(after: folded))
    digest.add(digests.metadata(after: folded))
    digest.add(UInt64(bitPattern: instant(newest).wholeSeconds))
    return digest.bits | 1
  }

  /// The key that the digests of this index were made with.
  package var digestKey: DigestKey { columns.digests.key }
}
