package import Foundation
import Hyperbasis
import HyperbasisAnchorLog
package import HyperbasisModels
package import HyperbasisStore
import SeededRandom
import Synchronization
package import SystemPackage

/// The stores of the trials: their ids and clocks follow from a seed, so that a run can be repeated.
package enum TrialStore {
  package static let space = id(0xff)

  package static func id(_ number: UInt64) -> UUID {
    UUIDBits(high: 0x4000, low: 0x8000_0000_0000_0000 | number).uuid
  }

  package static func open(
    _ base: FilePath, _ files: any HyperbasisStore.FileSystem, durability: HBDurability = .os,
    seed: UInt64 = 1, startingAt second: Int64 = 100_000, lockPatience: TimeInterval = 5
  ) -> HBLocalStore {
    let source = TrialSource(seed: seed, second: second)
    return HBLocalStore(
      baseDirectory: URL(fileURLWithPath: base.string, isDirectory: true), durability: durability,
      actor: "tester", files: files, lockPatience: lockPatience, indexPolicy: indexPolicy,
      clock: source.now, makeUUID: source.makeUUID)
  }

  /// Writes the index of even the shortest log to disk, so that it can be damaged like all else.
  private static let indexPolicy: IndexPolicy = {
    var policy = IndexPolicy()
    policy.leastEvents = 1
    policy.tailShare = 1000
    return policy
  }()

  /// Returns an anchor whose text has characters of several bytes, and escapes.
  package static func anchor(
    _ number: UInt64, in space: UUID = space, x: Float = 0, text: String = "Zoë \"\u{2028}\" 階段"
  ) -> HBAnchor {
    HBAnchor(
      id: id(number), spaceId: space, transform: HBTransform.make(position: SIMD3(x, 0, 0)),
      metadata: ["text": .string(text)], createdAt: Date(timeIntervalSince1970: 1_705_000_000))
  }
}

/// A clock that advances by one second at each call, and ids from a seed.
final class TrialSource: Sendable {
  private let state: Mutex<(random: SeededGenerator, second: Int64)>

  init(seed: UInt64, second: Int64) {
    state = Mutex((SeededGenerator(seed: seed), second))
  }

  @Sendable func now() -> HBInstant {
    state.withLock { state in
      state.second += 1
      return HBInstant(microseconds: 1_706_781_600_000_000 + state.second * 1_000_000)
    }
  }

  @Sendable func makeUUID() -> UUID {
    state.withLock { state in
      UUIDBits(
        high: state.random.next() & 0xffff_ffff_ffff_0fff | 0x4000,
        low: state.random.next() & 0x3fff_ffff_ffff_ffff | 0x8000_0000_0000_0000
      ).uuid
    }
  }
}
