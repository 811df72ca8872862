/// The key that digests are mixed with. An index on disk keeps its key beside its digests.
package struct DigestKey: Hashable, Sendable {
  package let bits: UInt64

  package init(bits: UInt64) {
    self.bits = bits
  }

  /// The key of indexes that bring none of their own; a different one in each process.
  package static let process = DigestKey(bits: .random(in: .min ... .max))
}

/// Makes the digests of payloads under one key.
struct PayloadDigests: Sendable {
  let key: DigestKey
  let metadata: MetadataDigest
  let rotation: RotationDigest

  init(_ key: DigestKey) {
    self.key = key
    metadata = MetadataDigest(key)
    rotation = RotationDigest(key)
  }

  static let process = PayloadDigests(.process)
}
