import Foundation
import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisHistory
import HyperbasisWording

/// The effect of an undo, or that there is none.
enum UndoOutcome: Sendable {
  case changes(UndoPreview)
  /// Nothing is left to undo.
  case nothing
}

/// An operation and, for an undo or a redo, the one that it concerns.
struct DescribedOperation: Sendable {
  let operation: HBOperation
  let original: HBOperation?
  /// Whether it changed the state of any anchor.
  let changesSomething: Bool
}

extension SpaceData {
  /// The operations; nil while they are unknown.
  var operations: OperationList? {
    if takesTime(LogReading.operations) { return nil }
    return memo.operations.value(for: 0) { OperationList(index) }
  }

  /// Returns what an undo would do; nil while that is unknown, or if the log cannot be read.
  func undoOutcome(_ request: UndoPreview.Request) -> UndoOutcome? {
    takesTime(.undo(request)) ? nil : findUndoOutcome(request)
  }

  private func findUndoOutcome(_ request: UndoPreview.Request) -> UndoOutcome? {
    memo.undoOutcomes.find(request) {
      read {
        do {
          return .changes(try UndoPreview(request, in: index) { findDrift().history })
        } catch HBStorageError.nothingToUndo {
          return .nothing
        }
      }
    }
  }

  /// The operation that a redo would repeat; nil if there is none.
  var nextRedone: UUID? {
    memo.nextRedone.value(for: 0) { read { try UndoPreview.nextRedone(in: index) } ?? nil }
  }

  /// Computes what a list needs.
  package func prepare(_ reading: LogReading) {
    switch reading {
    case .operations: _ = memo.operations.value(for: 0) { OperationList(index) }
    case .undo(let request): _ = findUndoOutcome(request)
    case .drift(let reading): prepare(reading)
    case .names(let offset): prepareNames(stateAt: offset)
    }
  }

  /// Returns whether it must be computed off the drawing path: it is unknown, and the log is not small.
  func takesTime(_ reading: LogReading) -> Bool {
    guard isLongLog else { return false }
    return switch reading {
    case .operations: !memo.operations.knows(0)
    case .undo(let request): !memo.undoOutcomes.knows(request)
    case .drift(let reading): takesTime(reading)
    case .names(let offset): takesTimeToName(stateAt: offset)
    }
  }

  /// Whether a pass over the log would take too long while drawing.
  var isLongLog: Bool { index.count > Self.quickEvents }

  private static let quickEvents = 2000

  /// Returns the row of an operation; memoized, since finding it takes a pass over a column.
  func row(of operation: UUID) -> Int? {
    memo.operationRows.find(operation) { operations?.row(of: operation) }
  }

  /// Returns the operations of some rows.
  func describedOperations(_ rows: Range<Int>) -> [DescribedOperation] {
    guard let operations else { return [] }
    let known = rows.map { memo.describedOperations[operations.last(ofRow: $0)] }
    if known.allSatisfy({ $0 != nil }) { return known.compactMap { $0 } }
    let found = operations.operations(rows)
    let described = found.rows.map { operation, changesSomething in
      DescribedOperation(
        operation: operation, original: operation.original.flatMap { found.originals[$0] },
        changesSomething: changesSomething)
    }
    for (row, operation) in zip(rows, described) {
      memo.describedOperations.remember(operation, for: operations.last(ofRow: row))
    }
    return described
  }
}

extension SpaceView {
  /// Whether the operations are listed.
  var listsOperations: Bool { lists.tab == .operations }

  /// The row of the selected operation: the chosen one, or else the one that an undo would take back.
  var currentOperationRow: Int? {
    guard let operations = data.operations, operations.count > 0 else { return nil }
    return [lists.operation, undoTarget].lazy.compactMap { $0 }.compactMap {
      data.row(of: $0)
    }
    .first ?? 0
  }

  var selectedOperation: DescribedOperation? {
    currentOperationRow.flatMap { data.describedOperations($0..<$0 + 1).first }
  }

  /// The operation that an undo would take back; nil if there is none, and while it is unknown.
  var undoTarget: UUID? {
    guard case .changes(let preview) = data.undoOutcome(.newest) else { return nil }
    return preview.target?.id
  }

  /// The request that undoes the selected operation; nil if it cannot be undone.
  var selectedUndo: UndoPreview.Request? {
    guard let operation = selectedOperation?.operation, operation.original == nil,
      !operation.isUndone
    else { return nil }
    // The newest one can be undone whatever came after it.
    return operation.id == undoTarget ? .newest : .operation(operation.id)
  }

  /// The request that undoes the selected operation by itself, even if it is the newest one.
  private var selectedUndoByItself: UndoPreview.Request? {
    guard selectedUndo != nil else { return nil }
    return selectedOperation.map { .operation($0.operation.id) }
  }

  /// Why undoing the selected operation by itself would have no effect; nil if it would have one, or
  /// while that is unknown.
  var vainUndo: TerminalText? {
    guard let request = selectedUndoByItself else { return nil }
    switch data.undoOutcome(request) {
    case .nothing: return "an undo would change nothing"
    case .changes(let preview) where preview.changes.isEmpty && !preview.isOnlyShifted:
      return Self.allChangedSince
    case .changes, nil: return nil
    }
  }

  static let allChangedSince: TerminalText =
    "all of it has changed since, so there is nothing to undo"

  /// What the list of operations is waiting for; nil for nothing.
  var awaitedOperations: LogReading? {
    guard listsOperations else { return nil }
    if data.takesTime(LogReading.operations) { return .operations }
    if data.takesTime(.undo(.newest)) { return .undo(.newest) }
    return [selectedUndo, selectedUndoByItself].lazy.compactMap { $0 }.map { .undo($0) }
      .first(where: data.takesTime)
  }

  /// The undo that the plan previews: only over the present state.
  var shownUndo: UndoPreview? {
    guard listsOperations, lists.focus == .tab, isAtEnd, compare.mode == .off, !showsDraft,
      let request = selectedUndo, case .changes(let preview) = data.undoOutcome(request),
      !preview.changes.isEmpty
    else { return nil }
    return preview
  }
}
