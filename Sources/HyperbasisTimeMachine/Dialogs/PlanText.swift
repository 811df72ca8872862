import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisHistory
import HyperbasisWording

extension HBPlannedChange {
  private var wasVisible: Bool { before.map { !$0.isDeleted } ?? false }
  private var isVisible: Bool { after.map { !$0.isDeleted } ?? false }

  /// What the plan does to the anchor, as a difference between before and after.
  package var difference: Difference {
    guard isVisible else { return .removed }
    guard wasVisible else { return .added }
    return before?.transform == after?.transform ? .updated : .moved
  }

  /// Whether the anchor is visible before or after.
  var isSeen: Bool { wasVisible || isVisible }

  var effectText: TerminalText { effectText(in: nil) }

  /// - Parameters:
  ///   - unit: the unit of lengths in a list of changes; nil if the text stands by itself.
  ///   - isShort: whether a glyph in front of it already says that the anchor moves.
  func effectText(in unit: LengthUnit?, isShort: Bool = false) -> TerminalText {
    switch difference {
    case .added:
      return presenceWord.map { with($0, changeText(in: unit, isShort: isShort)) } ?? "added"
    case .removed:
      return presenceWord.map { with($0, changeText(in: unit)) } ?? hiddenText(in: unit)
    case .moved, .updated: return changeText(in: unit, isShort: isShort)
    }
  }

  /// The word for an anchor that comes back or goes, to which other differences may be added. Without it,
  /// those would read as changes of an anchor that exists before and after.
  var presenceWord: TerminalText? {
    switch difference {
    case .added: before == nil ? nil : "restored"
    case .removed: wasVisible ? "deleted" : nil
    default: nil
    }
  }

  /// Returns what else differs when an anchor comes back or goes: `restored, moved 13.2 m`.
  private func with(_ word: TerminalText, _ change: TerminalText) -> TerminalText {
    change.isEmpty ? word : "\(word), \(change)"
  }

  /// Returns how the anchor differs; empty if it does not, or exists only before or after.
  private func changeText(in unit: LengthUnit?, isShort: Bool = false) -> TerminalText {
    guard let before, let after else { return .empty }
    let change = ChangeText(from: before, to: after)
    return isShort ? change.short(in: unit) : change.text(in: unit)
  }

  /// Returns what happens to an anchor that was deleted and stays deleted.
  private func hiddenText(in unit: LengthUnit?) -> TerminalText {
    let change = changeText(in: unit)
    return change.isEmpty ? "already deleted" : "\(change), still deleted"
  }
}

extension SpaceView {
  /// `Undo the move of mug by kit, 2024-03-12 18:00:00 UTC`.
  func targetTitle(_ verb: TerminalText, _ plan: HBPlan, _ settings: Settings) -> PlanTitle {
    guard let target = plan.target else { return PlanTitle("\(verb) the newest change") }
    if let date = editing.rollbackDates[target.original ?? target.id] {
      return PlanTitle("\(verb) the", " rollback to \(settings.text(date))")
    }
    let what = words.text(target)
    let foreign = target.actor != plan.actor ? target.actor : nil
    let by = ActorText.name(foreign).map { " by \($0)" as TerminalText } ?? .empty
    return PlanTitle("\(verb) ", name: what, "\(by), \(settings.text(target.instant))")
  }

  /// Returns the same text without the verb.
  func targetText(_ plan: HBPlan, _ settings: Settings) -> TerminalText {
    let text = targetTitle(.empty, plan, settings).text
    return text.suffix(columns: text.width - 1)
  }
}

extension HBPlannedChange {
  var name: TerminalText {
    AnchorDescription((after ?? before)?.metadata ?? [:], id: anchorId).label.truncated(to: 40)
  }
}
