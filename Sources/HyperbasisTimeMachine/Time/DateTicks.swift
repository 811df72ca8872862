import Foundation
import HyperbasisCanvas
import HyperbasisHistory
import HyperbasisModels
import HyperbasisWording

/// The dates below the time bar: both ends, and major ticks at the beginnings of dates that are easy to
/// name.
///
/// A tick is in the column whose time includes its date. Labels begin at their column and never
/// overlap; if there is no room for all of them, the ends stay.
struct DateTicks: Equatable, Sendable {
  struct Label: Equatable, Sendable {
    /// Where its text begins.
    let column: Int
    let text: TerminalText
  }

  /// From left to right, ends and ticks.
  private(set) var labels: [Label] = []
  /// The columns of the ticks, without the ends.
  private(set) var columns: [Int] = []

  init(_ bar: TimeBar, zone: TimeZone) {
    guard let start = bar.start, let end = bar.end, let first = bar.columns.first,
      let last = bar.columns.last
    else { return }
    let room = last - first + 1
    let dates = EndDates(start...end, zone: zone)
    guard start < end, let ends = dates.fitting(room) else {
      placeFirst(dates, from: first, width: bar.width)
      return
    }
    let endColumn = last + 1 - ends.last.utf8.count
    let ticks = TickChoice(bar, zone: zone)
      .ticks(from: first + ends.first.utf8.count + Self.distance, to: endColumn - Self.distance)
      .filter { $0.text != ends.last }
    labels = [Label(column: first, text: TerminalText(ends.first))]
    labels += ticks.map { Label(column: $0.column, text: TerminalText($0.text)) }
    labels.append(Label(column: endColumn, text: TerminalText(ends.last)))
    columns = ticks.map(\.column)
  }

  /// How many columns stay blank between two labels.
  static let distance = 2

  /// Places only the first date, if there is room for it, when both do not fit or are the same.
  private mutating func placeFirst(_ dates: EndDates, from column: Int, width: Int) {
    guard let text = dates.fittingFirst(width) else { return }
    labels = [Label(column: min(column, width - text.utf8.count), text: TerminalText(text))]
  }
}

/// Which dates of a bar get ticks.
private struct TickChoice {
  struct Tick {
    let column: Int
    let text: String

    var endColumn: Int { column + text.utf8.count }
  }

  private let positions: [HBInstant]
  private let zone: TimeZone
  private let dates: [LocalDateTime]
  private let columns: [Int]
  /// Whether columns are equal steps of time.
  private let isUniform: Bool
  private let steps: ArraySlice<CalendarStep>

  init(_ bar: TimeBar, zone: TimeZone) {
    positions = bar.positions
    self.zone = zone
    dates = bar.positions.map { LocalDateTime($0, in: zone) }
    columns = bar.columns
    isUniform = bar.mode != .event && bar.gaps.isEmpty
    // If steps are uneven, a time of day needs its day; over a long time, only days get ticks.
    let isLong = bar.start.flatMap { start in bar.end.map { EndDates.isLong(start...$0) } } ?? false
    steps = isUniform || !isLong ? CalendarStep.ladder[...] : CalendarStep.ladderOfDays
  }

  /// Returns the ticks of the finest step that leaves room for them, as far as they lie between two
  /// columns.
  func ticks(from start: Int, to end: Int) -> [Tick] {
    for step in steps {
      guard let crossings = crossings(of: step), !crossings.isEmpty else { continue }
      let count = ticks(step, crossings, from: 0, to: .max).count
      guard count >= (isUniform ? crossings.count : (crossings.count + 2) / 3) else { continue }
      return ticks(step, crossings, from: start, to: end)
    }
    return []
  }

  /// Returns the positions that lie in another step than the one before them; nil if they are too many
  /// for any label.
  private func crossings(of step: CalendarStep) -> [Int]? {
    guard var former = dates.first.map(step.number) else { return nil }
    var crossings: [Int] = []
    for position in dates.indices.dropFirst() {
      let number = step.number(of: dates[position])
      if number != former { crossings.append(position) }
      former = number
      if crossings.count > columns.count / 3 + 8 { return nil }
    }
    return crossings
  }

  /// Returns, from left to right, the ticks that keep their distance. A label leaves out what the date
  /// to its left already says. Where clocks were changed in between, it has its offset: the same time of day
  /// may occur twice.
  private func ticks(
    _ step: CalendarStep, _ crossings: [Int], from start: Int, to end: Int
  ) -> [Tick] {
    guard var former = dates.first, let first = positions.first else { return [] }
    let time = TimeText(zone: zone)
    var offset = step.isOfClock ? time.zoneText(at: first) : nil
    var ticks: [Tick] = []
    for position in crossings {
      // On a bar of equal steps the date begins somewhere in the column; elsewhere the column's own
      // date says more than a beginning that may be long past.
      let date = isUniform ? step.start(of: dates[position]) : dates[position]
      let here = offset == nil ? nil : time.zoneText(at: positions[position])
      let clock = here == offset ? "" : here.map { " \($0)" } ?? ""
      let tick = Tick(column: columns[position], text: step.label(date, after: former) + clock)
      let free = ticks.last.map { $0.endColumn + DateTicks.distance } ?? start
      guard tick.column >= free, tick.endColumn <= end else { continue }
      ticks.append(tick)
      (former, offset) = (date, here)
    }
    return ticks
  }
}
