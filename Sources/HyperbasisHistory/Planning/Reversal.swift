package import Foundation
package import HyperbasisAnchorLog

/// Which undo or redo reverses what a plan wrote.
///
/// Undo takes the newest operation, which is not the one that was written where another device's clock
/// is ahead, or where an older one was done again. The same goes for redo.
package enum Reversal: Equatable, Sendable {
  /// The undo of the newest operation.
  case undo
  /// The undo of this one by itself.
  case undoOperation(UUID)
  case redo
  /// There is none but a roll-back: what was undone is not redone, as an operation stands behind it.
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

/// What keeps operations that are undone from being redone: an ordinary operation that stands behind
/// their undos, be it newer, or dated later by a clock that is ahead.
package struct RedoObstacle: Sendable {
  package let operation: HBOperation
  /// How many are undone and stay so.
  package let count: Int
}

extension OperationLog {
  /// What stands behind the undos of a log in which a redo finds nothing more; nil where nothing is
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
  /// The log with the events of a plan, as if they had been written.
  package func appending(_ plan: HBPlan) throws -> EventIndex {
    var index = self
    try index.append(
      planned: plan.events, operation: plan.operation, undone: plan.tag, corrects: plan.corrects,
      carried: plan.carried)
    return index
  }
}
