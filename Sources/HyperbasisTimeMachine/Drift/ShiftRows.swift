import HyperbasisCanvas
import HyperbasisDrift
import HyperbasisHistory
import HyperbasisWording

/// The shifts of the space, the newest first.
struct ShiftRows: TabRows {
  let state: State
  let view: SpaceView
  private let listed: [ListedShift]
  private var first = 0
  private var table = ShiftTable()
  private var zone: TerminalText?

  init(state: State, view: SpaceView) {
    self.state = state
    self.view = view
    listed = view.listedShifts
  }

  var count: Int { listed.count }

  func headings(columns: Int) -> [TerminalText] {
    let texts = view.shiftCountTexts
    let count = texts.first ?? .empty
    guard !listed.isEmpty else { return [hint.map { "\(count); \($0)" } ?? count, count] }
    let counts: [TerminalText] =
      zone.map { ["\(count), dates in \($0)", "\(count), \($0)"] } ?? [count]
    return counts.map { counted in hint.map { "\(counted); \($0)" } ?? counted } + texts
  }

  /// `i: 2 more moved alike`.
  private var hint: TerminalText? {
    guard let others = view.data.drift?.otherCount, others > 0, !view.lists.showsAllMotions else {
      return nil
    }
    let key = state.keymap.label(of: .list(.toggleDeleted))
    guard listed.isEmpty else { return "\(key): \(others) more moved alike" }
    let hasSteps = view.isCreeping || view.data.drift?.creeps.isEmpty == false
    return hasSteps ? "\(key) lists the steps" : "\(key) lists them"
  }

  var note: TerminalText {
    listed.isEmpty ? .empty : "  \(table.titles)"
  }

  var noteStyle: Style { .dim }

  mutating func prepare(rows: Range<Int>, columns: Int) {
    first = rows.lowerBound
    let shown = Array(listed[rows.clamped(to: 0..<listed.count)])
    let instants = shown.map(\.start)
    let isWide = columns >= Self.wideColumns
    let dates = DateColumn(instants, state.timeText, here: isWide ? nil : view.instant)
    zone = dates.zone
    table = ShiftTable(
      shown, dates: instants.map(dates.text), room: columns - Self.glyphColumns)
  }

  private static let wideColumns = 56

  func draw(row: Int, into frame: inout Frame, line: Region) {
    guard listed.indices.contains(row), row >= first else { return }
    let isOfSpace = listed[row].shift.kind.isShift
    let isShift = isOfSpace && listed[row].role.isShift && !listed[row].isTakenOut
    let charset = state.settings.charset
    let other: Glyph = charset.isASCII ? "." : "·"
    draw(
      isOfSpace ? BarMark.Kind.shift.sign.glyph(charset) : other, table.row(row - first), .empty,
      style: isShift ? .plain : .dim,
      glyphStyle: isShift ? BarMark.Kind.shift.sign.style : .dim,
      ellipsis: charset.ellipsis, into: &frame, line: line)
  }
}
