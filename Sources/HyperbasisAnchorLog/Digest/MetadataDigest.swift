import HyperbasisModels

/// Digests of metadata, equal if the metadata is equal as ``AnyCodableValue`` compares it: members
/// in any order, 1 like 1.0, texts by their scalars.
struct MetadataDigest: Sendable {
  let key: DigestKey
  /// The digest of metadata without members.
  let empty: UInt64

  init(_ key: DigestKey) {
    self.key = key
    empty = Members(key).bits
  }
}

extension MetadataDigest {
  func of(_ metadata: [String: AnyCodableValue]) -> UInt64 {
    var members = members()
    for (key, value) in metadata { members.add(text(key), of(value)) }
    return members.bits
  }

  /// Returns a digest of the names of the members, whatever their values.
  func shape(of metadata: [String: AnyCodableValue]) -> UInt32 {
    var members = members()
    for key in metadata.keys { members.add(text(key), 0) }
    return members.shape
  }

  func of(_ value: AnyCodableValue) -> UInt64 {
    switch value {
    case .string(let text): self.text(text)
    case .int(let number): integer(number)
    case .double(let number): double(number)
    case .bool(let flag): bool(flag)
    case .null: null
    case .array(let values): array(values.lazy.map { of($0) })
    case .dictionary(let members): of(members)
    }
  }

  func text(_ text: String) -> UInt64 {
    var digest = TextDigest(key)
    for byte in text.utf8 { digest.add(UInt64(byte), 1) }
    return digest.bits
  }

  @inline(__always)
  func integer(_ number: Int) -> UInt64 { scalar(2, UInt64(bitPattern: Int64(number))) }

  @inline(__always)
  func double(_ number: Double) -> UInt64 {
    // A whole number equals the integer, −0 is 0.
    if let integer = Int(exactly: number) { return self.integer(integer) }
    return scalar(3, number.bitPattern)
  }

  @inline(__always)
  func bool(_ flag: Bool) -> UInt64 { scalar(4, flag ? 1 : 0) }

  var null: UInt64 { scalar(5, 0) }

  func array(_ elements: some Sequence<UInt64>) -> UInt64 {
    var digest = Digest(6, key)
    var count: UInt64 = 0
    for element in elements {
      digest.add(element)
      count += 1
    }
    digest.add(count)
    return digest.bits
  }

  @inline(__always)
  private func scalar(_ kind: UInt64, _ word: UInt64) -> UInt64 {
    var digest = Digest(kind, key)
    digest.add(word)
    return digest.bits
  }
}

extension MetadataDigest {
  @inline(__always)
  func members() -> Members { Members(key) }

  /// The members of an object: a sum, which does not depend on their order.
  struct Members {
    private let key: DigestKey
    private var sum: UInt64 = 0
    private var keys: UInt64 = 0
    private var count: UInt64 = 0

    @inline(__always)
    init(_ key: DigestKey) {
      self.key = key
    }

    @inline(__always)
    mutating func add(_ name: UInt64, _ value: UInt64) {
      keys &+= name
      var digest = Digest(7, key)
      digest.add(name)
      digest.add(value)
      sum &+= digest.bits
      count += 1
    }

    /// Equal for objects whose members have the same names; not 0.
    @inline(__always)
    var shape: UInt32 { UInt32(truncatingIfNeeded: keys >> 32) | 1 }

    @inline(__always)
    var bits: UInt64 {
      var digest = Digest(8, key)
      digest.add(sum)
      digest.add(count)
      return digest.bits
    }
  }
}
