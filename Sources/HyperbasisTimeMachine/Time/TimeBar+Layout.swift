import Foundation
import HyperbasisHistory

// MARK: - By time

extension TimeBar {
  /// The dates at equal distances from start to end, the first and last included.
  static func uniform(from start: HBInstant, to end: HBInstant, width: Int) -> TimeBar {
    let dates = UniformDates(from: start, to: end, steps: width)
    var stops: [(HBInstant, Int)] = []
    for (column, date) in dates.enumerated() where stops.last.map({ date > $0.0 }) ?? true {
      stops.append((date, column))
    }
    return TimeBar(mode: .time, width: width, stops: stops)
  }
}

/// The dates of a scrubber, as instants: the same ones, by the same steps, that a timeline gives.
struct UniformDates: RandomAccessCollection {
  private let start: HBInstant
  private let end: HBInstant
  let endIndex: Int

  init(from start: HBInstant, to end: HBInstant, steps: Int) {
    self.start = start
    self.end = end
    endIndex = steps < 2 || start >= end ? 1 : steps
  }

  var startIndex: Int { 0 }

  subscript(number: Int) -> HBInstant {
    if number == 0 { return start }
    if number == endIndex - 1 { return end }
    let step = end.date.timeIntervalSince(start.date) / Double(endIndex - 1)
    return HBInstant(start.date.addingTimeInterval(step * Double(number)))
  }
}

// MARK: - By event

extension TimeBar {
  /// Equal steps of instants. The window's ends are positions only where there are events.
  static func byEvent(
    _ times: EventTimes, from start: HBInstant, to end: HBInstant, width: Int
  ) -> TimeBar {
    let first = times.instants(before: start)
    let count = max(0, times.instants(through: end) - first)
    let steps = min(count, width)
    // The last column is always the newest instant, as it is by time.
    let stops = (0..<steps).map { step in
      (
        times.instant(first + spread(step, of: steps, over: count)),
        spread(step, of: steps, over: width)
      )
    }
    return TimeBar(mode: .event, width: width, stops: stops)
  }

  /// Where a step of several falls when they are spread evenly over more places, first on first
  /// and last on last; a single step is the last.
  static func spread(_ step: Int, of steps: Int, over places: Int) -> Int {
    guard steps > 1 else { return places - 1 }
    return (step * (places - 1) + (steps - 1) / 2) / (steps - 1)
  }
}
