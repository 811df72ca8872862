import Foundation
import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisHistory

/// A time bar and the density of its events: everything that a step of the cursor does not change.
struct BarContents: Sendable {
  let bar: TimeBar
  let density: EventDensity
  /// The longest time without events, if the bar could cut it out and does not.
  let silence: ClosedRange<HBInstant>?

  struct Key: Hashable, Sendable {
    let filter: EventFilter?
    let slot: Int?
    let mode: TimeBarMode
    let width: Int
    let window: ClosedRange<HBInstant>?
  }

  struct TicksKey: Hashable, Sendable {
    let bar: Key
    let zone: TimeZone
  }

  struct LineKey: Hashable, Sendable {
    let bar: Key
    let line: BarLine
  }
}

// MARK: - Bars of a view

extension SpaceView {
  /// Returns the time bar as wide as the screen shows it.
  package func timeBar(_ layout: Layout) -> TimeBar { barContents(layout).bar }

  func barContents(_ layout: Layout) -> BarContents {
    data.memo.bars.value(for: barKey(layout)) {
      let bar = TimeBar(
        barTimes, mode: time.bar.mode, width: barWidth(layout), window: time.bar.window)
      let silence = times.longestSilence(within: time.bar.window)
      let isCuttable =
        bar.mode == .time
        && silence.map { bar.wouldCut($0, of: times, within: time.bar.window) } == true
      return BarContents(
        bar: bar, density: EventDensity(bar, times: times), silence: isCuttable ? silence : nil)
    }
  }

  /// The instants that the bar spans: if a filter lets nothing through, the bar still shows for which
  /// time that is true.
  var barTimes: EventTimes { times.instantCount > 0 ? times : allTimes }

  private func barKey(_ layout: Layout) -> BarContents.Key {
    BarContents.Key(
      filter: lists.filter, slot: narrowedSlot, mode: time.bar.mode, width: barWidth(layout),
      window: time.bar.window)
  }

  private func barWidth(_ layout: Layout) -> Int {
    let columns = layout.barColumns.width
    return columns > 1 ? columns : Self.hiddenBarWidth
  }

  /// The number of positions while no bar is on screen.
  private static let hiddenBarWidth = 100

  /// Returns the dates below the bar.
  func dateTicks(_ layout: Layout, zone: TimeZone) -> DateTicks {
    data.memo.dateTicks.value(for: BarContents.TicksKey(bar: barKey(layout), zone: zone)) {
      DateTicks(timeBar(layout), zone: zone)
    }
  }

  /// Returns the second line; nil if it is off, or still being counted.
  func columnCounts(_ layout: Layout) -> ColumnCounts? {
    guard let key = countsKey else { return nil }
    return data.memo.barLines.find(BarContents.LineKey(bar: barKey(layout), line: key.line)) {
      data.knownCounts(key).map { ColumnCounts($0, on: timeBar(layout), index: index) }
    }
  }

  /// What has to be counted in the background for the second line; nil if nothing has.
  var uncounted: AnchorCounts.Key? { countsKey.flatMap { data.takesTime($0) ? $0 : nil } }

  private var countsKey: AnchorCounts.Key? {
    guard time.bar.line != .off else { return nil }
    return AnchorCounts.Key(line: time.bar.line, filter: lists.filter, slot: narrowedSlot)
  }

  /// The whole time of the events that are shown, extended by what the bar shows beyond it; nil if the
  /// bar shows all of it.
  private var wholeTime: ClosedRange<HBInstant>? {
    guard let window = time.bar.window, let start = barTimes.start, let end = barTimes.end else {
      return nil
    }
    return min(start, window.lowerBound)...max(end, window.upperBound)
  }

  func overview(zone: TimeZone) -> BarOverview? {
    guard let window = time.bar.window, let whole = wholeTime else { return nil }
    return BarOverview(whole: whole, part: window, dates: EndDates(whole, zone: zone))
  }
}

// MARK: - Pointing at it

extension SpaceView {
  /// Returns the instant that a cell of the bar stands for: on the bar itself, or on the whole time in
  /// the row that shows all of it.
  func barInstant(at position: Position, _ layout: Layout, zone: TimeZone) -> HBInstant? {
    let columns = layout.barColumns
    let row = position.row - layout.bar.row
    if layout.barRows.indices.contains(row), layout.barRows[row] == .overview,
      let overview = overview(zone: zone)
    {
      let line = Region(
        column: layout.bar.column + columns.indent, row: position.row, columns: columns.width,
        rows: 1)
      return overview.instant(atColumn: position.column, in: line)
    }
    let column = position.column - layout.bar.column - columns.indent
    return timeBar(layout).instant(atColumn: column)
  }
}

// MARK: - Marks

extension SpaceView {
  /// Returns what is marked on a bar, besides the cursor. A further kind is one more list here.
  func barMarks(_ bar: TimeBar, zone: TimeZone) -> [BarMark] {
    var marks = bar.sparse(significantDates(in: zone).instants, atMost: bar.width / 2)
      .map { BarMark(.significantDate, at: $0) }
    marks += bar.sparse(bulkChanges.instants, atMost: bar.width / 4)
      .map { BarMark(.bulkChange, at: $0) }
    marks += bar.sparse(data.drift?.instants ?? [], atMost: bar.width / 4)
      .map { BarMark(.shift, at: $0) }
    marks += bookmarks.list.map { BarMark(.bookmark, at: $0.instant) }
    if let a = compare.marks.a { marks.append(BarMark(.markA, at: a)) }
    if let b = compare.marks.b { marks.append(BarMark(.markB, at: b)) }
    return marks
  }

  private var bulkChanges: BulkChanges {
    let key = EventTimesKey(filter: lists.filter, slot: narrowedSlot)
    return data.memo.bulkChanges.value(for: key) { BulkChanges(times) }
  }
}

extension TimeBar {
  /// Returns those of some ascending instants that are on the bar; none if they are so dense that the
  /// marks would run together.
  fileprivate func sparse(_ instants: [HBInstant], atMost limit: Int) -> ArraySlice<HBInstant> {
    guard let start, let end else { return [] }
    let first = instants.partitioningIndex { $0 >= start }
    let last = instants.partitioningIndex { $0 > end }
    return last - first <= limit ? instants[first..<max(first, last)] : []
  }
}

// MARK: - The mode that suits the events

extension SpaceView {
  /// By time, but with gaps cut out if one of them takes more than half of the bar.
  var suitingBarMode: TimeBarMode {
    let times = allTimes
    guard let start = times.start, let end = times.end,
      let silence = times.longestSilence(within: nil)
    else { return .time }
    let length = { (range: ClosedRange<HBInstant>) in
      Double(range.upperBound.microseconds) - Double(range.lowerBound.microseconds)
    }
    guard length(silence) > length(start...end) / 2 else { return .time }
    // With few events, a cut may not be worth it.
    let bar = TimeBar(times, mode: .time, width: Self.hiddenBarWidth)
    return bar.wouldCut(silence, of: times, within: nil) ? .cut : .time
  }
}

extension TimeBar {
  /// Returns whether a bar of the same width with gaps cut out would cut out a silence.
  fileprivate func wouldCut(
    _ silence: ClosedRange<HBInstant>, of times: EventTimes, within window: ClosedRange<HBInstant>?
  ) -> Bool {
    let cut = TimeBar(times, mode: .cut, width: width, window: window)
    return cut.gaps.contains { $0.start == silence.lowerBound }
  }
}
