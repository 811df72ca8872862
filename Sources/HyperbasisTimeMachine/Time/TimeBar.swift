import Foundation
package import HyperbasisHistory

/// How the time bar spreads time over its columns.
package enum TimeBarMode: String, CaseIterable, Sendable {
  /// Equal steps of time.
  case time
  /// Equal steps of time, after long gaps without events were cut out.
  case cut
  /// Equal steps of instants with events.
  case event
}

/// The time bar: the instants at which the cursor can stand, each in its own column.
///
/// A column stands for the time after the position before it, up to and including its own position:
/// stepping onto a column brings exactly the events whose density it shows. The columns of its mark
/// stand for the time of a gap.
package struct TimeBar: Equatable, Sendable {
  /// A gap that was cut out.
  package struct Gap: Equatable, Sendable {
    /// The columns of its mark, none of which is a position.
    package let columns: Range<Int>
    /// The last instant with events before it.
    package let start: HBInstant
    /// The first instant with events after it.
    package let end: HBInstant
  }

  package let mode: TimeBarMode
  /// How many columns the bar has.
  package let width: Int
  /// The instants at which the cursor can stand, strictly ascending; empty without events.
  package let positions: [HBInstant]
  /// The column of each position, strictly ascending.
  package let columns: [Int]
  /// What was cut out, from left to right; empty except in the mode ``TimeBarMode/cut``.
  package let gaps: [Gap]

  init(mode: TimeBarMode, width: Int, stops: [(HBInstant, Int)], gaps: [Gap] = []) {
    self.mode = mode
    self.width = width
    self.positions = stops.map(\.0)
    self.columns = stops.map(\.1)
    self.gaps = gaps
  }

  /// Creates the bar for a number of columns over all events, or over a window of time.
  ///
  /// - Complexity: O(width · log n) for n instants.
  package init(
    _ times: EventTimes, mode: TimeBarMode, width: Int, window: ClosedRange<HBInstant>? = nil
  ) {
    let width = max(0, width)
    guard let start = window?.lowerBound ?? times.start,
      let end = window?.upperBound ?? times.end, times.instantCount > 0, width > 0
    else {
      self.init(mode: mode, width: width, stops: [])
      return
    }
    switch mode {
    case .time: self = .uniform(from: start, to: end, width: width)
    case .cut: self = .cutting(times, from: start, to: end, width: width)
    case .event: self = .byEvent(times, from: start, to: end, width: width)
    }
  }
}

// MARK: - Where an instant is

/// Where an instant falls on the bar.
package enum TimeBarPlace: Equatable, Sendable {
  /// Before the first position.
  case before
  /// In a column.
  case column(Int)
  /// After the last position.
  case after

  package var column: Int? {
    if case .column(let column) = self { return column }
    return nil
  }
}

extension TimeBar {
  package var start: HBInstant? { positions.first }
  package var end: HBInstant? { positions.last }

  /// Returns the number of the first position at or after an instant.
  private func number(from instant: HBInstant) -> Int {
    positions.partitioningIndex { $0 >= instant }
  }

  /// Returns the column of the first position that is not before an instant: the one whose density
  /// counts an event at that instant; within a gap, a column of its mark.
  package func place(of instant: HBInstant) -> TimeBarPlace {
    guard let start, let end else { return .before }
    if instant < start { return .before }
    if instant > end { return .after }
    if let gap = gaps.first(where: { $0.end > instant }), gap.start < instant {
      return .column(gap.column(of: instant))
    }
    return .column(columns[number(from: instant)])
  }

  /// Returns the position nearest to a column, clamped to the ends, on a tie the later one; in the mark
  /// of a gap, an instant of the time without events that the column stands for.
  package func instant(atColumn column: Int) -> HBInstant? {
    guard !columns.isEmpty else { return nil }
    let gap = gaps.first { $0.columns.contains(column) }
    if let instant = gap?.instant(atColumn: column) { return instant }
    let after = columns.firstIndex { $0 >= column } ?? columns.count - 1
    guard after > 0, column - columns[after - 1] < columns[after] - column else {
      return positions[after]
    }
    return positions[after - 1]
  }
}

extension TimeBar.Gap {
  private var length: Double { Double(end.microseconds) - Double(start.microseconds) }

  /// Returns the column for an instant between start and end.
  fileprivate func column(of instant: HBInstant) -> Int {
    let share = (Double(instant.microseconds) - Double(start.microseconds)) / length
    return columns.lowerBound + min(Int(share * Double(columns.count)), columns.count - 1)
  }

  /// Returns the middle of the time of a column; nil if it does not lie between start and end.
  fileprivate func instant(atColumn column: Int) -> HBInstant? {
    let share = (Double(column - columns.lowerBound) + 0.5) / Double(columns.count)
    let instant = start.advanced(byMicroseconds: Int64(clamping: length * share))
    return start < instant && instant < end ? instant : nil
  }
}

// MARK: - Stepping

extension TimeBar {
  /// Returns the instant a number of positions away from one that need not be a position; it is clamped
  /// to the first and last position, and nil if that would not lead in the wanted direction.
  package func instant(from instant: HBInstant, steps: Int) -> HBInstant? {
    guard !positions.isEmpty, steps != 0 else { return nil }
    let at = number(from: instant)
    let isPosition = at < positions.count && positions[at] == instant
    let target = steps > 0 ? at + steps - (isPosition ? 0 : 1) : at + steps
    let result = positions[min(max(target, 0), positions.count - 1)]
    return steps > 0 ? (result > instant ? result : nil) : (result < instant ? result : nil)
  }
}

// MARK: - By time

extension TimeBar {
  /// Returns the bar of the dates at equal distances from start to end, including both.
  static func uniform(from start: HBInstant, to end: HBInstant, width: Int) -> TimeBar {
    let dates = uniformDates(from: start, to: end, steps: width)
    var stops: [(HBInstant, Int)] = []
    for (column, date) in dates.enumerated() where stops.last.map({ date > $0.0 }) ?? true {
      stops.append((date, column))
    }
    return TimeBar(mode: .time, width: width, stops: stops)
  }

  /// Returns the dates of a scrubber, as instants: the same ones, by the same steps, that a timeline gives.
  static func uniformDates(from start: HBInstant, to end: HBInstant, steps: Int) -> [HBInstant] {
    guard steps >= 2, start < end else { return [start] }
    let step = end.date.timeIntervalSince(start.date) / Double(steps - 1)
    let inner = (1..<steps - 1).map {
      HBInstant(start.date.addingTimeInterval(step * Double($0)))
    }
    return [start] + inner + [end]
  }
}

// MARK: - By event

extension TimeBar {
  /// Returns a bar of equal steps of instants; the window's ends are positions only if they have events.
  static func byEvent(
    _ times: EventTimes, from start: HBInstant, to end: HBInstant, width: Int
  ) -> TimeBar {
    let first = times.instants(before: start)
    let count = max(0, times.instants(through: end) - first)
    let steps = min(count, width)
    // The last column is always the newest instant, as in a bar by time.
    let stops = (0..<steps).map { step in
      (
        times.instant(first + spread(step, of: steps, over: count)),
        spread(step, of: steps, over: width)
      )
    }
    return TimeBar(mode: .event, width: width, stops: stops)
  }

  /// Returns where a step of several falls when they are spread evenly over more places, the first on
  /// the first and the last on the last; a single step falls on the last.
  static func spread(_ step: Int, of steps: Int, over places: Int) -> Int {
    guard steps > 1 else { return places - 1 }
    return (step * (places - 1) + (steps - 1) / 2) / (steps - 1)
  }
}
