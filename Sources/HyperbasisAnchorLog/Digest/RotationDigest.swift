import HyperbasisModels

/// Digests of transforms without their positions; 0 for the identity, so that the pages of the
/// column stay unwritten if nothing is rotated.
struct RotationDigest: Sendable {
  private let key: DigestKey
  private let identity: UInt64

  init(_ key: DigestKey) {
    self.key = key
    identity = Self.digest(HBTransform.identity, key).bits
  }

  /// Returns the digest of 16 floats, column-major, whose position does not count.
  func of(_ transform: [Float]) -> UInt64 { of(Self.digest(transform, key)) }

  private static func digest(_ transform: [Float], _ key: DigestKey) -> Digest {
    var digest = Digest(kind, key)
    for (place, float) in transform.enumerated() where place < 12 || place == 15 {
      digest.add(float: float)
    }
    return digest
  }

  private static let kind: UInt64 = 9
}

// MARK: - Float by float

extension RotationDigest {
  /// Returns a digest to which the first twelve floats and the last one must be added.
  @inline(__always)
  func start() -> Digest { Digest(Self.kind, key) }

  /// Returns the rotation digest of the floats that were added to a digest.
  @inline(__always)
  func of(_ digest: Digest) -> UInt64 { digest.bits == identity ? 0 : digest.bits }
}

extension Digest {
  @inline(__always)
  mutating func add(float: Float) {
    // Both zeros are equal.
    add(float == 0 ? 0 : UInt64(float.bitPattern))
  }
}
