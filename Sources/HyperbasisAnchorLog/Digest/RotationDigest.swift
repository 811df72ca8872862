import HyperbasisModels

/// Digests of what a transform says beyond its position; 0 for the identity, so that the pages of
/// the column stay unwritten where nothing is turned.
struct RotationDigest: Sendable {
  private let key: DigestKey
  private let identity: UInt64

  init(_ key: DigestKey) {
    self.key = key
    identity = Self.digest(HBTransform.identity, key).bits
  }

  /// The digest of 16 floats, column-major, whose position does not count.
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
  /// A digest that gets the first twelve floats and the last one.
  @inline(__always)
  func start() -> Digest { Digest(Self.kind, key) }

  /// What stands for the floats that a digest got.
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
