import Foundation

/// The random source of the sample: the same numbers on every machine (SplitMix64, Steele and
/// others, "Fast splittable pseudorandom number generators", OOPSLA 2014).
struct DemoRandom {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func bits() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number from 0 to `count` − 1.
  mutating func below(_ count: Int) -> Int {
    Int(bits() % UInt64(count))
  }

  /// A number between two bounds.
  mutating func between(_ low: Double, _ high: Double) -> Double {
    low + (high - low) * Double(bits() >> 11) / Double(1 << 53)
  }

  mutating func element<Element>(of list: [Element]) -> Element {
    list[below(list.count)]
  }

  /// A random UUID, version 4.
  mutating func uuid() -> UUID {
    var bytes = [bits(), bits()].flatMap { word in
      (0..<8).map { UInt8(truncatingIfNeeded: word >> UInt64($0 * 8)) }
    }
    bytes[6] = bytes[6] & 0x0F | 0x40
    bytes[8] = bytes[8] & 0x3F | 0x80
    return UUID(
      uuid: (
        bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7], bytes[8],
        bytes[9], bytes[10], bytes[11], bytes[12], bytes[13], bytes[14], bytes[15]
      ))
  }
}
