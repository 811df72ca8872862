import HyperbasisCanvas
import HyperbasisHistory

/// The changes of a plan below its question, each in as many lines as it needs: what will be written is
/// what is shown, so changes that do not fit can be scrolled to. Long changes are cut only if a page
/// would otherwise show fewer than ``leastChanges``.
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

  /// Returns the changes that fit on the screen, starting with one of them.
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
      // One line each is kept for the changes that must be visible beside it; the others are shown whole
      // or not at all.
      let limit = number < least ? left - (least - number - 1) : .max
      let lines = effects.lines(ofChange: number, atMost: limit)
      guard lines.count <= left else { break }
      left -= lines.count
      rows.append(Row(change: change, lines: lines))
    }
    return rows
  }

  /// With fewer in view, changes could not be compared with each other.
  static let leastChanges = 3

  /// Room for the glyph that says what becomes of the anchor.
  static let indent = 2
}

// MARK: - Scrolling

extension PlanRows {
  /// Returns the first change on screen after a key.
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

  /// The first change on screen when the end is visible.
  private var lastFirst: Int { first(ofPageBefore: dialog.anchorCount) }

  /// Returns the first change of the longest page that ends before `end`. Looks at one page of changes
  /// only, however many the plan has.
  private func first(ofPageBefore end: Int) -> Int {
    let earliest = max(0, end - max(1, region.rows))
    return (earliest..<max(earliest, end)).first { $0 + rows(from: $0).count >= end } ?? earliest
  }
}
