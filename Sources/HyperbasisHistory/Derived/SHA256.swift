/// The SHA-256 digest (FIPS 180-4), fed piece by piece, so that the whole input need not be in memory.
package struct SHA256 {
  private var state: [UInt32] = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab,
    0x5be0_cd19,
  ]
  private var rest: [UInt8] = []
  private var byteCount: UInt64 = 0
  private var words = [UInt32](repeating: 0, count: 64)

  package init() {
    rest.reserveCapacity(64)
  }

  /// Adds the next bytes.
  package mutating func update(_ bytes: UnsafeRawBufferPointer) {
    byteCount &+= UInt64(bytes.count)
    var start = 0
    if !rest.isEmpty {
      start = min(64 - rest.count, bytes.count)
      rest.append(contentsOf: bytes[..<start])
      guard rest.count == 64 else { return }
      let block = rest
      block.withUnsafeBytes { process($0, at: 0) }
      rest.removeAll(keepingCapacity: true)
    }
    while bytes.count - start >= 64 {
      process(bytes, at: start)
      start += 64
    }
    rest.append(contentsOf: bytes[start...])
  }

  package mutating func update(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { update($0) }
  }

  /// Returns the 32 bytes of the digest of all bytes added.
  package consuming func digest() -> [UInt8] {
    let bits = byteCount &* 8
    let zeros = Int((119 - byteCount % 64) % 64)
    update([0x80] + [UInt8](repeating: 0, count: zeros))
    update(stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: bits >> $0) })
    return state.flatMap { word in
      stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: word >> $0) }
    }
  }

  /// Returns the digest as 64 hexadecimal digits in lower case.
  package consuming func hexDigest() -> String {
    digest().map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
  }

  /// Returns the 32 bytes of the digest of bytes in memory.
  package static func digest(of bytes: [UInt8]) -> [UInt8] {
    var hash = SHA256()
    hash.update(bytes)
    return hash.digest()
  }

  /// Returns the digest of bytes in memory as 64 hexadecimal digits in lower case.
  package static func hexDigest(of bytes: [UInt8]) -> String {
    var hash = SHA256()
    hash.update(bytes)
    return hash.hexDigest()
  }
}

extension SHA256 {
  private mutating func process(_ bytes: UnsafeRawBufferPointer, at start: Int) {
    words.withUnsafeMutableBufferPointer { w in
      Self.constants.withUnsafeBufferPointer { k in
        for t in 0..<16 {
          let word = bytes.loadUnaligned(fromByteOffset: start &+ t &* 4, as: UInt32.self)
          w[t] = UInt32(bigEndian: word)
        }
        for t in 16..<64 {
          let (a, b) = (w[t &- 15], w[t &- 2])
          let s0 = rotate(a, 7) ^ rotate(a, 18) ^ (a &>> 3)
          let s1 = rotate(b, 17) ^ rotate(b, 19) ^ (b &>> 10)
          w[t] = w[t &- 16] &+ s0 &+ w[t &- 7] &+ s1
        }
        state.withUnsafeMutableBufferPointer { Self.round($0, w, k) }
      }
    }
  }

  private static func round(
    _ state: UnsafeMutableBufferPointer<UInt32>, _ w: UnsafeMutableBufferPointer<UInt32>,
    _ k: UnsafeBufferPointer<UInt32>
  ) {
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    for t in 0..<64 {
      let s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
      let first = h &+ s1 &+ ((e & f) ^ (~e & g)) &+ k[t] &+ w[t]
      let s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)
      let second = s0 &+ ((a & b) ^ (a & c) ^ (b & c))
      (h, g, f, e) = (g, f, e, d &+ first)
      (d, c, b, a) = (c, b, a, first &+ second)
    }
    for (place, value) in [a, b, c, d, e, f, g, h].enumerated() { state[place] &+= value }
  }

  private static let constants: [UInt32] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4,
    0xab1c_5ed5, 0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe,
    0x9bdc_06a7, 0xc19b_f174, 0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f,
    0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da, 0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7,
    0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967, 0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc,
    0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85, 0xa2bf_e8a1, 0xa81a_664b,
    0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070, 0x19a4_c116,
    0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7,
    0xc671_78f2,
  ]
}

@inline(__always)
private func rotate(_ word: UInt32, _ count: UInt32) -> UInt32 {
  word &>> count | word &<< (32 &- count)
}
