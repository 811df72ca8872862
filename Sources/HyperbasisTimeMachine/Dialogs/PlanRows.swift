import HyperbasisCanvas
import HyperbasisHistory

/// The changes of a plan below its question, each in as many lines as it needs: what will be written is
/// what is shown, so what has no room is scrolled to. Long changes are cut only where a page
/// would show fewer than ``leastChanges`` otherwise.
struct PlanRows {
  let dialog: PlanDialog
  let region: Region
  private let ellipsis: TerminalText

  init(_ dialog: PlanDialog, _ layout: Layout, _ settings: Settings) {
    self.dialog = dialog
    region = dialog.list(layout, settings)
    ellipsis = settings.charset.ellipsis
  }

  struct Row {
    let change: HBPlannedChange
    let lines: [TerminalText]
  }

  /// What is on screen.
  var shown: [Row] { rows(from: dialog.scroll) }

  /// Whether there is more than what is on screen.
  var canScroll: Bool { dialog.scroll > 0 || shown.count < dialog.anchorCount }

  /// The changes that have room from one on.
  private func rows(from first: Int) -> [Row] {
    let room = max(1, region.rows)
    let changes = Array(dialog.plan.changes.dropFirst(first).prefix(room))
    let effects = EffectColumn(
      changes, in: dialog.unit, columns: region.columns - Self.indent, rows: room,
      ellipsis: ellipsis)
    let least = min(Self.leastChanges, changes.count)
    var rows: [Row] = []
    var left = room
    for (number, change) in changes.enumerated() {
      // A line each is kept for those that are to be seen beside it; others are shown whole or not yet.
      let limit = number < least ? left - (least - number - 1) : .max
      let lines = effects.lines(ofChange: number, atMost: limit)
      guard lines.count <= left else { break }
      left -= lines.count
      rows.append(Row(change: change, lines: lines))
    }
    return rows
  }

  /// Fewer could not be compared with each other.
  static let leastChanges = 3

  /// For the glyph that says what becomes of the anchor.
  static let indent = 2
}

// MARK: - Scrolling

extension PlanRows {
  /// The first change on screen after a key.
  func first(after intent: RowIntent) -> Int {
    switch intent {
    case .step(.forward): min(dialog.scroll + 1, lastFirst)
    case .step(.back): max(0, dialog.scroll - 1)
    case .page(.forward): min(dialog.scroll + shown.count, lastFirst)
    case .page(.back): first(ofPageBefore: dialog.scroll)
    case .first: 0
    case .last: lastFirst
    case .activate: dialog.scroll
    }
  }

  /// From where the end is on screen.
  private var lastFirst: Int { first(ofPageBefore: dialog.anchorCount) }

  /// The first change of the longest page that reaches up to another. Looks at a page of changes only,
  /// however many the plan has.
  private func first(ofPageBefore end: Int) -> Int {
    let earliest = max(0, end - max(1, region.rows))
    return (earliest..<max(earliest, end)).first { $0 + rows(from: $0).count >= end } ?? earliest
  }
}
