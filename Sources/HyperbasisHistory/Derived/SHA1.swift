/// The SHA-1 digest (RFC 3174), used only for version 5 UUIDs, not for security.
enum SHA1 {
  /// Returns the 20 bytes of the digest.
  static func digest(_ message: [UInt8]) -> [UInt8] {
    var state: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0]
    let padded = pad(message)
    for block in stride(from: 0, to: padded.count, by: 64) {
      process(padded[block..<block + 64], &state)
    }
    return state.flatMap { word in stride(from: 24, through: 0, by: -8).map { byte(word, $0) } }
  }

  private static func byte(_ word: UInt32, _ shift: Int) -> UInt8 {
    UInt8(truncatingIfNeeded: word >> UInt32(shift))
  }

  /// > 4. A "1" is appended, then "0"s, then the length of the original message in bits.
  private static func pad(_ message: [UInt8]) -> [UInt8] {
    let zeros = (119 - message.count % 64) % 64
    let bits = UInt64(message.count) &* 8
    let length = stride(from: 56, through: 0, by: -8).map {
      UInt8(truncatingIfNeeded: bits >> UInt64($0))
    }
    return message + [0x80] + [UInt8](repeating: 0, count: zeros) + length
  }

  private static func process(_ block: ArraySlice<UInt8>, _ state: inout [UInt32]) {
    let words = schedule(block)
    var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
    for t in 0..<80 {
      let (f, k) = round(t, b, c, d)
      let next = rotate(a, 5) &+ f &+ e &+ words[t] &+ k
      (e, d, c, b, a) = (d, c, rotate(b, 30), a, next)
    }
    for (index, value) in [a, b, c, d, e].enumerated() { state[index] &+= value }
  }

  private static func schedule(_ block: ArraySlice<UInt8>) -> [UInt32] {
    var words = stride(from: block.startIndex, to: block.endIndex, by: 4).map { index in
      block[index..<index + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    }
    for t in 16..<80 {
      words.append(rotate(words[t - 3] ^ words[t - 8] ^ words[t - 14] ^ words[t - 16], 1))
    }
    return words
  }

  private static func round(
    _ t: Int, _ b: UInt32, _ c: UInt32, _ d: UInt32
  ) -> (f: UInt32, k: UInt32) {
    switch t {
    case ..<20: ((b & c) | (~b & d), 0x5A82_7999)
    case ..<40: (b ^ c ^ d, 0x6ED9_EBA1)
    case ..<60: ((b & c) | (b & d) | (c & d), 0x8F1B_BCDC)
    default: (b ^ c ^ d, 0xCA62_C1D6)
    }
  }

  private static func rotate(_ word: UInt32, _ count: UInt32) -> UInt32 {
    word << count | word >> (32 - count)
  }
}
