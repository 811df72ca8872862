import DriftTestSupport
import Foundation
import HyperbasisAnchorLog
import HyperbasisDrift

/// How long it takes to recognise that a burst of 10,000 anchors is a shift: the wait of a user whose
/// device has just relocated.
enum LargeBurst {
  static func print(rounds: Int) throws {
    Swift.print("\nOne burst of 10,000 anchors, seed 4: best, median of \(rounds)")
    for turns in [false, true] {
      var times: [Double] = []
      let (before, after) = try logs(turns)
      let known = try DriftHistory(before)
      var found = 0
      for _ in 0..<rounds {
        var history = known
        let start = ContinuousClock().now
        try history.update(after)
        times.append((ContinuousClock().now - start).seconds * 1000)
        found = history.shifts.first?.followers.count ?? 0
      }
      times.sort()
      Swift.print(
        turns ? "headings turn " : "headings stay ",
        String(format: "%6.2f ms  %6.2f ms", times[0], times[times.count / 2]), " \(found) follow")
    }
  }

  /// Returns the log before the burst, and with it.
  private static func logs(_ turns: Bool) throws -> (EventIndex, EventIndex) {
    var regime = BurstRegime("10,000", 10_000).with { $0.ownMoves = 0.3 }
    regime.turnsHeadings = turns
    var random = RandomSource(seed: 4)
    let sample = regime.sample(&random)
    let log = GridCase.log(sample.before, sample.after)
    var reader = LogReader(spaceId: log.space, source: log.source)
    try reader.append(from: log.source, through: log.lineEnds[sample.before.count - 1])
    let before = reader.index
    try reader.append(from: log.source)
    return (before, reader.index)
  }
}
