package import HyperbasisCanvas
import HyperbasisDrift
package import HyperbasisHistory
package import HyperbasisModels

/// Says that a plan brings places back across shifts, and in which frame they come.
package struct CrossingText {
  private let crossed: HBCrossedShifts
  private let date: (HBInstant) -> TerminalText

  /// - Parameter date: how an instant is shown.
  package init(_ crossed: HBCrossedShifts, date: @escaping (HBInstant) -> TerminalText) {
    self.crossed = crossed
    self.date = date
  }
}

extension CrossingText {
  /// `3 anchors come back as they were then, across the shift of 2024-04-02 10:15:40 UTC (24 of 41
  /// anchors by 0.42 m)`.
  package var text: TerminalText {
    let count = crossed.anchorIds.count
    guard count > 0 else { return "nothing needs to be carried across \(shifts)" }
    let come = count == 1 ? "comes" : "come"
    let across: TerminalText = crossed.frame == .then ? "across" : "carried across"
    return "\(CountText.text(count, "anchor")) \(come) back \(goal), \(across) \(shifts)"
  }

  /// `3 anchors come back as they were then, across a shift of 0.42 m`, or as much shorter as the
  /// columns require, always a whole sentence; at the shortest `3 come back as then`.
  package func short(columns: Int) -> TerminalText {
    sentences.first { $0.width <= columns } ?? sentences.last ?? .empty
  }

  /// The sentences, the longest first.
  private var sentences: [TerminalText] {
    let count = crossed.anchorIds.count
    let (what, brief) = briefShifts
    guard count > 0 else {
      return ["nothing needs to be carried across \(what)", "nothing needs to be carried"]
    }
    let back: TerminalText = "\(count == 1 ? "comes" : "come") back"
    return [
      "\(CountText.text(count, "anchor")) \(back) \(goal), across \(what)",
      "\(count) \(back) \(goal), across \(what)", "\(count) \(back) \(goal) (\(what))",
      "\(count) \(back) \(goal), \(brief)", "\(count) \(back) \(goal)",
    ] + briefGoals(count, back)
  }

  /// Returns even shorter sentences, for when the goal in its usual words is too long.
  private func briefGoals(_ count: Int, _ back: TerminalText) -> [TerminalText] {
    switch crossed.frame {
    case .then: ["\(count) \(back) as then"]
    case .now:
      count == 1
        ? ["1 goes to \(goal)", "1 goes to today's place"]
        : ["\(count) go to \(goal)", "\(count) go to today's places"]
    }
  }

  /// `a shift of 0.42 m`, and the same after a comma.
  private var briefShifts: (what: TerminalText, brief: TerminalText) {
    guard crossed.found.count == 1, let shift = crossed.found.last else {
      let count: TerminalText = "\(crossed.found.count) shifts"
      return crossed.isTakenBack ? ("the correction of \(count)", "correction") : (count, count)
    }
    let way = ShiftText(shift).displacement()
    return crossed.isTakenBack
      ? ("the correction of a shift of \(way)", "correction \(way)")
      : ("a shift of \(way)", "shift \(way)")
  }

  /// How they come back: `as they were then`, `where they are today`.
  package var goal: TerminalText {
    let isOne = crossed.anchorIds.count == 1
    switch crossed.frame {
    case .then: return isOne ? "as it was then" : "as they were then"
    case .now: return isOne ? "where it is today" : "where they are today"
    }
  }

  /// What the other choice does: `puts them where that place is today`.
  package var alternative: TerminalText {
    let them: TerminalText = crossed.anchorIds.count == 1 ? "it" : "them"
    switch crossed.frame {
    case .then: return "puts \(them) where that place is today"
    case .now: return "leaves \(them) as then"
    }
  }

  private var shifts: TerminalText {
    guard let last = crossed.found.last else { return "a shift" }
    let what = "\(date(last.from)) (\(ShiftText(last).sentence))" as TerminalText
    let correction: TerminalText = crossed.isTakenBack ? "the correction of " : .empty
    return crossed.found.count == 1
      ? "\(correction)the shift of \(what)"
      : "\(correction)\(crossed.found.count) shifts, the last of \(what)"
  }
}
