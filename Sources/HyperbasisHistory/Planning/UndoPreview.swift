package import Foundation
package import HyperbasisAnchorLog

/// What an undo would do, found out without writing anything.
package struct UndoPreview: Sendable {
  /// Which undo is looked at.
  package enum Request: Hashable, Sendable {
    /// The one of the newest operation that can be undone.
    case newest
    /// The one of a certain operation by itself.
    case operation(UUID)
  }

  /// The operation that would be taken back.
  package let target: HBOperation?
  package let changes: [HBPlannedChange]
  /// What was changed since and would stay as it is.
  package let conflicts: [HBUndoConflict]
  /// Whether a place stays as it is that a shift alone may have changed since. Only a plan knows: to
  /// find shifts takes a search through the log.
  package let mayOnlyBeShifted: Bool

  /// - Throws: ``HBStorageError/nothingToUndo`` and what a plan throws.
  package init(_ request: Request, in index: EventIndex) throws {
    // The very plan, except who would write it, when, and under which ids. Whether it crosses a shift
    // is said when it is asked for: a list of operations is not to search a log at every key.
    let planner = Planner(
      index: index, head: HBLogHead(bytes: 0, events: index.count, lastEventId: nil), actor: nil,
      now: index.end ?? .init(microseconds: 0), makeUUID: { UUID.zero })
    let plan =
      switch request {
      case .newest: try planner.preview(.undo)
      case .operation(let id): try planner.preview(.undoOperation(id))
      }
    (target, changes, conflicts) = (plan.target, plan.changes, plan.conflicts)
    mayOnlyBeShifted =
      conflicts.contains { $0.parts.contains(.place) }
      && plan.target.map {
        FrameActivity(index, since: index.eventCount(through: $0.instant)).mayChangeFrames
      } ?? false
  }
}

extension UUID {
  /// Stands where an id will be.
  fileprivate static let zero = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
}
