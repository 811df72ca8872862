import Foundation
import Hyperbasis
import HyperbasisCanvas

extension State {
  mutating func performCompare(_ intent: Intent) -> Bool {
    switch intent {
    case .markA: setMark(\.a, name: "A", other: "B")
    case .markB: setMark(\.b, name: "B", other: "A")
    case .swapMarks:
      view?.marks.swap()
      message = .note("A and B changed places")
    case .cycleDiff: cycleDiff()
    case .toggleSideBySide:
      view?.isSideBySide.toggle()
      message = .note(view?.isSideBySide == true ? "A beside B" : "one plan")
    case .cycleThreshold: cycleThreshold()
    case .compensateShift: compensateShift()
    default: return false
    }
    return true
  }

  private mutating func setMark(
    _ mark: WritableKeyPath<Marks, HBInstant?>, name: TerminalText, other: TerminalText
  ) {
    guard let view, let instant = view.instant else { return }
    if view.marks[keyPath: mark] == instant {
      self.view?.marks[keyPath: mark] = nil
      if view.diffMode == .marks { self.view?.diffMode = .off }
      message = .note("\(name) is gone")
    } else {
      self.view?.marks[keyPath: mark] = instant
      let both = self.view?.marks.a != nil && self.view?.marks.b != nil
      let next: TerminalText =
        both
        ? "\(keymap.label(of: .cycleDiff)) compares" : "\(other.asKey) sets \(other)"
      message = .note("\(name) is \(text(instant)); \(next)")
    }
  }

  private mutating func cycleDiff() {
    guard let view else { return }
    var mode = view.diffMode.following
    if mode == .marks, view.marks.a == nil || view.marks.b == nil { mode = .off }
    compare(mode)
  }

  mutating func compare(_ mode: DiffMode) {
    guard let view else { return }
    self.view?.diffMode = mode
    if mode == .off {
      if view.tab == .diff { self.view?.tab = .anchors }
      message = .note("comparison off")
    } else {
      self.view?.tab = .diff
      let shift = self.view?.comparison(settings.threshold)?.shift
      let hint = shift.map { shift -> TerminalText in
        "; the space shifted \(shift.text); \(keymap.label(of: .compensateShift)) takes it out"
      }
      message = .note(differenceNote(mode) + (hint ?? .empty))
    }
  }

  private func differenceNote(_ mode: DiffMode) -> TerminalText {
    switch mode {
    case .off: "comparison off"
    case .previous: "against the instant before"
    case .now: "against now"
    case .marks: "A against B"
    }
  }

  /// Goes to the next change of the comparison, else to the next match of the search.
  mutating func performNext(_ intent: Intent) -> [Effect]? {
    guard case .nextChange(let direction) = intent, let view else { return nil }
    if view.diffMode == .off { return nextMatch(direction) }
    selectNext(of: changedSlots(), direction)
    return []
  }

  mutating func selectNext(of matches: [Int], _ direction: Direction) {
    guard let view else { return }
    guard !matches.isEmpty else {
      message = .note(
        view.diffMode == .off ? "no match" : "nothing differs between the two")
      return
    }
    let current = view.selectedSlot.flatMap { matches.firstIndex(of: $0) }
    let next = current.map { ($0 + direction.sign + matches.count) % matches.count }
    let number = next ?? (direction == .forward ? 0 : matches.count - 1)
    select(slot: matches[number])
    let what: TerminalText = view.diffMode == .off ? "match" : "change"
    message = .note("\(what) \(number + 1) of \(matches.count): \(selectionName)")
  }

  private func changedSlots() -> [Int] {
    view?.comparison(settings.threshold)?.rows.map(\.slot) ?? []
  }

  private mutating func cycleThreshold() {
    settings.threshold = settings.threshold.following
    tellThreshold()
  }

  /// Says what counts as a move now.
  mutating func tellThreshold() {
    let below = view?.comparison(settings.threshold)?.belowThreshold ?? 0
    let what: TerminalText =
      settings.threshold == .none
      ? "every move counts" : "moves count from \(settings.threshold.rawValue) cm or 1° on"
    let count: TerminalText = below == 1 ? "1 is below" : "\(below) are below"
    message = .note(below > 0 ? "\(what); \(count)" : what)
  }

  private mutating func compensateShift() {
    view?.takesShiftOut.toggle()
    let shift = view?.comparison(settings.threshold)?.shift
    message =
      view?.takesShiftOut == true
      ? .note("without the shift: \(shift?.text ?? "none here")") : .note("with every shift")
  }
}

extension HBRigidShift {
  /// `41 cm, 8.0°`.
  var shortText: TerminalText {
    TerminalText("\(LengthText.measured(distance)), \(String(format: "%.1f°", yaw))")
  }

  /// `0.41 m, yaw 8.0°, residual 1 cm, 23 of 25 anchors`.
  var text: TerminalText {
    let turn = TerminalText(String(format: "yaw %.1f°", yaw))
    let rest = TerminalText(LengthText.measured(residual))
    return
      "\(TerminalText(LengthText.measured(distance))), \(turn), residual \(rest), \(inliers) of \(common) anchors"
  }
}

extension TerminalText {
  /// The key that sets the mark of this name.
  fileprivate var asKey: TerminalText { TerminalText(plain.lowercased()) }
}
