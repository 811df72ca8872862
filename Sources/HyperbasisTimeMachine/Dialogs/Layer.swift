package import Hyperbasis
package import HyperbasisCanvas

/// What lies over the picture and takes the keys.
package enum Layer: Hashable, Sendable {
  case help(scroll: Int)
  case prompt(Prompt)
  case plan(PlanDialog)
  case move(MoveLayer)
  case savedDraft(DraftOffer)
}

/// A line that asks for text.
package struct Prompt: Hashable, Sendable {
  package enum Purpose: Hashable, Sendable {
    case date, find, filter, command, metadata, newAnchor, place
  }

  package let purpose: Purpose
  package var editor: LineEditor
  /// Why the text is not accepted.
  package var complaint: TerminalText?

  package init(_ purpose: Purpose, text: String = "") {
    self.purpose = purpose
    editor = LineEditor(text)
  }

  package var title: TerminalText {
    switch purpose {
    case .date: "date: "
    case .find: "/"
    case .filter: "filter: "
    case .command: ":"
    case .metadata: "metadata: "
    case .newAnchor: "new anchor: "
    case .place: "x,y,z,yaw: "
    }
  }
}

/// A plan that waits for an answer; what is executed is this very plan.
package struct PlanDialog: Hashable, Sendable {
  package let plan: HBPlan
  package let request: PlannedWrite
  /// Whether the log moved on while an earlier plan was on screen.
  package let isRenewed: Bool
  /// How many events it appends.
  package let eventCount: Int
  package var scroll = 0
  /// The digits typed so far, where the number of anchors has to be typed.
  package var typed = ""

  package init(plan: HBPlan, request: PlannedWrite, isRenewed: Bool) {
    self.plan = plan
    self.request = request
    self.isRenewed = isRenewed
    eventCount = plan.changes.reduce(0) { $0 + $1.events.count }
  }

  /// Above this many anchors a letter is not enough.
  package static let letterLimit = 20

  package var anchorCount: Int { plan.changes.count }
  package var needsCount: Bool { anchorCount > Self.letterLimit }

  package static func == (left: PlanDialog, right: PlanDialog) -> Bool {
    left.plan.operation == right.plan.operation && left.plan.head == right.plan.head
      && left.scroll == right.scroll && left.typed == right.typed
      && left.isRenewed == right.isRenewed
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(plan.operation)
    hasher.combine(scroll)
    hasher.combine(typed)
  }
}

/// A change that somebody asked for, to be planned again when the log moved on.
package struct PlannedWrite: Sendable {
  package let request: HBPlanRequest
  /// What it does, as a question starts: `Roll mug back to …`.
  package let title: TerminalText
  /// What is so afterwards, as a message starts: `mug is back to …`.
  package let outcome: TerminalText
  /// Where it writes the draft: the log over which the draft lay when this was asked for.
  package var draftHead: HBLogHead?

  /// Whether it writes the draft, which is over then.
  package var isDraft: Bool { draftHead != nil }
}
