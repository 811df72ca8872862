package import Foundation
package import HyperbasisAnchorLog
package import HyperbasisDrift
import HyperbasisModels

/// What reverses an operation of any age: for an undo, the redo of what it undid; for a redo, the undo of
/// what it redid.
package enum OperationReversal: Equatable, Sendable {
  /// The undo of an operation, which is the one that an undo takes back next or has to be named.
  case undo(UUID, isNext: Bool)
  /// The redo that comes next.
  case redo
}

extension OperationReversal {
  /// Nil if nothing does: what the operation did is not in force any more, or only a rollback brings back
  /// what was undone.
  ///
  /// - Parameter shifts: as for ``UndoPreview/init(_:in:shifts:)``.
  /// - Throws: what a plan throws.
  package init?(
    of operation: UUID, in index: EventIndex, shifts: () -> DriftHistory?
  ) throws {
    let log = OperationLog(index: index)
    guard let group = log.group(operation) else { return nil }
    if case .undoes(let original) = group.tag(in: index) {
      guard try UndoPreview.nextRedone(in: index) == original else { return nil }
      self = .redo
      return
    }
    let original = group.tag(in: index)?.original ?? operation
    guard !log.isUndone(original) else { return nil }
    if try Self.nextUndone(in: index, shifts) == original {
      self = .undo(original, isNext: true)
    } else if try Self.changesAnything(.operation(original), in: index, shifts) {
      self = .undo(original, isNext: false)
    } else {
      return nil
    }
  }

  private static func nextUndone(
    in index: EventIndex, _ shifts: () -> DriftHistory?
  ) throws -> UUID? {
    do {
      return try UndoPreview(.newest, in: index, shifts: shifts).target?.id
    } catch HBStorageError.nothingToUndo {
      return nil
    }
  }

  /// Whether not all of it has been changed since.
  private static func changesAnything(
    _ request: UndoPreview.Request, in index: EventIndex, _ shifts: () -> DriftHistory?
  ) throws -> Bool {
    do {
      return try !UndoPreview(request, in: index, shifts: shifts).changes.isEmpty
    } catch HBStorageError.nothingToUndo {
      return false
    }
  }
}

extension FoundShift {
  /// Returns what reverses a correction, a rollback, or the undo or redo of one; nil for a shift, and if
  /// nothing does.
  ///
  /// - Parameter history: what was found in the log.
  /// - Throws: what a plan throws.
  package func reversal(
    in index: EventIndex, _ history: DriftHistory?
  ) throws -> OperationReversal? {
    guard !role(in: index).isShift, let operation = operation(in: index) else { return nil }
    return try OperationReversal(of: operation, in: index) { history }
  }
}
