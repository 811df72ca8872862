package import Foundation
package import HyperbasisAnchorLog
package import HyperbasisDrift

/// What an undo would do, found out without writing anything.
package struct UndoPreview: Sendable {
  /// The undo that is being previewed.
  package enum Request: Hashable, Sendable {
    /// That of the newest operation that can be undone.
    case newest
    /// That of a certain operation by itself.
    case operation(UUID)
  }

  /// The operation that would be taken back.
  package let target: HBOperation?
  package let changes: [HBPlannedChange]
  /// What was changed since and would stay as it is.
  package let conflicts: [HBUndoConflict]
  /// What others changed and would be taken away, too.
  package let overridden: [HBOverriddenChange]
  /// Whether a place that only shifts have changed since would stay as it is, and can be taken back in
  /// today's frame instead.
  package let isOnlyShifted: Bool

  /// - Parameter shifts: returns the shifts of the log; called only if nothing else shows what an undo
  ///   would do, since finding them takes a search through the log.
  /// - Throws: ``HBStorageError/nothingToUndo`` and what a plan throws.
  package init(
    _ request: Request, in index: EventIndex, shifts: () -> DriftHistory?
  ) throws {
    // The exact plan, except for who would write it, when, and under which ids. Whether it crosses a shift
    // is reported when it is requested: a list of operations must not search a log at every keystroke.
    let planner = Self.planner(index)
    let plan =
      switch request {
      case .newest: try planner.preview(.undo)
      case .operation(let id): try planner.preview(.undoOperation(id))
      }
    (target, changes, conflicts) = (plan.target, plan.changes, plan.conflicts)
    overridden = plan.overridden
    guard case .operation(let id) = request, changes.isEmpty,
      conflicts.contains(where: { $0.parts.contains(.place) }),
      let target, Self.mayBeShifted(target, index)
    else {
      isOnlyShifted = false
      return
    }
    let whole = try Self.planner(index, shifts()).plan(.undoOperation(id))
    isOnlyShifted = whole.conflicts.contains(where: \.isOnlyShifted)
  }

  private static func mayBeShifted(_ target: HBOperation, _ index: EventIndex) -> Bool {
    FrameActivity(index, since: index.eventCount(through: target.instant)).mayChangeFrames
  }

  private static func planner(_ index: EventIndex, _ shifts: DriftHistory? = nil) -> Planner {
    Planner(
      index: index, head: HBLogHead(bytes: 0, events: index.count, lastEventId: nil), actor: nil,
      now: index.end ?? .init(microseconds: 0), makeUUID: { UUID.zero },
      shifts: ShiftCache(knowing: shifts))
  }
}

extension UndoPreview {
  /// Returns the operation that a redo would bring back; nil if it would do nothing.
  package static func nextRedone(in index: EventIndex) throws -> UUID? {
    do {
      return try planner(index).preview(.redo).target?.id
    } catch HBStorageError.nothingToRedo {
      return nil
    }
  }
}

extension UUID {
  /// A placeholder for an id.
  fileprivate static let zero = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
}
