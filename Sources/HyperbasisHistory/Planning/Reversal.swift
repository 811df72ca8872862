package import Foundation
package import HyperbasisAnchorLog

/// Which undo or redo reverses what a plan wrote.
///
/// Undo takes the newest operation, which is not the one just written if another device's clock is ahead,
/// or if an older one was redone. The same goes for redo.
package enum Reversal: Equatable, Sendable {
  /// The undo of the newest operation.
  case undo
  /// The undo of this operation by itself.
  case undoOperation(UUID)
  case redo
  /// Only a rollback does: what was undone cannot be redone, since an operation comes after its undo.
  case rollBackOnly
}

extension Reversal {
  /// - Parameter index: the log with the plan's events.
  package init(of plan: HBPlan, in index: EventIndex) throws {
    let log = OperationLog(index: index)
    guard plan.kind != .undo else {
      self = try log.nextToRedo() == plan.target?.id ? .redo : .rollBackOnly
      return
    }
    let operation = plan.kind == .redo ? plan.target?.id ?? plan.operation : plan.operation
    self = try log.nextToUndo() == operation ? .undo : .undoOperation(operation)
  }

  /// - Parameter index: the log that the plan was made for, which may lack its events.
  package init(of plan: HBPlan, over index: EventIndex) throws {
    let isKnown = plan.events.first.map { index.ordinal(ofEvent: $0.id) != nil } ?? true
    try self.init(of: plan, in: isKnown ? index : index.appending(plan))
  }
}

/// What keeps undone operations from being redone: an ordinary operation that comes after their undos,
/// because it is newer, or is dated later by a clock that is ahead.
package struct RedoObstacle: Sendable {
  package let operation: HBOperation
  /// How many operations are undone and stay so.
  package let count: Int
}

extension OperationLog {
  /// Returns what comes after the undos of a log in which a redo finds nothing more; nil if nothing is
  /// undone.
  package func redoObstacle() -> RedoObstacle? {
    let operations = operations()
    let count = operations.count { $0.isUndone && $0.original == nil }
    guard count > 0, let newest = operations.first(where: { $0.original == nil }) else {
      return nil
    }
    return RedoObstacle(operation: newest, count: count)
  }
}

extension EventIndex {
  /// Returns the log with the events of a plan, as if they had been written.
  package func appending(_ plan: HBPlan) throws -> EventIndex {
    var index = self
    try index.append(
      planned: plan.events, operation: plan.operation, undone: plan.tag, corrects: plan.corrects,
      carried: plan.carried)
    return index
  }
}
