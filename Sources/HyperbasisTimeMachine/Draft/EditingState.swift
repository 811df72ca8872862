package import Foundation
package import HyperbasisCanvas
package import HyperbasisHistory

/// What is staged, and what is on its way to the store.
package struct EditingState: Sendable {
  /// What is staged over the live space.
  package var draft: Draft?
  /// The saved draft that was resumed; its file goes when the draft is written or dropped.
  package var resumed: SavedDraft?
  package var write: WriteProgress?
  /// An anchor that was written and is not in the log that is shown yet.
  var awaited: UUID?
  /// How many changes of the store were undone after all of the draft was: a redo is about these first.
  var undosBehindDraft = 0
  /// What was written here last, where an undo of the newest change takes something else.
  var buriedWrite: UUID?
  /// The dates that operations of this session went back to, for an undo to name them.
  package var rollbackDates: [UUID: HBInstant] = [:]
  /// Whether it was said that leaving loses the draft.
  package var isWarnedOfDraft = false

  /// Whether anything is staged.
  package var hasDraft: Bool { draft?.isEmpty == false }
}

/// A change that is first planned, then written.
package struct WriteProgress: Sendable {
  package enum Step: Sendable {
    case planning
    case writing(HBPlan)
  }

  package var write: PlannedWrite
  package var step: Step
  /// Whether an earlier plan met a log that had moved on.
  package var isRenewed = false
  /// Whether a draft that was planned over a newer log was laid over that.
  package var isRefreshed = false
}

/// A change that somebody asked for, to be planned again when the log moved on.
package struct PlannedWrite: Sendable {
  package var request: HBPlanRequest
  /// What it does, as a question starts: `Roll mug back to …`.
  package let heading: PlanTitle
  /// What it does in numbers, to be said below the question; nil for no more than the plan says.
  var remark: TerminalText?
  /// What is so afterwards, as a message starts: `mug is back to …`.
  package let outcome: TerminalText
  /// Where it is about the newest change: how many events were known when this was asked for.
  var seenEvents: Int?
  /// Where it writes the draft: the log over which the draft lay when this was asked for.
  package var draftHead: HBLogHead?

  package var title: TerminalText { heading.text }

  /// The date that it goes back to; nil for what is not a roll-back.
  package var rollbackDate: HBInstant?

  /// Whether it writes the draft, which is over then.
  package var isDraft: Bool { draftHead != nil }
}
