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
    /// Where its place comes from, if it is that of an earlier version.
    var former: FormerPlace?
    /// What its events say of a place that was carried into the frame of today.
    var carried: CorrectionTag?
  }

  /// The place of an earlier version, as part of a state that is brought back.
  struct FormerPlace {
    let state: AnchorState
    /// An event of the anchor after which the place was in force.
    let version: Int
    /// How many events the state folds that it is part of.
    let since: Int
  }

  let kind: HBPlan.Kind
  var target: HBOperation?
  private(set) var entries: [Entry] = []
  /// The shifts that former places come back across.
  var crossed: HBCrossedShifts?
  /// What the events say that they correct.
  var corrects: CorrectionTag?
  /// What was changed since and stays as it is.
  var conflicts: [HBUndoConflict] = []
  /// What others changed and goes, too.
  var overridden: [HBOverriddenChange] = []

  init(_ kind: HBPlan.Kind, target: HBOperation? = nil) {
    self.kind = kind
    self.target = target
  }

  /// Adds what happens to an anchor; nothing for no steps, but where its place is that of an earlier
  /// version: it may have to be carried into the frame of today.
  mutating func append(
    _ subject: PlanSubject, _ steps: [AnchorStep], createdAt: Date? = nil,
    former: FormerPlace? = nil
  ) {
    guard !steps.isEmpty || former != nil else { return }
    entries.append(
      Entry(subject: subject, steps: steps, createdAt: createdAt, former: former))
  }

  /// Says of the places that stay as they are at some anchors that only shifts changed them.
  mutating func markShifted(_ anchors: some Sequence<UUID>) {
    let anchors = Set(anchors)
    conflicts = conflicts.map { conflict in
      anchors.contains(conflict.anchor.id)
        ? HBUndoConflict(anchor: conflict.anchor, parts: conflict.parts, isOnlyShifted: true)
        : conflict
    }
  }

  /// Whether no anchor would be other than it is.
  var changesNothing: Bool { entries.allSatisfy(\.steps.isEmpty) }

  /// The same plan with other entries, those without steps left out.
  func replacing(_ entries: [Entry]) -> PlanDraft {
    var draft = self
    draft.entries = entries.filter { !$0.steps.isEmpty }
    return draft
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
