package import HyperbasisCanvas
import HyperbasisHistory
import HyperbasisWording

/// Rows of the list on screen as lines of text, which need not fit any width.
package struct ListReading {
  package fileprivate(set) var lines: [TerminalText]
  /// The first row that was read.
  package let first: Int
  /// How many rows follow.
  package let rest: Int
  /// The first of them.
  package let next: Int
}

extension ListReading {
  /// Returns where a reading begins, unless that is at the top.
  fileprivate static func start(_ first: Int, _ count: Int) -> [TerminalText] {
    first > 0 ? ["from row \(first + 1) of \(count)"] : []
  }
}

extension State {
  /// Reads a page of the tab, or of the list of spaces.
  ///
  /// - Parameters:
  ///   - row: The row to begin with; nil for the page on screen.
  ///   - end: The row to end before; nil to go on to the last.
  package func readList(from row: Int? = nil, upTo end: Int? = nil) -> ListReading {
    guard let view else { return readSpaces(from: row, upTo: end) }
    let first = { (count: Int, page: Int) in
      row.map { min($0, count) }
        ?? (view.lists.scroll[view.lists.tab] ?? 0).scrolled(
          toShow: view.selectedRow(settings.threshold).row, of: count, page: page)
    }
    let page = view.tabPage(layout)
    func read(_ rows: some TabRows) -> ListReading {
      TabReading(rows: rows, state: self, view: view)
        .page(
          from: first(rows.count, page), count: page, upTo: min(end ?? .max, rows.count),
          withHeading: row == nil)
    }
    switch view.lists.tab {
    case .anchors: return read(AnchorRows(state: self, view: view))
    case .diff: return read(DiffRows(state: self, view: view))
    case .history: return read(HistoryRows(state: self, view: view))
    case .operations: return read(OperationRows(state: self, view: view))
    case .drift: return read(ShiftRows(state: self, view: view))
    case .inspect: return readInspector(view)
    }
  }

  private func readSpaces(from row: Int?, upTo end: Int?) -> ListReading {
    var state = self
    let first = row ?? picker.scroll
    state.picker.scroll = first
    let frame = render(state)
    func lines(_ rows: Range<Int>) -> [TerminalText] {
      rows.map { RowReading.text(frame, row: $0) }.filter { !$0.isEmpty }
    }
    // The heading and the names of the columns are above the rows, the message and the footer below.
    let area = layout.pickerRows
    let headings = row == nil ? lines(0..<area.row) + ListReading.start(first, picker.count) : []
    guard picker.spaces != nil, picker.count > 0 else {
      return ListReading(
        lines: headings + lines(area.row..<area.endRow), first: 0, rest: 0, next: 0)
    }
    let last = min(end ?? .max, picker.count)
    let next = max(first, min(last, first + layout.pickerPage))
    return ListReading(
      lines: headings + lines(area.row..<(area.row + next - first)), first: first,
      rest: last - next, next: next)
  }

  private func readInspector(_ view: SpaceView) -> ListReading {
    let columns = RowReading.columns
    let count = InspectorContent(view, settings, keymap).tabRows(columns: columns).count
    var frame = Frame(size: TerminalSize(columns: columns, rows: max(1, count)))
    var whole = view
    whole.lists.scroll[.inspect] = 0
    InspectorView(state: self, view: whole).drawTab(into: &frame, region: frame.region)
    let lines = (0..<frame.size.rows).map { RowReading.text(frame, row: $0) }
    return ListReading(lines: lines.filter { !$0.isEmpty }, first: 0, rest: 0, next: count)
  }
}

/// Reads a row of a frame as a line.
private enum RowReading {
  /// More than any row needs, so that nothing is cut.
  static let columns = 400

  /// Returns the words of a row, separated by one blank each.
  static func text(_ frame: Frame, row: Int, from column: Int = 0) -> TerminalText {
    let cells = frame.cells(inRow: row).dropFirst(column)
    let words = cells.map { TerminalText($0.glyph) }.joined().plain.split(separator: " ")
    return TerminalText(words.joined(separator: " "))
  }
}

/// Reads the rows of a tab, with words for what signs and colours show on a screen.
private struct TabReading<Rows: TabRows> {
  var rows: Rows
  let state: State
  let view: SpaceView

  /// - Parameter end: The row to end before.
  func page(from first: Int, count: Int, upTo end: Int, withHeading: Bool) -> ListReading {
    var rows = rows
    let shown = first..<min(first + count, max(first, end))
    rows.prepare(rows: shown, columns: RowReading.columns)
    let selected = view.selectedRow(state.settings.threshold).row
    var lines = withHeading ? headings(rows) + ListReading.start(first, rows.count) : []
    for row in shown {
      let text = rows.reading(row: row) ?? drawnText(row, rows)
      lines.append([text, row == selected ? "selected" : .empty].present.joined(separator: ", "))
    }
    return ListReading(
      lines: lines, first: first, rest: end - shown.upperBound, next: shown.upperBound)
  }

  /// Returns what is drawn of a row, and a word for its sign.
  private func drawnText(_ row: Int, _ rows: Rows) -> TerminalText {
    var frame = Frame(size: TerminalSize(columns: RowReading.columns, rows: 1))
    rows.draw(row: row, into: &frame, line: frame.region.line(0))
    let sign = frame.cells(inRow: 0).first.map { TerminalText($0.glyph).plain } ?? ""
    return [RowReading.text(frame, row: 0, from: Rows.glyphColumns), word(sign)].present
      .joined(separator: ", ")
  }

  private func headings(_ rows: Rows) -> [TerminalText] {
    let headings = rows.headings(columns: RowReading.columns)
    let heading = headings.first { $0.width <= RowReading.columns } ?? headings.last ?? .empty
    return [heading, rows.note].present.map { text in
      TerminalText(text.plain.split(separator: " ").joined(separator: " "))
    }
  }

  /// Returns what the sign of a row means; empty if the row itself says it.
  private func word(_ sign: String) -> TerminalText {
    switch view.lists.tab {
    case .anchors: SignWords.ofAnchors(state.settings.charset)[sign] ?? .empty
    case .history, .operations:
      SignWords.ofChanges(state.settings.charset)[sign] ?? .empty
    case .diff, .drift, .inspect: .empty
    }
  }
}

/// What the signs of lists mean, in words for screen readers.
private enum SignWords {
  static func ofChanges(_ charset: Charset) -> [String: TerminalText] {
    Dictionary(
      Difference.allCases.map { (TerminalText($0.glyph(charset)).plain, $0.word) },
      uniquingKeysWith: { first, _ in first })
  }

  static func ofAnchors(_ charset: Charset) -> [String: TerminalText] {
    let glyphs = MapGlyphs(charset)
    func sign(_ appearance: MapAppearance, _ change: MapChange = .unchanged) -> String {
      TerminalText(glyphs.glyph(appearance, change)).plain
    }
    var words: [String: TerminalText] = [:]
    for kind in MapKind.allCases where kind != .other && kind != .model {
      words[sign(MapAppearance(kind: kind))] = kind.name
    }
    // Only these two kinds show in every charset which way they face.
    for kind in [MapKind.other, .model] {
      for (heading, word) in headings {
        words[sign(MapAppearance(kind: kind, heading: heading))] = word
      }
    }
    for difference in Difference.allCases {
      words[sign(MapAppearance(), difference.mapChange)] = difference.word
    }
    return words
  }

  /// Degrees, counter-clockwise from the top of the plan.
  private static let headings: [(Double, TerminalText)] = [
    (0, "facing up the plan"), (90, "facing left"), (180, "facing down the plan"),
    (270, "facing right"),
  ]
}
