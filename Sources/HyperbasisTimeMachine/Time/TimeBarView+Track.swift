import HyperbasisCanvas
import HyperbasisHistory

// The track: ticks, marks, the span from A to B and, on top of all, the cursor.

extension TimeBarView {
  func drawTrack(into frame: inout Frame, row: Region) {
    frame.fill(row, with: charset.isASCII ? "-" : "─", style: .dim)
    for gap in bar.gaps {
      let cut = Region(
        column: row.column + gap.columns.lowerBound, row: row.row, columns: gap.columns.count,
        rows: 1)
      frame.fill(cut.intersection(row), with: charset.isASCII ? " " : "┄", style: .dim)
    }
    let quiet = marks.filter(\.kind.isQuiet)
    for mark in quiet { draw(mark, into: &frame, row: row) }
    drawTicks(into: &frame, row: row, besides: quiet)
    if !rows.contains(.overview) { drawThumb(into: &frame, rail: row) }
    drawMarks(into: &frame, row: row, marks.filter { !$0.kind.isQuiet })
  }

  /// Draws the ticks; one that shares its column with a quiet mark is joined with it.
  private func drawTicks(into frame: inout Frame, row: Region, besides quiet: [BarMark]) {
    let sign = BarSign.tick
    let marked = Set(quiet.compactMap { bar.place(of: $0.instant).column })
    for column in ticks?.columns ?? [] {
      let joined: Glyph = charset.isASCII ? sign.ascii : "┼"
      let glyph = marked.contains(column) ? joined : sign.glyph(charset)
      frame.put(glyph: glyph, in: row, from: row.column + column, style: sign.style)
    }
  }

  /// Draws some marks, the later kinds over the earlier ones, and the cursor.
  func drawMarks(into frame: inout Frame, row: Region, _ marks: [BarMark]) {
    if let a = date(of: .markA), let b = date(of: .markB) {
      drawSpan(min(a, b), max(a, b), into: &frame, row: row)
    }
    for kind in BarMark.Kind.allCases {
      for mark in marks where mark.kind == kind { draw(mark, into: &frame, row: row) }
    }
    drawCursor(into: &frame, row: row)
  }

  private func date(of kind: BarMark.Kind) -> HBInstant? {
    marks.first { $0.kind == kind }?.instant
  }

  /// Draws the cursor: on A or B it is the letter in reverse; beyond the bar's ends, an arrow.
  private func drawCursor(into frame: inout Frame, row: Region) {
    guard let cursor, bar.width > 0 else { return }
    let letter = [BarMark.Kind.markA, .markB].first { date(of: $0) == cursor }
    // Beyond the ends of the bar, a mark has no sign, but the cursor has.
    if let sign = letter?.sign, bar.place(of: cursor).column != nil {
      return put(sign, sign.style.reverse, at: cursor, into: &frame, row: row)
    }
    let (sign, column) =
      switch bar.place(of: cursor) {
      case .before: (BarSign.cursorBefore, 0)
      case .column(let column): (BarSign.cursor, column)
      case .after: (BarSign.cursorAfter, bar.width - 1)
      }
    frame.put(glyph: sign.glyph(charset), in: row, from: row.column + column, style: sign.style)
  }

  private func drawSpan(
    _ first: HBInstant, _ last: HBInstant, into frame: inout Frame, row: Region
  ) {
    guard let start = bar.start, let end = bar.end, last >= start, first <= end else { return }
    let from = bar.place(of: max(first, start)).column ?? 0
    let to = bar.place(of: min(last, end)).column ?? bar.width - 1
    let span = Region(column: row.column + from, row: row.row, columns: to - from + 1, rows: 1)
    let sign = BarSign.span
    frame.fill(span.intersection(row), with: sign.glyph(charset), style: sign.style)
  }

  private func draw(_ mark: BarMark, into frame: inout Frame, row: Region) {
    put(mark.kind.sign, mark.kind.sign.style, at: mark.instant, into: &frame, row: row)
  }

  /// Draws a sign, unless the instant is not on the bar.
  private func put(
    _ sign: BarSign, _ style: Style, at instant: HBInstant, into frame: inout Frame, row: Region
  ) {
    guard let column = bar.place(of: instant).column else { return }
    frame.put(glyph: sign.glyph(charset), in: row, from: row.column + column, style: style)
  }
}
