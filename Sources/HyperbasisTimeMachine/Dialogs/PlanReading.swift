import HyperbasisCanvas
import HyperbasisHistory
import HyperbasisWording

/// The changes of a plan as they are read aloud: numbered, each in one line, some at a time.
///
/// Pages do not overlap, so that a listener who goes from one to the next hears every change once.
struct PlanReading {
  let dialog: PlanDialog

  /// More than this are too many to listen to at once.
  private static let page = 20

  /// The changes that were read last.
  private var page: Range<Int> {
    dialog.scroll..<min(dialog.scroll + Self.page, dialog.anchorCount)
  }

  private var rest: Int { dialog.anchorCount - page.upperBound }
}

// MARK: - Lines

extension PlanReading {
  /// Whether the last change has been read.
  var isAtEnd: Bool { rest == 0 }

  /// Returns the page, and which keys read the others.
  func lines(_ keymap: Keymap) -> [TerminalText] {
    let back = keymap.label(of: .rows(.page(.back)))
    return (dialog.scroll > 0 ? ["\(dialog.scroll) more above; \(back) goes back"] : [])
      + pageLines(keymap)
  }

  /// Returns what is to be read after a move: the change that a step came to, or the whole page.
  func lines(since former: PlanDialog, _ keymap: Keymap) -> [TerminalText] {
    switch dialog.scroll - former.scroll {
    case 1: lines(of: page.suffix(1))
    case -1: lines(of: page.prefix(1))
    default: pageLines(keymap)
    }
  }

  private func pageLines(_ keymap: Keymap) -> [TerminalText] {
    let forward = keymap.label(of: .rows(.page(.forward)))
    return lines(of: page) + (rest > 0 ? ["\(rest) more below; \(forward) continues"] : [])
  }

  private func lines(of numbers: Range<Int>) -> [TerminalText] {
    zip(numbers, dialog.plan.changes[numbers]).map { number, change in
      "\(number + 1). \(change.name) \(change.effectText(in: dialog.unit))"
    }
  }
}

// MARK: - Scrolling

extension PlanReading {
  /// Returns the first change to read after a key.
  func first(after intent: RowIntent) -> Int {
    switch intent {
    case .step(let direction): dialog.scroll + direction.sign
    case .page(.forward): page.upperBound
    case .page(.back): max(0, dialog.scroll - Self.page)
    case .first, .last, .activate: dialog.scroll
    }
  }

  /// Returns why there is nothing to read in a direction; nil if there is.
  func refusal(of intent: RowIntent) -> TerminalText? {
    switch intent {
    case .step(.forward), .page(.forward): rest > 0 ? nil : "no change follows"
    case .step(.back), .page(.back): dialog.scroll > 0 ? nil : "no change comes before"
    case .first, .last, .activate: nil
    }
  }
}
