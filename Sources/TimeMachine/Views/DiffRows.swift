import Canvas
import Hyperbasis

/// What differs between the two states that are compared.
struct DiffRows: TabRows {
  let state: State
  let view: SpaceView
  private let comparison: Comparison?

  init(state: State, view: SpaceView) {
    self.state = state
    self.view = view
    comparison = view.comparison(state.settings.threshold)
  }

  var count: Int { comparison?.rows.count ?? 0 }

  var heading: TerminalText {
    if let comparison, let shift = comparison.shift {
      let state: TerminalText = comparison.isShiftTakenOut ? "without shift" : "shifted"
      return "\(state) \(shift.shortText); \(counts(comparison))"
    }
    guard let comparison else {
      return "\(state.keymap.label(of: .cycleDiff)) compares with before, now, A with B"
    }
    return "\(modeText), \(counts(comparison))"
  }

  private func counts(_ comparison: Comparison) -> TerminalText {
    var parts: [TerminalText] = []
    for difference in [Difference.added, .removed, .moved, .updated] {
      guard let count = comparison.counts[difference] else { continue }
      parts.append("\(count) \(difference.word)")
    }
    if parts.isEmpty { parts.append("no changes") }
    if comparison.belowThreshold > 0 {
      parts.append("\(comparison.belowThreshold) below \(state.settings.threshold.rawValue) cm")
    }
    return parts.joined(separator: ", ")
  }

  private var modeText: TerminalText {
    switch view.diffMode {
    case .off: .empty
    case .previous: "since the instant before"
    case .now: "from here to now"
    case .marks: "A to B"
    }
  }

  func draw(row: Int, into frame: inout Frame, line: Region) {
    guard let comparison, row < comparison.rows.count else { return }
    let change = comparison.rows[row]
    guard let ordinal = change.after ?? change.before else { return }
    let isASCII = state.settings.charset.isASCII
    let glyph = isASCII ? change.difference.glyph.ascii : change.difference.glyph
    let label = view.data.face(
      after: change.difference == .removed ? (change.before ?? ordinal) : ordinal
    ).label
    let labelWidth = min(20, max(8, line.columns / 3))
    let name = label.fitted(to: labelWidth, ellipsis: state.settings.charset.ellipsis)
    let text = ChangeText(data: view.data, shift: comparison.shiftTakenOut).text(change)
    draw(
      glyph, "\(name) \(text)", .empty,
      style: change.difference.style, ellipsis: state.settings.charset.ellipsis, into: &frame,
      line: line)
  }
}
