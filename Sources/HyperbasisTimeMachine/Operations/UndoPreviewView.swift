import HyperbasisCanvas
import HyperbasisHistory
import HyperbasisWording

/// Draws what undoing the selected operation would do, below the list of operations.
struct UndoPreviewView {
  let state: State
  let view: SpaceView

  private struct Line {
    let text: TerminalText
    var style = Style.plain
    /// The glyph before the text, in the line's style.
    var glyph: Glyph?
  }

  /// Draws it with a border of its own, below the tabs.
  func drawPane(into frame: inout Frame, region: Region) {
    guard !region.isEmpty else { return }
    frame.drawBox(region, style: .dim, box: state.settings.charset.box, title: "undo")
    draw(into: &frame, region: region.inset(by: 1))
  }

  /// Draws it under a rule, in the pane of the list.
  func drawPart(into frame: inout Frame, region: Region) {
    guard region.rows > 1 else { return }
    let rule: Glyph = state.settings.charset.isASCII ? "-" : "─"
    frame.put(
      TerminalText(repeating: rule, count: region.columns), in: region.line(0), style: .dim)
    draw(into: &frame, region: region.split(top: 1).rest)
  }

  private func draw(into frame: inout Frame, region: Region) {
    let lines = lines(columns: region.columns, rows: region.rows)
    for (row, line) in lines.prefix(region.rows).enumerated() {
      let area = region.line(row)
      let indent = line.glyph == nil ? 0 : 2
      if let glyph = line.glyph { frame.put(glyph: glyph, in: area, style: line.style) }
      frame.put(
        line.text.truncated(to: area.columns - indent, ellipsis: state.settings.charset.ellipsis),
        in: area.inset(left: indent), style: line.style)
    }
    guard lines.count > region.rows, region.rows > 1 else { return }
    let last = region.line(region.rows - 1)
    frame.fill(last)
    frame.put(
      "and \(CountText.text(lines.count - region.rows + 1, "more line"))", in: last, style: .dim)
  }
}

extension UndoPreviewView {
  private func lines(columns: Int, rows: Int) -> [Line] {
    guard let selected = view.selectedOperation else {
      return view.data.operations == nil ? [] : [Line(text: "nothing was done yet", style: .dim)]
    }
    let operation = selected.operation
    let by = ActorText.name(operation.actor).map { ", by \($0)" as TerminalText } ?? .empty
    let id = TerminalText(ShortId.text(operation.id))
    let origin: TerminalText = "\(state.text(operation.instant))\(by), id \(id)"
    let heading =
      [Line(text: view.text(of: selected), style: .bold)]
      + origin.wrapped(to: max(1, columns)).map { Line(text: $0, style: .dim) }
    return heading + effectLines(operation, columns, rows: rows - heading.count)
  }

  private func effectLines(_ operation: HBOperation, _ columns: Int, rows: Int) -> [Line] {
    guard let request = view.selectedUndo else { return [Line(text: stateText(operation))] }
    switch view.data.undoOutcome(request) {
    case nil: return [Line(text: "working out what an undo would do", style: .dim)]
    case .nothing: return [Line(text: "an undo would change nothing")]
    case .changes(let preview): return lines(of: preview, request, columns, rows: rows)
    }
  }

  /// Returns why the operation cannot be undone.
  private func stateText(_ operation: HBOperation) -> TerminalText {
    let redo = state.keymap.label(of: .draft(.redo))
    let next = view.data.nextRedone
    let nothing: TerminalText = "there is nothing to redo now"
    switch operation.kind {
    case .undo:
      guard let next else { return "an undo; \(nothing)" }
      return "an undo; \(redo) takes \(next == operation.original ? "it" : "the newest one") back"
    case .redo: return "a redo; the operation it redid is listed under its original date"
    default:
      return "undone; \(next == nil ? nothing : "\(redo) redoes the last undone operation")"
    }
  }

  private func lines(
    of preview: UndoPreview, _ request: UndoPreview.Request, _ columns: Int, rows: Int
  ) -> [Line] {
    let summary = summary(preview, request).wrapped(to: max(1, columns)).map { Line(text: $0) }
    let warnings =
      preview.overridden.map { $0.text { state.text($0) } } + preview.conflicts.map(\.text)
    let conflicts = warnings.prefix(Self.longestList).flatMap { warning in
      warning.wrapped(to: max(1, columns - 2)).enumerated().map { number, text in
        Line(text: text, style: .warning, glyph: number == 0 ? "!" : " ")
      }
    }
    let changes = changeLines(preview, columns, rows: rows - summary.count - conflicts.count)
    return summary + changes + conflicts
  }

  /// Long texts continue in lines that nothing else needs.
  private func changeLines(_ preview: UndoPreview, _ columns: Int, rows: Int) -> [Line] {
    let listed = Array(preview.changes.prefix(Self.longestList))
    let charset = state.settings.charset
    let effects = EffectColumn(
      listed, in: LengthUnit(ofChanges: listed), columns: columns - 2, rows: rows,
      ellipsis: charset.ellipsis)
    var spare = max(0, rows - listed.count)
    return listed.enumerated().flatMap { number, change in
      let texts = effects.lines(ofChange: number, atMost: spare + 1)
      spare -= texts.count - 1
      return texts.enumerated().map { line, text in
        Line(
          text: text, style: change.difference.style,
          glyph: line == 0 ? change.difference.glyph(charset) : " ")
      }
    }
  }

  /// More entries than this cannot be read beside the list.
  private static let longestList = 200

  /// `R undoes it by itself: 2 anchors change, 1 stays as it is`.
  private func summary(_ preview: UndoPreview, _ request: UndoPreview.Request) -> TerminalText {
    let change = CountText.text(preview.changes.count, "anchor")
    let changed: TerminalText =
      "\(change) \(preview.changes.count == 1 ? "changes" : "change")"
    if let obstacle = DraftUpdate(state)?.obstacle(to: request) {
      let rest: TerminalText =
        preview.changes.isEmpty ? SpaceView.allChangedSince : "an undo of it: \(changed)"
      return "\(rest); \(obstacle)"
    }
    guard request != .newest else {
      return "\(state.keymap.label(of: .draft(.undo))) undoes it: \(changed)"
    }
    let key = state.keymap.label(of: .draft(.rollBackAnchor))
    if preview.changes.isEmpty {
      return preview.isOnlyShifted
        ? "all of it has changed since; \(key) undoes what a shift alone changed"
        : SpaceView.allChangedSince
    }
    return "\(key) undoes it by itself: \(changed)"
  }
}
