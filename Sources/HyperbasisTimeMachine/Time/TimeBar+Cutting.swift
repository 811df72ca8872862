import HyperbasisHistory

// Time with the gaps cut out: what is left between two cuts is a segment. Every segment has at least
// one column, however short it is, so that a lone event is never passed over; the remaining columns are
// shared by length, which makes all steps of time about equal.

extension TimeBar {
  static func cutting(
    _ times: EventTimes, from start: HBInstant, to end: HBInstant, width: Int
  ) -> TimeBar {
    let cuts = GapCuts(times, from: start, to: end, width: width)
    guard !cuts.gaps.isEmpty else {
      let plain = uniform(from: start, to: end, width: width)
      return TimeBar(mode: .cut, width: width, stops: Array(zip(plain.positions, plain.columns)))
    }
    let segments = cuts.segments(from: start, to: end)
    let marks = cuts.markWidths
    let shares = ColumnShares(
      lengths: segments.map { $0.upperBound.microseconds - $0.lowerBound.microseconds },
      columns: width - marks.reduce(0, +)
    ).columns
    var stops: [(HBInstant, Int)] = []
    var gaps: [Gap] = []
    var column = 0
    for (number, segment) in segments.enumerated() {
      let columns = column..<column + shares[number]
      if segment.lowerBound < segment.upperBound {
        stops += segmentStops(segment, columns: columns)
      } else {
        // A lone event at either end of the bar is placed right there.
        let offset = (shares[number] - 1) * number / (segments.count - 1)
        stops.append((segment.lowerBound, columns.lowerBound + offset))
      }
      column += shares[number]
      guard number < marks.count else { break }
      gaps.append(
        Gap(
          columns: column..<column + marks[number], start: segment.upperBound,
          end: segments[number + 1].lowerBound))
      column += marks[number]
    }
    return TimeBar(mode: .cut, width: width, stops: stops, gaps: gaps)
  }

  /// Returns the stops of a segment; with only one column, its end stands for all of it.
  private static func segmentStops(
    _ segment: ClosedRange<HBInstant>, columns: Range<Int>
  ) -> [(HBInstant, Int)] {
    if columns.count == 1 { return [(segment.upperBound, columns.lowerBound)] }
    let plain = uniform(from: segment.lowerBound, to: segment.upperBound, width: columns.count)
    return zip(plain.positions, plain.columns).map { ($0, $1 + columns.lowerBound) }
  }
}

/// Which gaps to cut out of a bar, and how wide their marks are.
struct GapCuts {
  /// From left to right.
  private(set) var gaps: [EventTimes.Gap] = []
  private let times: EventTimes
  private let width: Int

  /// A mark such as `⋯ 243 d ⋯` takes up to this many columns.
  static let fullMarkWidth = 9
  /// A gap is cut if it would take more columns than this many, and is more than this many times as
  /// long as gaps usually are.
  private static let worthwhileColumns = 3.0
  private static let unusualLength = 4.0

  init(_ times: EventTimes, from start: HBInstant, to end: HBInstant, width: Int) {
    self.times = times
    self.width = width
    let range = times.instants(before: start)..<times.instants(through: end)
    guard range.count >= 2 else { return }
    // Each cut costs a column of its own and one of the segment: leave most of the columns to time.
    let limit = min(64, width / 8)
    var remaining = Double(end.microseconds) - Double(start.microseconds)
    var columns = Double(width)
    let usual = Double(times.usualGap(in: range))
    for gap in times.longestGaps(in: range, count: limit) {
      let length = Double(gap.length)
      guard length > usual * Self.unusualLength, remaining > 0,
        length / remaining * columns > Self.worthwhileColumns
      else { break }
      gaps.append(gap)
      remaining -= length
      columns -= 2
    }
    gaps.sort { $0.end < $1.end }
  }

  /// Returns the time between the cuts.
  func segments(from start: HBInstant, to end: HBInstant) -> [ClosedRange<HBInstant>] {
    var segments: [ClosedRange<HBInstant>] = []
    var first = start
    for gap in gaps {
      segments.append(first...times.instant(gap.end - 1))
      first = times.instant(gap.end)
    }
    segments.append(first...end)
    return segments
  }

  /// Full marks for the longest gaps while they take at most a third of the bar, one column for
  /// the others.
  var markWidths: [Int] {
    var widths = gaps.map { _ in 1 }
    var spare = width / 3 - gaps.count
    for number in gaps.indices.sorted(by: { gaps[$0].length > gaps[$1].length }) {
      guard spare >= Self.fullMarkWidth - 1 else { break }
      widths[number] = Self.fullMarkWidth
      spare -= Self.fullMarkWidth - 1
    }
    return widths
  }
}

/// Deals columns out to segments: one each, the rest by length, by the largest remainder.
struct ColumnShares {
  private(set) var columns: [Int]

  init(lengths: [Int64], columns total: Int) {
    var lengths = lengths.map { Double(max(0, $0)) }
    columns = lengths.map { _ in 1 }
    // The bar begins with the first instant, so the first segment has to show both its ends.
    if lengths.first ?? 0 > 0 { columns[0] = 2 }
    // If there are only single instants, they are spread evenly.
    if lengths.allSatisfy({ $0 == 0 }) { lengths = lengths.map { _ in 1 } }
    deal(max(0, total - columns.reduce(0, +)), by: lengths)
  }

  private mutating func deal(_ spare: Int, by lengths: [Double]) {
    let sum = lengths.reduce(0, +)
    let exact = lengths.map { $0 / sum * Double(spare) }
    for index in columns.indices { columns[index] += Int(exact[index]) }
    let missing = spare - exact.reduce(0) { $0 + Int($1) }
    let byRemainder = columns.indices.sorted {
      (exact[$0] - exact[$0].rounded(.down), $1) > (exact[$1] - exact[$1].rounded(.down), $0)
    }
    for index in byRemainder.prefix(max(0, missing)) { columns[index] += 1 }
  }
}
