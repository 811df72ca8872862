import DriftTestSupport
import Foundation
import HyperbasisAnchorLog
import HyperbasisDrift

/// How long it takes to find the shifts of long logs.
struct Speed {
  /// The sizes of the bursts; nil for those of the table.
  let sizes: [Int]?
  let rounds: Int

  func print() throws {
    Swift.print(
      "\n1,000,000 moves of 10,000 anchors: burst size, cold, processor time, again, one more burst"
    )
    for (hasShifts, turns) in [(false, false), (true, false), (true, true)] {
      for size in sizes ?? (turns ? [20, 10_000] : [5, 20, 100, 1000, 10_000]) {
        try measure(size, hasShifts, turns)
        fflush(nil)
      }
    }
  }

  /// Measures a writer that moves an anchor every second or every twenty: nothing is a burst, but all may
  /// be one.
  func printSteady() throws {
    Swift.print("\nOne move a second, and one in 20 seconds")
    for spacing in [1, 20] { try measure(1, false, false, spacing: spacing) }
  }

  private func measure(
    _ size: Int, _ hasShifts: Bool, _ turns: Bool, spacing: Int = 300
  ) throws {
    var log = LongLog(
      burstSize: size, events: 1_000_000, hasShifts: hasShifts, turnsHeadings: turns,
      spacing: spacing)
    log.writeAll()
    var reader = try LogReader.load(spaceId: log.space, source: log.source)
    let clock = ContinuousClock()
    var history: DriftHistory?
    var best = Duration.seconds(1000)
    var processor = Double.infinity
    for _ in 0..<rounds {
      let start = clock.now
      let ticks = Foundation.clock()
      history = try DriftHistory(reader.index)
      best = min(best, clock.now - start)
      processor = min(processor, Double(Foundation.clock() - ticks) / Double(CLOCKS_PER_SEC))
    }
    guard var history else { return }
    let known = clock.now
    try history.update(reader.index)
    let again = clock.now - known
    log.writeBurst()
    try reader.append(from: log.source)
    let next = clock.now
    try history.update(reader.index)
    let update = clock.now - next
    let name =
      hasShifts ? (turns ? "every second turns " : "every second moves ") : "no shifts          "
    Swift.print(
      name,
      String(
        format: "%6d  %7.3f s  %7.3f s  %6.3f ms  %7.2f ms", size, best.seconds, processor,
        again.seconds * 1000, update.seconds * 1000),
      " \(history.shifts.count) found")
  }
}

extension Duration {
  var seconds: Double {
    let (whole, atto) = components
    return Double(whole) + Double(atto) / 1e18
  }
}
