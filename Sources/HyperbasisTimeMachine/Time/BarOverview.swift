import HyperbasisCanvas
import HyperbasisHistory
import HyperbasisWording

/// All time, and the part of it that the time bar shows.
struct BarOverview {
  let whole: ClosedRange<HBInstant>
  let part: ClosedRange<HBInstant>
  let dates: EndDates
}

extension BarOverview {
  /// How long all time is, from the longest to the shortest text.
  var texts: [TerminalText] {
    let length = TerminalText(DurationText.short(from: whole.lowerBound, to: whole.upperBound))
    return ["all time: \(length)", "all: \(length)", length]
  }

  /// Returns what is left of a row between the dates; all of it if it is too short for them.
  func rail(in row: Region) -> Region {
    guard let ends = dates.fitting(row.columns) else { return row }
    let rail = row.inset(left: ends.first.utf8.count + 1, right: ends.last.utf8.count + 1)
    return rail.columns >= Self.shortestRail ? rail : row
  }

  private static let shortestRail = 10

  /// Returns the columns of a rail that stand for the part, at least two of them; nil if the part is
  /// all time or the rail has no room.
  func thumb(on rail: Region) -> ClosedRange<Int>? {
    guard rail.columns > 2, whole.lowerBound < part.lowerBound || part.upperBound < whole.upperBound
    else { return nil }
    let dates = dates(on: rail)
    let first = min(dates.lastIndex { $0 <= part.lowerBound } ?? 0, rail.columns - 2)
    let last = dates.firstIndex { $0 >= part.upperBound } ?? rail.columns - 1
    return rail.column + first...rail.column + max(last, first + 1)
  }

  /// Returns the instant that a column of its row stands for.
  func instant(atColumn column: Int, in row: Region) -> HBInstant {
    let rail = rail(in: row)
    let dates = dates(on: rail)
    return dates[min(max(column - rail.column, 0), dates.count - 1)]
  }

  private func dates(on rail: Region) -> [HBInstant] {
    TimeBar.uniformDates(from: whole.lowerBound, to: whole.upperBound, steps: rail.columns)
  }
}
