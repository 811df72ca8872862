import HyperbasisModels

/// Digests of metadata, equal for equal ones as ``AnyCodableValue`` compares: members in whatever
/// order, 1 like 1.0, texts by their scalars.
enum MetadataDigest {
  static let empty = of([:])

  static func of(_ metadata: [String: AnyCodableValue]) -> UInt64 {
    var members = Members()
    for (key, value) in metadata { members.add(text(key), of(value)) }
    return members.bits
  }

  /// What stands for the names of the members, whatever their values.
  static func shape(of metadata: [String: AnyCodableValue]) -> UInt32 {
    var members = Members()
    for key in metadata.keys { members.add(text(key), 0) }
    return members.shape
  }

  static func of(_ value: AnyCodableValue) -> UInt64 {
    switch value {
    case .string(let text): Self.text(text)
    case .int(let number): integer(number)
    case .double(let number): double(number)
    case .bool(let flag): bool(flag)
    case .null: null
    case .array(let values): array(values.lazy.map(of))
    case .dictionary(let members): of(members)
    }
  }

  static func text(_ text: String) -> UInt64 {
    var digest = TextDigest()
    for byte in text.utf8 { digest.add(UInt64(byte), 1) }
    return digest.bits
  }

  @inline(__always)
  static func integer(_ number: Int) -> UInt64 { scalar(2, UInt64(bitPattern: Int64(number))) }

  @inline(__always)
  static func double(_ number: Double) -> UInt64 {
    // A whole number equals the integer, −0 is 0.
    if let integer = Int(exactly: number) { return Self.integer(integer) }
    return scalar(3, number.bitPattern)
  }

  @inline(__always)
  static func bool(_ flag: Bool) -> UInt64 { scalar(4, flag ? 1 : 0) }

  static var null: UInt64 { scalar(5, 0) }

  static func array(_ elements: some Sequence<UInt64>) -> UInt64 {
    var digest = Digest(6)
    var count: UInt64 = 0
    for element in elements {
      digest.add(element)
      count += 1
    }
    digest.add(count)
    return digest.bits
  }

  @inline(__always)
  private static func scalar(_ kind: UInt64, _ word: UInt64) -> UInt64 {
    var digest = Digest(kind)
    digest.add(word)
    return digest.bits
  }

  /// The members of an object: a sum, which does not depend on their order.
  struct Members {
    private var sum: UInt64 = 0
    private var keys: UInt64 = 0
    private var count: UInt64 = 0

    @inline(__always)
    mutating func add(_ key: UInt64, _ value: UInt64) {
      keys &+= key
      var digest = Digest(7)
      digest.add(key)
      digest.add(value)
      sum &+= digest.bits
      count += 1
    }

    /// Equal for objects whose members have the same names; not 0.
    @inline(__always)
    var shape: UInt32 { UInt32(truncatingIfNeeded: keys >> 32) | 1 }

    @inline(__always)
    var bits: UInt64 {
      var digest = Digest(8)
      digest.add(sum)
      digest.add(count)
      return digest.bits
    }
  }
}

/// Digests of what a transform says beyond its position; 0 for the identity, so that the pages of
/// the column stay unwritten where nothing is turned.
struct RotationDigest {
  private var digest = Digest(9)

  @inline(__always)
  private mutating func addFloat(_ float: Float) {
    // Both zeros are equal.
    digest.add(float == 0 ? 0 : UInt64(float.bitPattern))
  }

  /// The digest of 16 floats, column-major, whose position does not count.
  static func of(_ transform: UnsafeBufferPointer<Float>) -> UInt64 {
    let bits = bits(transform)
    return bits == identity ? 0 : bits
  }

  static func of(_ transform: [Float]) -> UInt64 { transform.withUnsafeBufferPointer { of($0) } }

  private static let identity = HBTransform.identity.withUnsafeBufferPointer { bits($0) }

  private static func bits(_ transform: UnsafeBufferPointer<Float>) -> UInt64 {
    var rotation = RotationDigest()
    for (place, float) in transform.enumerated() where place < 12 || place == 15 {
      rotation.addFloat(float)
    }
    return rotation.digest.bits
  }
}
