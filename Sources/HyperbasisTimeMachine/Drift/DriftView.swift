import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisDrift
import HyperbasisHistory
import HyperbasisWording

/// Draws, below the list, how far the space is from its original position, and the selected shift in
/// words.
struct DriftView {
  let state: State
  let view: SpaceView

  private struct Line {
    let text: TerminalText
    var style = Style.plain
  }

  private var charset: Charset { state.settings.charset }

  /// Draws it with a border of its own, below the tabs.
  func drawPane(into frame: inout Frame, region: Region) {
    guard !region.isEmpty else { return }
    frame.drawBox(region, style: .dim, box: charset.box, title: title(columns: region.columns - 4))
    draw(into: &frame, region: region.inset(by: 1))
  }

  /// Draws it under a rule, in the pane of the list.
  func drawPart(into frame: inout Frame, region: Region) {
    guard region.rows > 1 else { return }
    let rule: Glyph = charset.isASCII ? "-" : "─"
    let line = region.line(0)
    frame.put(TerminalText(repeating: rule, count: region.columns), in: line, style: .dim)
    let title = title(columns: region.columns - 4)
    if !title.isEmpty { frame.put(" \(title) ", in: line, from: line.column + 1, style: .dim) }
    draw(into: &frame, region: region.split(top: 1).rest)
  }

  /// `the space: now 31 cm, yaw +3.1° from its start`, which is not the size of the selected shift.
  private func title(columns: Int) -> TerminalText {
    guard let known = view.data.driftCurve, let curve = known.curve, let drift = view.data.drift,
      curve.hasMovedSpace(drift.all.map(\.shift))
    else { return "the space" }
    let now = DriftText.now(curve, frames: known.frameCount, creeps: drift.creeps)
    guard !now.isEmpty else { return "the space" }
    let whole: TerminalText = DriftText.isWhereItWas(curve) ? now : "\(now) from its start"
    let titles = ["the space: \(whole)", whole, now]
    return titles.first { $0.width <= columns } ?? "the space"
  }

  private func draw(into frame: inout Frame, region: Region) {
    let rows = hasCurve ? Layout.shiftWordRows(in: region.rows) : region.rows
    let words = fitting(lines(columns: region.columns), rows: rows, region.columns)
    let curve = curveRegion(region, words: words.count)
    if let plot = plot(columns: curve.columns - CurvePlot.scaleColumns), !curve.isEmpty {
      plot.draw(into: &frame, region: curve)
    }
    let first = curve.isEmpty ? 0 : curve.rows
    for (row, line) in words.enumerated() {
      let area = region.line(first + row)
      frame.put(
        line.text.truncated(to: area.columns, ellipsis: charset.ellipsis), in: area,
        style: line.style)
    }
  }

  /// The lines that fit; if that is not all, the last row says so, and names the command that prints all.
  private func fitting(_ lines: [Line], rows: Int, _ columns: Int) -> [Line] {
    guard lines.count > rows, rows > 0 else { return lines }
    guard rows < Self.rowsForCount else {
      let rest = CountText.text(lines.count - rows + 1, "more line")
      // In a narrow terminal, the command leaves out columns unless it prints JSON.
      let command: TerminalText = "\(rest): \(state.settings.command("drift --json"))"
      let text: TerminalText = command.width <= columns ? command : "and \(rest)"
      return lines.prefix(rows - 1) + [Line(text: text, style: .dim)]
    }
    let last = lines[rows - 1]
    let room = max(0, columns - charset.ellipsis.width)
    let cut = last.text.truncated(to: room, ellipsis: .empty) + charset.ellipsis
    return lines.prefix(rows - 1) + [Line(text: cut, style: last.style)]
  }

  /// With fewer rows than this, none can be spared for the number of missing lines.
  private static let rowsForCount = 4

  /// Returns the region above the words; empty if it is too small, or if there is no curve.
  private func curveRegion(_ region: Region, words: Int) -> Region {
    let rows = region.rows - words
    guard rows >= 3, region.columns > 2 * CurvePlot.scaleColumns, hasCurve else { return .empty }
    return region.split(top: rows).top
  }

  private var hasCurve: Bool { view.data.driftCurve?.curve?.points.isEmpty == false }

  private func plot(columns: Int) -> CurvePlot? {
    guard let curve = view.curveColumns(width: columns), let start = view.index.start,
      let end = view.index.end, start < end
    else { return nil }
    let peak = curve.peak
    return CurvePlot(
      charset: charset, curve: curve,
      labels: (
        peak > 0 ? TerminalText(LengthText.measured(peak)) : .empty, "0 m"
      ),
      dates: EndDates(start...end, zone: state.settings.zone),
      marked: view.selectedShift?.instant)
  }
}

// MARK: - In words

extension DriftView {
  private func lines(columns: Int) -> [Line] {
    guard let listed = view.selectedShift else { return reasons(columns: columns) }
    let shift = listed.shift
    let text = listed.text
    let isShift = listed.role.isShift
    let kind: TerminalText =
      isShift ? shift.kind == .space ? .empty : "\(text.kind): " : "\(text.verdict): "
    let by = ActorText.name(shift.actor).map { ", by \($0)" as TerminalText } ?? .empty
    let measured: TerminalText = "\(text.followed) followed, residual \(text.residual)"
    let measures = isShift ? "\(text.verdict), \(measured)" : measured
    let id = TerminalText(ShortId.text(listed.commandId))
    let length: TerminalText =
      shift.to.microseconds &- shift.from.microseconds < 1_000_000
      ? .empty : ", over \(TerminalText(DurationText.short(from: shift.from, to: shift.to)))"
    // The list has columns for the measures, so here they may be cut.
    return wrapped(kind + text.sentence, .bold, columns)
      + wrapped("\(state.text(listed.start))\(length)\(by), id \(id)", .plain, columns)
      + wrapped(measures, .dim, columns) + creepLines(columns: columns)
  }

  /// Returns what crept as well; the list shows it step by step at most.
  private func creepLines(columns: Int) -> [Line] {
    (view.data.drift?.creeps ?? []).flatMap { wrapped(ShiftText.text($0), .dim, columns) }
  }

  private func reasons(columns: Int) -> [Line] {
    guard let drift = view.data.drift else {
      return wrapped("looking for anchors that stood still and then moved as one", .dim, columns)
    }
    guard drift.history != nil else {
      return wrapped("the log cannot be read, so shifts cannot be found", .dim, columns)
    }
    let reason: TerminalText =
      if view.isCreeping {
        "the space creeps: it moved by less than 1 cm at a time"
      } else if drift.creeps.isEmpty {
        "the space did not shift: at no time did anchors that had stood still move as one"
      } else {
        "the space did not shift, but \(drift.creeps.count > 1 ? "parts of it creep" : "a part of it creeps")"
      }
    let lines = wrapped(reason, .plain, columns) + creepLines(columns: columns)
    guard drift.untoldCount > 0 else { return lines }
    let key = state.keymap.label(of: .list(.toggleDeleted))
    let groups = CountText.text(
      drift.untoldCount, drift.creeps.isEmpty ? "group" : "other group")
    return lines
      + wrapped("\(groups) moved alike, which is not a shift; \(key) lists them", .dim, columns)
  }

  private func wrapped(_ text: TerminalText, _ style: Style, _ columns: Int) -> [Line] {
    text.wrapped(to: max(1, columns)).map { Line(text: $0, style: style) }
  }
}
