import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisHistory
import HyperbasisWording

/// The operations, the newest first: which one an undo would take back, and which are undone already.
struct OperationRows: TabRows {
  let state: State
  let view: SpaceView
  private var shown: (first: Int, operations: [DescribedOperation]) = (0, [])
  private var dates: DateColumn
  private var dateWidth = 0

  init(state: State, view: SpaceView) {
    self.state = state
    self.view = view
    dates = DateColumn([], state.timeText, here: nil)
  }

  var count: Int { view.data.operations?.count ?? 0 }

  func headings(columns: Int) -> [TerminalText] {
    guard let operations = view.data.operations else { return ["reading the log"] }
    let count = CountText.text(operations.count, "operation")
    let counts: [TerminalText] =
      dates.zone.map { ["\(count), dates in \($0)", "\(count), \($0)", count] } ?? [count]
    guard view.undoTarget != nil, takesUndo else { return counts }
    return ["\(counts[0]); \(undoKey): undone next"] + counts.dropFirst() + [count]
  }

  mutating func prepare(rows: Range<Int>, columns: Int) {
    shown = (rows.lowerBound, view.data.describedOperations(rows))
    let instants = shown.operations.map(\.operation.instant)
    let isWide = columns >= Self.wideColumns
    dates = DateColumn(
      instants, state.timeText, here: isWide ? nil : view.instant,
      room: isWide ? .max : columns - Self.glyphColumns - Self.leastTextColumns)
    dateWidth = isWide ? dates.width(instants) : dates.leastWidth(instants)
  }

  func draw(row: Int, into frame: inout Frame, line: Region) {
    guard shown.operations.indices.contains(row - shown.first) else { return }
    let described = shown.operations[row - shown.first]
    let operation = described.operation
    let isWide = line.columns >= Self.wideColumns
    let date = dates.text(operation.instant)
    let text = view.text(of: described)
    let left = isWide ? date.padded(to: dateWidth) + " " + text : text
    let who = ActorText.name(operation.actor, limit: 24) ?? .empty
    let tag = tag(operation)
    let right = [tag, isWide ? who : date].present.joined(separator: " ")
    let shorter =
      isWide ? tag : [tag, dates.shortText(operation.instant)].present.joined(separator: " ")
    let kind = kind(of: operation)
    draw(
      described.glyph(kind, state.settings.charset), left, right, shorter, tag,
      style: operation.isUndone ? .dim : .plain,
      glyphStyle: operation.isUndone ? .dim : described.style(kind),
      ellipsis: state.settings.charset.ellipsis, into: &frame, line: line)
  }

  /// Returns the kind by which an operation is marked: a rollback of what was there added nothing.
  private func kind(of operation: HBOperation) -> HBOperation.Kind {
    view.words.isRollback(operation) ? .mixed : operation.kind
  }

  private static let wideColumns = 56
  private static let leastTextColumns = 16

  private var undoKey: TerminalText { state.keymap.label(of: .draft(.undo)) }

  /// Whether the undo key takes back the newest operation.
  private var takesUndo: Bool {
    DraftUpdate(state).map { $0.obstacle(to: .newest) == nil } ?? false
  }

  private func tag(_ operation: HBOperation) -> TerminalText {
    if operation.id == view.undoTarget, takesUndo { return "(\(undoKey))" }
    return operation.isUndone ? "(undone)" : .empty
  }
}

extension SpaceView {
  /// How operations are named.
  var words: OperationText {
    OperationText(index) { data.description(after: $0).label.truncated(to: 40) }
  }

  /// `move of mug`, `undo of the move of mug`.
  func text(of described: DescribedOperation) -> TerminalText {
    guard let original = described.original else {
      return words.phrase(
        described.operation, changesSomething: described.changesSomething)
    }
    return "\(words.noun(described.operation)) of \(words.text(original))"
  }
}

extension DescribedOperation {
  /// The glyph, as for an event in the history: an operation that changed nothing has a glyph of its own.
  fileprivate func glyph(_ kind: HBOperation.Kind, _ charset: Charset) -> Glyph {
    isVain ? (nil as Difference?).glyph(charset) : kind.glyph(charset)
  }

  fileprivate func style(_ kind: HBOperation.Kind) -> Style {
    isVain ? (nil as Difference?).style : kind.style
  }

  private var isVain: Bool { original == nil && !changesSomething }
}

extension HBOperation.Kind {
  func glyph(_ charset: Charset) -> Glyph {
    switch self {
    case .undo: charset.isASCII ? "<" : "↶"
    case .redo: charset.isASCII ? ">" : "↷"
    case .mixed: charset.isASCII ? "*" : "∗"
    default: difference.glyph(charset)
    }
  }

  var style: Style {
    switch self {
    case .undo, .redo, .mixed: .plain
    default: difference.style
    }
  }

  private var difference: Difference {
    switch self {
    case .created, .restored: .added
    case .deleted: .removed
    case .moved: .moved
    case .updated, .undo, .redo, .mixed: .updated
    }
  }
}
