import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisHistory
import HyperbasisWording

extension HBPlannedChange {
  private var wasVisible: Bool { before.map { !$0.isDeleted } ?? false }
  private var isVisible: Bool { after.map { !$0.isDeleted } ?? false }

  /// What the plan does to the anchor, as a difference between before and after.
  package var difference: Difference {
    guard wasVisible else { return .added }
    guard isVisible else { return .removed }
    return before?.transform == after?.transform ? .updated : .moved
  }

  var effectText: TerminalText {
    switch difference {
    case .added: return before == nil ? "added" : "restored"
    case .removed: return "deleted"
    case .moved, .updated:
      guard let before, let after else { return .empty }
      return ChangeText(from: before, to: after).text
    }
  }
}

extension HBPlan {
  /// The change that an undo or a redo is about.
  func targetText(_ settings: Settings) -> TerminalText {
    guard let target else { return "the newest change" }
    let foreign = target.actor != actor ? target.actor : nil
    let by = foreign.map { " by \(TerminalText($0, limit: 40))" as TerminalText } ?? .empty
    return "\"\(TerminalText(target.kind.rawValue))\"\(by) of \(settings.text(target.instant))"
  }
}

extension HBPlannedChange {
  var name: TerminalText {
    AnchorDescription((after ?? before)?.metadata ?? [:], id: anchorId).label.truncated(to: 40)
  }
}
