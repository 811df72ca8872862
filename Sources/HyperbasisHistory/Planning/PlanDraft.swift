import Foundation
import HyperbasisAnchorLog
import HyperbasisModels

/// A plan before it is known when it happens: steps for each anchor.
struct PlanDraft {
  /// What happens to one anchor.
  struct Entry {
    let subject: PlanSubject
    let steps: [AnchorStep]
    /// The anchor's own creation date; it counts where the steps create it.
    let createdAt: Date?
  }

  let kind: HBPlan.Kind
  var target: HBOperation?
  private(set) var entries: [Entry] = []
  /// What the events say that they correct.
  var corrects: CorrectionTag?
  /// What was changed since and stays as it is.
  var conflicts: [HBUndoConflict] = []

  init(_ kind: HBPlan.Kind, target: HBOperation? = nil) {
    self.kind = kind
    self.target = target
  }

  /// Adds what happens to an anchor; nothing for no steps.
  mutating func append(
    _ subject: PlanSubject, _ steps: [AnchorStep], createdAt: Date? = nil
  ) {
    guard !steps.isEmpty else { return }
    entries.append(Entry(subject: subject, steps: steps, createdAt: createdAt))
  }
}

/// An anchor that a plan is about, as it is now.
struct PlanSubject {
  let id: UUID
  /// Nil for an anchor without events.
  let slot: Int?
  /// Nil where it has no state yet.
  let anchor: HBAnchor?

  var state: AnchorState? { anchor.map(AnchorState.init) }
}
