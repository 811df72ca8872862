import HyperbasisCanvas
import HyperbasisHistory

/// Draws the time bar: the density of events, the track with cursor and marks, and the dates.
struct TimeBarView {
  var bar: TimeBar
  var density: EventDensity
  var cursor: HBInstant?
  /// The dates to mark.
  var marks: [BarMark] = []
  /// The dates of the ends, and the ticks.
  var ticks: DateTicks?
  /// The second line, if one is on.
  var line: ColumnCounts?
  /// How high the second line is, from the longest to the shortest text.
  var lineScale: [TerminalText] = []
  /// All time, if the bar shows only a part of it.
  var overview: BarOverview?
  /// The text at the right, such as `×4 ▶`.
  var status: TerminalText = .empty
  /// The same in short, for when there is no room for it.
  var shortStatus: TerminalText = .empty
  /// The longest time without events, between two instants that have some.
  var silence: ClosedRange<HBInstant>?
  /// The text in a long time without events, if there is room for it.
  var hint: TerminalText = .empty
  var charset: Charset
  /// The rows from the top.
  var rows: [BarRow] = [.density, .track]
}

// MARK: - Rows

extension TimeBarView {
  func draw(into frame: inout Frame, region: Region) {
    let columns = BarColumns(in: region.columns)
    let bars = Region(
      column: region.column + columns.indent, row: region.row, columns: bar.width,
      rows: region.rows
    ).intersection(region)
    for (number, row) in rows.enumerated() where number < region.rows {
      draw(row, into: &frame, row: bars.line(number))
      drawBeside(texts(beside: row), into: &frame, row: region.line(number), room: columns.status)
    }
  }

  private func draw(_ kind: BarRow, into frame: inout Frame, row: Region) {
    switch kind {
    case .overview: drawOverview(into: &frame, row: row)
    case .line: drawLine(into: &frame, row: row)
    case .density: drawDensity(into: &frame, row: row)
    case .track: drawTrack(into: &frame, row: row)
    case .combined:
      drawDensity(into: &frame, row: row)
      drawMarks(into: &frame, row: row, marks.filter { $0.kind.isSeenOverEvents })
    case .dates: drawDates(into: &frame, row: row)
    }
  }

  private func drawDates(into frame: inout Frame, row: Region) {
    for label in ticks?.labels ?? [] {
      frame.put(label.text, in: row, from: row.column + label.column, style: .dim)
    }
  }

  /// If the second line has no row of its own, it takes the place of the density.
  var isLineInPlaceOfDensity: Bool { line != nil && !rows.contains(.line) }
}

// MARK: - Beside the bar

extension TimeBarView {
  /// Returns the texts at the right of a row, from the longest to the shortest.
  private func texts(beside row: BarRow) -> [TerminalText] {
    switch row {
    case .overview: overview?.texts ?? []
    case .line: lineScale
    case .density: isLineInPlaceOfDensity ? lineScale : density.scale
    case .track, .combined: [status, shortStatus]
    case .dates: []
    }
  }

  private func drawBeside(
    _ texts: [TerminalText], into frame: inout Frame, row: Region, room: Int
  ) {
    let texts = texts.filter { !$0.isEmpty }
    // One column stays blank, so that the text does not touch the bar.
    let room = room - 1
    guard room > 0, let shortest = texts.last else { return }
    let fitting = texts.first { $0.width <= room } ?? shortest
    let text = fitting.truncated(to: room, ellipsis: charset.ellipsis)
    frame.put(text, in: row, from: row.endColumn - text.width - 1)
  }
}
