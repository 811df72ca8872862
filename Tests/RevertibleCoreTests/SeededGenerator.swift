import Foundation

/// SplitMix64: the same seed gives the same numbers.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &self) }

  mutating func chance(_ oneIn: Int) -> Bool { below(oneIn) == 0 }
}

/// Sizes of the random tests, from the environment.
enum RandomTests {
  /// How many scripts run; `REVERTIBLE_SCRIPTS=100000` for the long run.
  static let scriptCount = number("REVERTIBLE_SCRIPTS") ?? 400
  /// The seed of the first script; a failure prints the seed of its own.
  static let firstSeed = UInt64(number("REVERTIBLE_SEED") ?? 1)

  private static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
  }
}
