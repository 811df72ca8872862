public import Foundation
package import HyperbasisAnchorLog
public import HyperbasisModels

/// A change that is ready to be written: the exact events, what they do to each anchor, and the state of
/// the log that they were made for.
///
/// A plan is shown first and executed as it is. If somebody else has written meanwhile, its ``head`` no
/// longer matches, executing it fails with ``HBStorageError/conflict``, and a new plan must be made and
/// shown.
public struct HBPlan: Equatable, Sendable {
  /// What the plan does, as a whole.
  public enum Kind: String, Codable, Sendable {
    /// It saves anchors, new or changed.
    case save
    /// It deletes anchors.
    case delete
    /// It brings deleted anchors back.
    case restore
    /// It brings one anchor, or all of the space, back to an earlier state.
    case rollback
    /// It undoes an operation.
    case undo
    /// It redoes the operation that was undone last.
    case redo
    /// It takes shifts out of the anchors, as an ``HBCorrection`` specifies.
    case correct
  }

  /// The space that the plan changes.
  public let spaceId: UUID
  /// What the plan does.
  public let kind: Kind
  /// Identifies the user's action; every event of the plan carries it.
  public let operation: UUID
  /// The operation that is undone or redone; nil for other kinds.
  public let target: HBOperation?
  /// Who acts.
  public let actor: String?
  /// One change for each anchor that the plan touches, in the order of their events.
  public let changes: [HBPlannedChange]
  /// The state of the log that the plan was made for.
  public let head: HBLogHead
  /// What the undo of a named operation leaves as it is, because somebody has changed it since; empty for
  /// other plans.
  public let conflicts: [HBUndoConflict]
  /// What somebody else changed between the events of an operation, and what its undo takes away with it;
  /// empty for other plans.
  public let overridden: [HBOverriddenChange]
  /// The shifts across which places of earlier versions come back; nil if there are none.
  public let crossed: HBCrossedShifts?
  /// The correction tag of the events; nil for a plan that has nothing to do with a correction.
  package let corrects: CorrectionTag?

  package init(
    spaceId: UUID, kind: Kind, operation: UUID, target: HBOperation? = nil, actor: String?,
    changes: [HBPlannedChange], head: HBLogHead, conflicts: [HBUndoConflict] = [],
    overridden: [HBOverriddenChange] = [], crossed: HBCrossedShifts? = nil,
    corrects: CorrectionTag? = nil
  ) {
    self.spaceId = spaceId
    self.kind = kind
    self.operation = operation
    self.target = target
    self.actor = actor
    self.changes = changes
    self.head = head
    self.conflicts = conflicts
    self.overridden = overridden
    self.crossed = crossed
    self.corrects = corrects
  }
}

extension HBPlan {
  /// The events to append, in order. Executing the plan stamps them with one instant, taken under the lock;
  /// everything else stays as it is here.
  public var events: [HBAnchorEvent] { changes.flatMap(\.events) }

  /// Returns the same plan without the changes of other anchors.
  package func keeping(_ anchors: Set<UUID>) -> HBPlan {
    HBPlan(
      spaceId: spaceId, kind: kind, operation: operation, target: target, actor: actor,
      changes: changes.filter { anchors.contains($0.anchorId) }, head: head, conflicts: conflicts,
      overridden: overridden, crossed: crossed, corrects: corrects)
  }

  /// Whether there is nothing to change.
  public var isEmpty: Bool { changes.allSatisfy { $0.events.isEmpty } }
}

/// What a plan does to one anchor.
public struct HBPlannedChange: Equatable, Identifiable, Sendable {
  /// The anchor that changes.
  public let anchorId: UUID
  /// The same as ``anchorId``: a plan has one change for an anchor.
  public var id: UUID { anchorId }
  /// The anchor before; `deletedAt` is set if it was hidden; nil if it did not exist yet.
  public let before: HBAnchor?
  /// The anchor afterwards; `deletedAt` is set if it is hidden.
  public let after: HBAnchor?
  /// The events that lead from one to the other.
  public let events: [HBAnchorEvent]
  /// The correction tag of events that carry a place into today's frame; nil for any other.
  package let carried: CorrectionTag?

  package init(
    anchorId: UUID, before: HBAnchor?, after: HBAnchor?, events: [HBAnchorEvent],
    carried: CorrectionTag? = nil
  ) {
    self.anchorId = anchorId
    self.before = before
    self.after = after
    self.events = events
    self.carried = carried
  }
}

/// Identifies a state of a space's log, so that a plan can tell whether it still fits.
public struct HBLogHead: Hashable, Sendable {
  /// The length of the log in bytes.
  package let bytes: Int
  /// How many events it folds to, including synthetic ones.
  package let events: Int
  // Two words compare faster than sixteen bytes, and heads are compared on every look at a log.
  private let lastEvent: UUIDBits?

  package init(bytes: Int, events: Int, lastEventId: UUID?) {
    self.bytes = bytes
    self.events = events
    lastEvent = lastEventId.map { UUIDBits($0) }
  }

  /// The last event in canonical order; nil for an empty log.
  package var lastEventId: UUID? { lastEvent?.uuid }
}

/// What to plan.
public indirect enum HBPlanRequest: Sendable {
  /// Save anchors, new or changed, as one action.
  case save([HBAnchor])
  /// Delete anchors.
  case delete([UUID])
  /// Bring deleted anchors back as they were when they were deleted.
  case restore([UUID])
  /// Bring an anchor back to its state after a version.
  case rollback(anchorId: UUID, toVersion: Int)
  /// Bring an anchor back to its state after an event.
  case rollbackToEvent(anchorId: UUID, eventId: UUID)
  /// Bring an anchor back to its state at an instant, inclusive.
  case rollbackToInstant(anchorId: UUID, instant: HBInstant)
  /// Bring every anchor of the space back to its state at an instant, inclusive.
  case rollbackSpace(HBInstant)
  /// Undo the newest operation.
  case undo
  /// Undo one operation of any age, except what somebody has changed since; the plan's ``HBPlan/conflicts``
  /// name what is left.
  case undoOperation(UUID)
  /// Redo the operation that was undone last.
  case redo
  /// Take shifts of the space out of its anchors.
  case correct(HBCorrection)
  /// Do what another request says, with the places that it brings back from before a shift coming back in
  /// this frame. Without it they come back as they were then.
  case placing(HBPlaceFrame, HBPlanRequest)
  /// Restate that each anchor is there which is, after its space came back from the trash: clients that
  /// were told of the deletion thereby learn that the anchors are back.
  case restoreSpace
}

extension HBPlanRequest {
  /// Whether it says in which frame older places come back.
  package var isPlaced: Bool {
    if case .placing = self { true } else { false }
  }

  /// Returns the same request, with older places coming back in a frame.
  package func placing(_ frame: HBPlaceFrame) -> HBPlanRequest {
    if case .placing(_, let request) = self { return .placing(frame, request) }
    return .placing(frame, self)
  }
}
