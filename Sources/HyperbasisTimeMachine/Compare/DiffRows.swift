import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisHistory
import HyperbasisWording

/// The rows of the diff tab: what differs between the two compared states.
struct DiffRows: TabRows {
  let state: State
  let view: SpaceView
  private let changes: ListedChanges?
  private var names = NameColumn(names: [], texts: [], room: 0)
  /// Whether there is no room to repeat in words what the glyph shows anyway.
  private var isShort = false

  init(state: State, view: SpaceView) {
    self.state = state
    self.view = view
    changes = view.listedChanges(state.settings.threshold)
  }

  private var comparison: Comparison? { changes?.comparison }

  var count: Int { changes?.count ?? 0 }

  mutating func prepare(rows: Range<Int>, columns: Int) {
    guard let changes else { return }
    let shown = rows.map { changes[$0] }
    let labels = shown.map(rowText.label)
    let room = columns - Self.glyphColumns
    let texts = shown.map { rowText.text($0) }
    let long = NameColumn(names: labels, texts: texts, room: room)
    isShort = zip(labels, texts).contains { name, text in
      min(name.width, long.width) < name.width || long.width + 1 + text.width > room
    }
    let shortTexts = shown.map { rowText.short($0) }
    names = isShort ? NameColumn(names: labels, texts: shortTexts, room: room) : long
  }

  func draw(row: Int, into frame: inout Frame, line: Region) {
    guard let changes, row < changes.count else { return }
    let change = changes[row]
    let charset = state.settings.charset
    let glyph = change.difference.glyph(charset)
    let name = names.text(rowText.label(change), ellipsis: charset.ellipsis)
    let text: TerminalText = "\(name) \(isShort ? rowText.short(change) : rowText.text(change))"
    draw(
      glyph, text, who(change, room: line.columns - Self.glyphColumns - text.width - 1),
      style: change.difference.style, ellipsis: charset.ellipsis, into: &frame, line: line)
  }

  func reading(row: Int) -> TerminalText? {
    changes.flatMap { row < $0.count ? rowText.sentence($0[row]) : nil }
  }

  /// Who contributed to the change, if there is room: all names, or else the first, if need be shortened,
  /// and how many more.
  private func who(_ change: Comparison.Row, room: Int) -> TerminalText {
    let names = ActorText.names(
      view.index.contribution(to: change, without: comparison?.shiftTakenOut), limit: 24)
    guard let first = names.first else { return .empty }
    let all = names.joined(separator: ", ")
    if all.width <= room { return all }
    let rest: TerminalText = names.count > 1 ? " +\(names.count - 1)" : .empty
    return shortened(first, to: room - rest.width).map { $0 + rest } ?? .empty
  }

  private var rowText: RowText {
    RowText(
      data: view.data, shift: comparison?.shiftTakenOut, unit: comparison?.lengthUnit)
  }
}

extension EventIndex {
  /// Returns what led to a change; nil if no event did.
  ///
  /// - Parameter shift: the shifts that the comparison takes out.
  func contribution(to change: Comparison.Row, without shift: ShiftBetween?) -> Contribution? {
    contribution(
      from: change.before, to: change.after, hasMoved: change.difference == .moved,
      isUpdated: change.difference == .updated || change.isUpdated, without: shift)
  }
}

// MARK: - Heading

extension DiffRows {
  func headings(columns: Int) -> [TerminalText] {
    guard let comparison else {
      let key = state.keymap.label(of: .compare(.cycleDiff))
      if view.compare.marks.both != nil { return ["\(key) compares A with B", "\(key) compares"] }
      return [
        "\(key) shows what the last events did, \(key) again what changed from here to now",
        "\(key) shows what the last events did", "\(key) compares",
      ]
    }
    if view.awaitsNames { return ["reading names"] }
    // With a filter, there may be changes that it hides.
    let isHidden = comparison.rows.isEmpty && view.lists.filter != nil
    let words =
      (isHidden ? "no changes match" : comparison.countWords(state.settings.threshold))
      + view.lists.order.heading
    let signs = countSigns(comparison) + view.lists.order.heading
    let shift = shiftText(comparison)
    let briefShift: TerminalText =
      shift.isEmpty ? .empty : comparison.isShiftTakenOut ? "shift out" : "shift"
    let whole = [words, shift].present.joined(separator: "; ")
    let brief = [words, briefShift].present.joined(separator: "; ")
    // Signs take the place of words only if there is no room for those.
    return modeTexts.map { "\($0): \(whole)" } + [
      whole, "\(shortModeText): \(brief)", brief,
      "\(shortModeText): \([signs, shift].present.joined(separator: "; "))",
      [signs, shift].present.joined(separator: "; "),
      [signs, briefShift].present.joined(separator: "; "), signs,
    ]
  }

  private func shiftText(_ comparison: Comparison) -> TerminalText {
    guard let shift = comparison.shift else { return .empty }
    if shift.isMostlyBroughtBack {
      return comparison.isShiftTakenOut ? "without a shift that came back" : "shifted and came back"
    }
    let what: TerminalText = comparison.isShiftTakenOut ? "without shift" : "shifted"
    return "\(what) \(ShiftText.short(shift))"
  }

  /// `+35 ×1 ~4 ≈2`.
  private func countSigns(_ comparison: Comparison) -> TerminalText {
    let charset = state.settings.charset
    let parts = comparison.sortedCounts.map { difference, count in
      "\(TerminalText(difference.glyph(charset)))\(count)" as TerminalText
    }
    let changes: TerminalText = parts.isEmpty ? "no changes" : parts.joined(separator: " ")
    return [changes, comparison.below(state.settings.threshold)].present.joined(separator: ", ")
  }

  private var modeTexts: [TerminalText] {
    view.compare.mode == .previous
      ? ["last events, \(latestDates.first ?? .empty)"] + latestDates.dropFirst()
        + [shortModeText] : [longModeText, shortModeText]
  }

  private var latestDates: [TerminalText] { view.latestInstant.map(state.shorterTexts) ?? [] }

  private var longModeText: TerminalText {
    view.compare.mode == .now ? "from this date \(shortModeText)" : shortModeText
  }

  private var shortModeText: TerminalText {
    switch view.compare.mode {
    case .off: .empty
    case .previous: "last events"
    case .now: "to \(state.endWord(of: view).name)"
    case .marks: "A to B"
    }
  }
}

extension Comparison {
  fileprivate var sortedCounts: [(Difference, Int)] {
    [Difference.added, .removed, .moved, .updated].compactMap { difference in
      counts[difference].map { (difference, $0) }
    }
  }

  /// `35 added, 4 moved, 2 below 5 cm and 1°`.
  func countWords(_ threshold: MoveThreshold) -> TerminalText {
    let parts = sortedCounts.map { "\($1) \($0.word)" as TerminalText }
    let changes: TerminalText = parts.isEmpty ? "no changes" : parts.joined(separator: ", ")
    return [changes, below(threshold)].present.joined(separator: ", ")
  }

  fileprivate func below(_ threshold: MoveThreshold) -> TerminalText {
    guard belowThreshold > 0 else { return .empty }
    return "\(belowThreshold) below \(threshold.rawValue) cm and 1°"
  }
}

extension [TerminalText] {
  /// The texts that are not empty.
  var present: [TerminalText] { filter { !$0.isEmpty } }
}
