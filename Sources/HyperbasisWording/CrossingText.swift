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
    var (whats, briefs) = ([TerminalText](), [TerminalText]())
    if let what = Self.briefText(crossed.come) {
      whats.append(what)
      briefs.append(Self.briefestText(crossed.come, "shift"))
    }
    if let what = Self.briefText(crossed.corrected) {
      whats.append("the correction of \(what)")
      briefs.append(Self.briefestText(crossed.corrected, "correction"))
    }
    return (whats.joined(separator: " and "), briefs.joined(separator: ", "))
  }

  /// `a shift of 0.42 m`, `2 shifts`; nil for none.
  private static func briefText(_ shifts: [FoundShift]) -> TerminalText? {
    guard let last = shifts.last else { return nil }
    return shifts.count > 1
      ? "\(shifts.count) shifts" : "a shift of \(ShiftText(last).displacement())"
  }

  /// `shift 0.42 m`, `2 shifts`, `correction`.
  private static func briefestText(_ shifts: [FoundShift], _ noun: TerminalText) -> TerminalText {
    guard shifts.count == 1, let shift = shifts.last else {
      return noun == "shift" ? "\(shifts.count) shifts" : noun
    }
    return "\(noun) \(ShiftText(shift).displacement())"
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

  /// `the shift of 2024-04-02 10:15:40 UTC (24 of 41 anchors by 0.42 m) and the correction of …`.
  private var shifts: TerminalText {
    let parts = [
      text(crossed.come), text(crossed.corrected).map { "the correction of \($0)" },
    ]
    return parts.compactMap(\.self).joined(separator: " and ")
  }

  /// `the shift of …`, `2 shifts, the last of …`; nil for none.
  private func text(_ shifts: [FoundShift]) -> TerminalText? {
    guard let last = shifts.last else { return nil }
    let what = "\(date(last.from)) (\(ShiftText(last).sentence))" as TerminalText
    return shifts.count == 1
      ? "the shift of \(what)" : "\(shifts.count) shifts, the last of \(what)"
  }
}
