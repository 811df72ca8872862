import HyperbasisAnchorLog
package import HyperbasisCanvas
package import HyperbasisHistory
import HyperbasisWording

/// The time bar with what it says at its right.
enum BarView {
  static func draw(_ state: State, _ view: SpaceView, into frame: inout Frame, region: Region) {
    guard !region.isEmpty else { return }
    let bar = view.timeBar(state.layout)
    var picture = TimeBarView(
      bar: bar, density: EventDensity(bar, times: view.times), cursor: view.instant,
      a: view.compare.marks.a, b: view.compare.marks.b, charset: state.settings.charset)
    picture.significantDates = significant(state, view, bar)
    if view.time.bar.window != nil, let start = view.times.start, let end = view.times.end {
      picture.whole = start...end
    }
    picture.hint = "\(state.keymap.label(of: .time(.cycleBar))) cuts it out"
    picture.silence = view.times.longestSilence(within: view.time.bar.window)
    let speed = view.time.play.speed
    picture.status = status(state, view, speed.text)
    picture.shortStatus = status(state, view, speed.short)
    picture.draw(into: &frame, region: region)
  }

  /// None where they would be one line of marks.
  private static func significant(
    _ state: State, _ view: SpaceView, _ bar: TimeBar
  ) -> [HBInstant] {
    let dates = view.significantDates(in: state.settings.zone).instants
    return dates.count <= bar.width / 2 ? dates : []
  }

  private static func status(
    _ state: State, _ view: SpaceView, _ speed: TerminalText
  ) -> TerminalText {
    let isASCII = state.settings.charset.isASCII
    let arrow: TerminalText =
      switch (view.time.play.isRunning, view.time.play.direction) {
      case (true, .forward): isASCII ? ">" : "▶"
      case (true, .back): isASCII ? "<" : "◀"
      case (false, .forward): isASCII ? "|>" : "▷"
      case (false, .back): isASCII ? "<|" : "◁"
      }
    let loop: TerminalText = view.time.play.loops ? (isASCII ? " @" : " ↻") : .empty
    return "\(isASCII ? speed.ascii : speed) \(arrow)\(loop)"
  }
}

/// Draws the time bar: the density of events, and below it the track with the cursor and marks.
package struct TimeBarView {
  package var bar: TimeBar
  package var density: EventDensity
  package var cursor: HBInstant?
  package var a: HBInstant?
  package var b: HBInstant?
  /// Dates to mark on the track.
  package var significantDates: [HBInstant] = []
  /// The whole time, where the bar shows only a part of it.
  package var whole: ClosedRange<HBInstant>?
  /// What is said at the right, such as `×4 ▶`.
  package var status: TerminalText = .empty
  /// The same for where there is no room for it.
  package var shortStatus: TerminalText = .empty
  /// The longest time without events, between two instants that have some.
  package var silence: ClosedRange<HBInstant>?
  /// What is said in a long time without events, where there is room for it.
  package var hint: TerminalText = .empty
  package var charset: Charset
}

// MARK: - Rows

extension TimeBarView {
  /// Draws density above and track below; in a single row the track lies over the density.
  package func draw(into frame: inout Frame, region: Region) {
    guard !region.isEmpty else { return }
    let indent = BarColumns(in: region.columns).indent
    let bars = Region(
      column: region.column + indent, row: region.row, columns: bar.width, rows: region.rows
    ).intersection(region)
    drawDensity(into: &frame, row: bars.line(0))
    if region.rows >= 2 {
      drawTrack(into: &frame, row: bars.line(1))
    } else {
      drawMarks(into: &frame, row: bars.line(0))
    }
    drawStatus(into: &frame, region: region)
  }

  private func drawDensity(into frame: inout Frame, row: Region) {
    for (column, level) in density.levels.enumerated() where level > 0 {
      frame.put(
        glyph: DensityGlyphs.glyph(level, charset), in: row, from: row.column + column,
        style: Style(.accent))
    }
    drawHint(into: &frame, row: row)
    for gap in bar.gaps {
      let text = gapText(gap)
      let start = gap.columns.lowerBound + (gap.columns.count - text.width) / 2
      frame.put(text, in: row, from: row.column + start, style: .dim)
    }
  }

  /// In the longest time without events, where it is most of the bar: how long it is, and how to
  /// get it out of the way.
  private func drawHint(into frame: inout Frame, row: Region) {
    guard bar.mode == .time, !hint.isEmpty,
      let silence, let before = bar.place(of: silence.lowerBound).column,
      let after = bar.place(of: silence.upperBound).column,
      case let empty = before + 1..<max(after, before + 1), empty.count > bar.width / 2
    else { return }
    let length = DurationText.short(from: silence.lowerBound, to: silence.upperBound)
    let text: TerminalText = "\(TerminalText(length)) without events; \(hint)"
    guard text.width + 2 <= empty.count else { return }
    frame.put(
      text, in: row, from: row.column + empty.lowerBound + (empty.count - text.width) / 2,
      style: .dim)
  }

  /// `⋯ 243 d ⋯`, shortened to what fits.
  private func gapText(_ gap: TimeBar.Gap) -> TerminalText {
    let dots = charset.isASCII ? "~" : "⋯"
    let length = DurationText.short(from: gap.start, to: gap.end)
    let candidates = ["\(dots) \(length) \(dots)", "\(dots)\(length)\(dots)", dots]
    let texts = candidates.map { TerminalText($0) }
    return texts.first { $0.width <= gap.columns.count } ?? .empty
  }

  private func drawStatus(into frame: inout Frame, region: Region) {
    let room = BarColumns(in: region.columns).status
    guard room > 0, region.rows > 0 else { return }
    let fitting = status.width <= room || shortStatus.isEmpty ? status : shortStatus
    let text = fitting.truncated(to: room, ellipsis: charset.ellipsis)
    frame.put(
      text, column: region.endColumn - text.width - 1, row: region.endRow - 1,
      clippedTo: region)
  }
}

// MARK: - Track

extension TimeBarView {
  private func drawTrack(into frame: inout Frame, row: Region) {
    let isASCII = charset.isASCII
    frame.fill(row, with: isASCII ? "-" : "─", style: .dim)
    for gap in bar.gaps {
      let cut = Region(
        column: row.column + gap.columns.lowerBound, row: row.row, columns: gap.columns.count,
        rows: 1)
      frame.fill(cut.intersection(row), with: isASCII ? " " : "┄", style: .dim)
    }
    for date in significantDates {
      mark(isASCII ? "'" : "┴", at: date, style: .dim, into: &frame, row: row)
    }
    drawWindow(into: &frame, row: row)
    drawMarks(into: &frame, row: row)
  }

  /// The part of the whole time that is on screen, like the thumb of a scroll bar.
  private func drawWindow(into frame: inout Frame, row: Region) {
    guard let whole, let start = bar.start, let end = bar.end, bar.width > 2,
      start > whole.lowerBound || end < whole.upperBound
    else { return }
    let all = TimeBar.uniformDates(from: whole.lowerBound, to: whole.upperBound, steps: bar.width)
    let first = all.lastIndex { $0 <= start } ?? 0
    let last = max(all.firstIndex { $0 >= end } ?? bar.width - 1, first + 1)
    let isASCII = charset.isASCII
    let thumb = Region(column: row.column + first, row: row.row, columns: last - first + 1, rows: 1)
    frame.fill(thumb.intersection(row), with: isASCII ? "_" : "━", style: Style(.accent))
    frame.put(glyph: "[", in: row, from: row.column + first, style: Style(.accent))
    frame.put(glyph: "]", in: row, from: row.column + last, style: Style(.accent))
  }

  /// A, B, the span between them and, above all, the cursor.
  private func drawMarks(into frame: inout Frame, row: Region) {
    if let a, let b, row.rows > 0 {
      drawSpan(min(a, b), max(a, b), into: &frame, row: row)
    }
    let style = Style(.accent, .bold)
    if let a { mark("A", at: a, style: style, into: &frame, row: row) }
    if let b { mark("B", at: b, style: style, into: &frame, row: row) }
    drawCursor(into: &frame, row: row)
  }

  /// On A or B the cursor is the letter in reverse; beyond the bar's ends it is an arrow.
  private func drawCursor(into frame: inout Frame, row: Region) {
    guard let cursor, bar.width > 0 else { return }
    if cursor == a || cursor == b {
      let letter: Glyph = cursor == a ? "A" : "B"
      mark(letter, at: cursor, style: Style(.accent, [.bold, .reverse]), into: &frame, row: row)
      return
    }
    let isASCII = charset.isASCII
    let ball: Glyph = isASCII ? "@" : "●"
    let left: Glyph = isASCII ? "<" : "‹"
    let right: Glyph = isASCII ? ">" : "›"
    let (glyph, column) =
      switch bar.place(of: cursor) {
      case .before: (left, 0)
      case .column(let column): (ball, column)
      case .after: (right, bar.width - 1)
      }
    frame.put(glyph: glyph, in: row, from: row.column + column, style: .bold)
  }

  private func drawSpan(
    _ first: HBInstant, _ last: HBInstant, into frame: inout Frame, row: Region
  ) {
    guard let start = bar.start, let end = bar.end, last >= start, first <= end else { return }
    let from = bar.place(of: max(first, start)).column ?? 0
    let to = bar.place(of: min(last, end)).column ?? bar.width - 1
    let span = Region(column: row.column + from, row: row.row, columns: to - from + 1, rows: 1)
    frame.fill(span.intersection(row), with: charset.isASCII ? "=" : "═", style: Style(.accent))
  }

  /// Nothing where the instant is not on the bar.
  private func mark(
    _ glyph: Glyph, at instant: HBInstant, style: Style, into frame: inout Frame, row: Region
  ) {
    guard let column = bar.place(of: instant).column else { return }
    frame.put(glyph: glyph, in: row, from: row.column + column, style: style)
  }
}

/// The glyphs of the density, eight heights each.
enum DensityGlyphs {
  static func glyph(_ level: Int, _ charset: Charset) -> Glyph {
    let glyphs = charset.isASCII ? ascii : blocks
    return level <= 0 ? .blank : glyphs[min(level, glyphs.count) - 1]
  }

  private static let blocks: [Glyph] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
  private static let ascii: [Glyph] = [".", ":", "-", "=", "+", "*", "#", "#"]
}
