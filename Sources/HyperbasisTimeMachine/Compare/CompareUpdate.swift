import Foundation
import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisHistory
import HyperbasisWording

/// Sets the marks, and chooses what is compared with what.
struct CompareUpdate: SpaceUpdate {
  var transition: Transition

  mutating func perform(_ intent: CompareIntent) {
    switch intent {
    case .markA: setMark(\.a, name: "A", other: "B")
    case .markB: setMark(\.b, name: "B", other: "A")
    case .swapMarks:
      view.compare.marks.swap()
      note("A and B are swapped")
    case .cycleDiff: cycleDiff()
    case .toggleSideBySide: toggleSideBySide()
    case .next(let direction): next(direction)
    case .cycleThreshold:
      settings.threshold = settings.threshold.following
      note(Self.text(of: settings.threshold, comparison))
    case .compensateShift:
      view.compare.takesShiftOut.toggle()
      note(
        view.compare.takesShiftOut
          ? ShiftText.takenOut(
            comparison?.shift, notAShift: comparison?.notAShift,
            stillShifted: comparison?.shift?.namesOfStillShifted(view.index) ?? [])
          : "with every shift")
    }
  }

  /// Returns why an intent is unavailable now; nil if it is available.
  func refusal(of intent: CompareIntent) -> TerminalText? {
    switch intent {
    case .markA, .markB: return lackOfEvents
    case .cycleDiff:
      // The two plans show A and B, whatever a list beside them compares.
      guard view.compare.isSideBySide, view.compare.mode == .marks else { return lackOfEvents }
      let key = label(of: .compare(.toggleSideBySide))
      return "side by side compares A with B; \(key) shows one plan"
    case .swapMarks, .toggleSideBySide: return lackOfMarks
    case .next:
      if view.compare.mode != .off { return comparison?.rows.isEmpty == true ? "no changes" : nil }
      guard view.lists.search == nil else { return nil }
      return lackOfEvents
        ?? "\(label(of: .compare(.cycleDiff))) compares, \(label(of: .list(.find))) finds"
    case .cycleThreshold: return nil
    case .compensateShift:
      if view.compare.takesShiftOut { return nil }
      guard let comparison else {
        return lackOfEvents ?? "compare first: \(label(of: .compare(.cycleDiff)))"
      }
      guard comparison.shift == nil else { return nil }
      if view.data.takesTime(.shifts) {
        return "the shifts are not known yet; try again in a moment"
      }
      return ShiftText.takenOut(nil, notAShift: comparison.notAShift)
    }
  }

  private mutating func setMark(
    _ mark: WritableKeyPath<Marks, HBInstant?>, name: TerminalText, other: TerminalText
  ) {
    guard let instant = view.instant else { return }
    if view.compare.marks[keyPath: mark] == instant {
      view.compare.marks[keyPath: mark] = nil
      let endsComparison = view.compare.mode == .marks
      if endsComparison { view.compare.mode = .off }
      note("mark \(name) is removed\(endsComparison ? "; the comparison is off" : .empty)")
    } else {
      view.compare.marks[keyPath: mark] = instant
      let next = view.compare.marks.both != nil ? waysToCompare : "\(other.asKey) sets \(other)"
      note("\(name) is \(settings.text(instant)); \(next)")
    }
  }

  /// How to compare the two marks; during another comparison the key would go on to the next mode
  /// instead.
  private var waysToCompare: TerminalText {
    switch view.compare.mode {
    case .off: "\(label(of: .compare(.cycleDiff))) compares"
    case .marks: "A and B are compared"
    case .previous, .now: ":diff marks compares"
    }
  }

  /// Sets a mark to a typed date.
  mutating func setMark(_ mark: WritableKeyPath<Marks, HBInstant?>, to date: DateExpression) {
    let context = DateExpression.Context(view, settings, now: transition.now)
    // The line was parsed before in the same context.
    guard let instant = try? date.instant(in: context) else { return }
    // A mark can only stand where the cursor can: on the history.
    let place = view.data.instant(of: view.data.cursor(at: instant))
    view.compare.marks[keyPath: mark] = place
    guard let place else { return }
    let outside = view.outsideText(instant, settings).map { "\($0); " as TerminalText } ?? .empty
    note("\(outside)\(mark == \.a ? "A" : "B") is \(settings.text(place))")
  }

  private mutating func cycleDiff() {
    let mode = view.compare.mode.following
    compare(mode == .marks && view.compare.marks.both == nil ? mode.following : mode)
  }

  /// Toggles the two plans; showing both also compares A with B.
  private mutating func toggleSideBySide() {
    view.compare.isSideBySide.toggle()
    guard view.compare.isSideBySide else { return note("one plan") }
    compare(.marks)
    let (a, b) = layout.mapShape.halves(of: layout.map)
    transition.message = .note(a.row == b.row ? "A beside B" : "A above B", on: .layout)
  }

  mutating func compare(_ mode: DiffMode) {
    view.compare.mode = mode
    if mode == .off {
      if view.lists.tab == .diff { view.lists.tab = .anchors }
      return note("comparison off")
    }
    view.lists.tab = .diff
    note(text(of: mode))
  }

  /// Says what is compared, and which shift lies between.
  func text(of mode: DiffMode) -> TerminalText {
    guard let comparison, let shift = comparison.shift else { return name(of: mode) }
    let text = ShiftText.text(shift, stillShifted: shift.namesOfStillShifted(view.index))
    let key = label(of: .compare(.compensateShift))
    return "\(name(of: mode)); \(text); "
      + (comparison.isShiftTakenOut ? "taken out" : "\(key) takes it out")
  }

  private func name(of mode: DiffMode) -> TerminalText {
    switch mode {
    case .off: "comparison off"
    case .previous:
      "what the last events did\(view.latestInstant.map { ", at \(settings.text($0))" } ?? .empty)"
    case .now: "against \(endWord.name)"
    case .marks: "A against B"
    }
  }

  /// Goes to the next change of the comparison, else to the next match of the search.
  private mutating func next(_ direction: Direction) {
    hand(to: FindUpdate.self) { find in
      if find.view.compare.mode == .off { return find.nextMatch(direction) }
      find.selectNext(
        ofChanges:
          find.view.listedChanges(find.settings.threshold)?.slots ?? [], direction)
    }
  }

  /// Returns the text that says what counts as a move now.
  static func text(of threshold: MoveThreshold, _ comparison: Comparison?) -> TerminalText {
    let below = comparison?.belowThreshold ?? 0
    let what: TerminalText =
      threshold == .none
      ? "every move counts" : "moves count from \(threshold.rawValue) cm or 1°"
    let count: TerminalText = below == 1 ? "1 is below" : "\(below) are below"
    return below > 0 ? "\(what); \(count)" : what
  }
}

extension TerminalText {
  /// The key that sets the mark of this name.
  fileprivate var asKey: TerminalText { TerminalText(plain.lowercased()) }
}
