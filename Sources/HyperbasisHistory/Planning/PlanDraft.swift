import Foundation
import HyperbasisAnchorLog
import HyperbasisModels

/// A plan whose instant is not known yet: steps for each anchor.
struct PlanDraft {
  /// What happens to one anchor.
  struct Entry {
    let subject: PlanSubject
    let steps: [AnchorStep]
    /// The anchor's own creation date; it counts if the steps create the anchor.
    let createdAt: Date?
    /// Where its place comes from, if it is that of an earlier version.
    var former: FormerPlace?
    /// The correction tag of events that carry its place into today's frame.
    var carried: CorrectionTag?
  }

  /// The place of an earlier version, as part of a state that is brought back.
  struct FormerPlace {
    let state: AnchorState
    /// An event of the anchor after which the place was in force.
    let version: Int
    /// How many events are folded into the state that the place is part of.
    let since: Int
  }

  let kind: HBPlan.Kind
  var target: HBOperation?
  private(set) var entries: [Entry] = []
  /// The shifts across which former places come back.
  var crossed: HBCrossedShifts?
  /// The correction tag of the events.
  var corrects: CorrectionTag?
  /// What was changed since and stays as it is.
  var conflicts: [HBUndoConflict] = []
  /// What others changed and is taken away, too.
  var overridden: [HBOverriddenChange] = []

  init(_ kind: HBPlan.Kind, target: HBOperation? = nil) {
    self.kind = kind
    self.target = target
  }

  /// Adds what happens to an anchor. Without steps it adds nothing, unless the place is that of an earlier
  /// version, which may have to be carried into today's frame.
  mutating func append(
    _ subject: PlanSubject, _ steps: [AnchorStep], createdAt: Date? = nil,
    former: FormerPlace? = nil
  ) {
    guard !steps.isEmpty || former != nil else { return }
    entries.append(
      Entry(subject: subject, steps: steps, createdAt: createdAt, former: former))
  }

  /// Marks the conflicts at some anchors as places that only shifts have changed.
  mutating func markShifted(_ anchors: some Sequence<UUID>) {
    let anchors = Set(anchors)
    conflicts = conflicts.map { conflict in
      anchors.contains(conflict.anchor.id)
        ? HBUndoConflict(anchor: conflict.anchor, parts: conflict.parts, isOnlyShifted: true)
        : conflict
    }
  }

  /// Whether every anchor would stay as it is.
  var changesNothing: Bool { entries.allSatisfy(\.steps.isEmpty) }

  /// Returns the same plan with other entries, leaving out those without steps.
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
  /// Nil if it has no state yet.
  let anchor: HBAnchor?

  var state: AnchorState? { anchor.map(AnchorState.init) }
}
