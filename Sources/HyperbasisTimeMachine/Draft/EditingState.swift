package import Foundation
package import HyperbasisCanvas
package import HyperbasisHistory

/// What is staged, and what is being written to the store.
package struct EditingState: Sendable {
  /// The edits staged over the live space.
  package var draft: Draft?
  /// The draft that was dropped last, which a redo brings back unless another was begun.
  var dropped: Draft?
  /// The saved draft that was resumed; its file is deleted when the draft is written or dropped.
  package var resumed: SavedDraft?
  package var write: WriteProgress?
  /// An anchor that was written but is not yet in the log that is shown.
  var awaited: UUID?
  /// How many changes of the store were undone after the whole draft was: a redo takes these first.
  var undosBehindDraft = 0
  /// The last operation written here, if an undo of the newest change would take another one.
  var buriedWrite: UUID?
  /// The dates that rollbacks of this session went back to, so that an undo can name them.
  package var rollbackDates: [UUID: HBInstant] = [:]
  /// The command that the user was warned would lose the draft; once more, it does.
  package var warnedCommand: ProgramIntent?

  /// Whether anything is staged.
  package var hasDraft: Bool { draft?.isEmpty == false }

  /// Whether a redo concerns the draft rather than the store.
  var canRedoDraft: Bool { draft?.canRedo ?? (dropped != nil) }
}

/// A change that is first planned, then written.
package struct WriteProgress: Sendable {
  package enum Step: Sendable {
    case planning
    case writing(HBPlan)
  }

  package var write: PlannedWrite
  package var step: Step
  /// Whether the log had moved on since an earlier plan.
  package var isRenewed = false
  /// Whether the draft was planned again because others had written in the meantime.
  package var isRefreshed = false
}

/// A requested change, which is planned again if the log has moved on.
package struct PlannedWrite: Sendable {
  package var request: HBPlanRequest
  /// What it does, worded as the start of a question: `Roll mug back to …`.
  package let heading: PlanTitle
  /// What it does in numbers, shown below the question; nil to show only what the plan says.
  var remark: TerminalText?
  /// The outcome, worded as the start of a message: `mug is back to …`.
  package let outcome: TerminalText
  /// If it concerns the newest change: how many events were known when it was requested.
  var seenEvents: Int?
  /// If it writes the draft: the log that the draft was merged with when this was requested.
  package var draftHead: HBLogHead?

  package var title: TerminalText { heading.text }

  /// The date that it goes back to; nil if it is not a rollback.
  package var rollbackDate: HBInstant?

  /// Whether it writes the draft, and thereby ends it.
  package var isDraft: Bool { draftHead != nil }
}
