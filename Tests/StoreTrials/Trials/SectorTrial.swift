import Foundation
import SeededRandom
import StoreSimulation

/// A log in which blocks are lost, mixed up, or filled with something else.
package struct SectorTrial: Trial {
  package let number = 3
  package let title = "damaged blocks"
  package let target =
    "100,000 cases of blocks zeroed, randomised, doubled, swapped and dropped, and of bad tails; all "
    + "other lines are read"

  private static let cases = 100_000
  private static let size = 16_384

  package init() {}

  package func run(_ settings: TrialSettings, _ report: inout TrialReport) throws {
    let sample = try SampleStore(bytes: Self.size, seed: settings.seed)
    var random = SeededGenerator(seed: settings.seed)
    for _ in 0..<settings.count(Self.cases) where !settings.isOver(report) {
      let seed = random.next()
      var damage = BlockDamage(seed: seed)
      let log = damage.applied(to: sample.text.bytes)
      report.tried += 1
      if log != sample.text.bytes { report.injected += 1 }
      report.observe(damage.name, 1)
      // Where blocks are cut out, two lines may become one, with the id of one of them.
      var check = RecoveryCheck(
        try sample.files(log: log), base: SampleStore.base, StoreExpectation(lines: sample.lines),
        mayAlter: true)
      check.run()
      report.observe("damaged lines", check.damagedLines)
      report.violations += check.violations.map { "\(damage.name), seed \(seed): \($0)" }
    }
  }
}

/// One way of damaging a log, determined by a seed.
struct BlockDamage {
  private var random: SeededGenerator
  private(set) var name = ""

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
  }

  mutating func applied(to log: [UInt8]) -> [UInt8] {
    var log = log
    let size = Bool.random(using: &random) ? 512 : 4096
    let (one, other) = (block(in: log, size), block(in: log, size))
    switch Int.random(in: 0..<8, using: &random) {
    case 0:
      name = "blocks zeroed"
      for place in one { log[place] = 0 }
    case 1:
      name = "blocks randomised"
      for place in one { log[place] = .random(in: 0...255, using: &random) }
    case 2:
      name = "blocks doubled"
      log.insert(contentsOf: log[one], at: other.lowerBound)
    case 3:
      name = "blocks written elsewhere"
      log.replaceSubrange(other, with: log[one])
    case 4:
      name = "blocks dropped"
      log.removeSubrange(one)
    case 5:
      name = "tails of zeros"
      log.append(contentsOf: repeatElement(0, count: tail(size)))
    case 6:
      name = "tails of garbage"
      for _ in 0..<tail(size) { log.append(.random(in: 0...255, using: &random)) }
    default:
      name = "bytes changed"
      for _ in 0..<8 where !log.isEmpty {
        log[Int.random(in: log.indices, using: &random)] = .random(in: 0...255, using: &random)
      }
    }
    return log
  }

  private mutating func tail(_ size: Int) -> Int { .random(in: 1...size, using: &random) }

  private mutating func block(in log: [UInt8], _ size: Int) -> Range<Int> {
    let start = Int.random(in: 0...max(0, (log.count - 1) / size), using: &random) * size
    return min(start, log.count)..<min(start + size, log.count)
  }
}
