package import Foundation
import HyperbasisAnchorLog
import Synchronization

extension UUID {
  /// Returns a random UUID (RFC 9562, version 4) from the system's generator; Foundation's own opens
  /// `/dev/urandom` for each.
  package static func random() -> UUID {
    let bits = RandomWords.process.withLock { $0.next() }
    return UUIDBits(
      high: bits.high & 0xffff_ffff_ffff_0fff | 0x4000,
      low: bits.low & 0x3fff_ffff_ffff_ffff | 0x8000_0000_0000_0000
    ).uuid
  }
}

/// Random words from the system's generator, fetched for several ids at once: each fetch is a system
/// call.
private struct RandomWords: ~Copyable {
  static let process = Mutex(RandomWords())

  private var words: [UUIDBits] = []
  /// How many words the system hands out in one piece.
  private static let count = 256 / MemoryLayout<UUIDBits>.stride

  mutating func next() -> UUIDBits {
    if words.isEmpty { words = Self.fetch() }
    return words.removeLast()
  }

  private static func fetch() -> [UUIDBits] {
    let words = [UUIDBits](unsafeUninitializedCapacity: count) { words, filled in
      let bytes = UnsafeMutableRawBufferPointer(words)
      if getentropy(bytes.baseAddress, bytes.count) == 0 { filled = words.count }
    }
    if !words.isEmpty { return words }
    // The system did not hand them out in one piece.
    var generator = SystemRandomNumberGenerator()
    return [UUIDBits(high: generator.next(), low: generator.next())]
  }
}
