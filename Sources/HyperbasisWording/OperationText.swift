import Foundation
package import HyperbasisAnchorLog
package import HyperbasisCanvas
package import HyperbasisHistory

/// Says what an operation did: `the move of mug`, `the rollback of 3 anchors`, `the correction of 36
/// anchors`.
package struct OperationText {
  private let index: EventIndex
  private let name: (_ ordinal: Int) -> TerminalText

  /// - Parameters:
  ///   - index: the log that the operation is in.
  ///   - name: what an anchor is called after one of its events. An operation keeps its name, whatever
  ///     its anchor is called later.
  package init(_ index: EventIndex, name: @escaping (_ ordinal: Int) -> TerminalText) {
    self.index = index
    self.name = name
  }
}

extension OperationText {
  package func text(_ operation: HBOperation) -> TerminalText { "the \(phrase(operation))" }

  /// The same without an article, for a list: `move of mug`.
  ///
  /// - Parameter changesSomething: whether it left some anchor in another state than before; if not,
  ///   the text says so.
  package func phrase(_ operation: HBOperation, changesSomething: Bool = true) -> TerminalText {
    guard changesSomething else {
      // An anchor that is there already does not go back to an earlier state.
      let noun = operation.kind == .restored ? "return" : noun(operation)
      return "\(noun) of \(anchors(operation)), no change"
    }
    return "\(noun(operation)) of \(anchors(operation))"
  }

  private func anchors(_ operation: HBOperation) -> TerminalText {
    guard let only = operation.anchorIds.first, operation.anchorIds.count == 1 else {
      return CountText.text(operation.anchorIds.count, "anchor")
    }
    let position = index.eventCount(through: operation.instant)
    let last = index.slot(of: only).flatMap { index.latestOrdinal(ofSlot: $0, through: position) }
    return last.map(name) ?? TerminalText(ShortId.text(only))
  }

  package func noun(_ operation: HBOperation) -> TerminalText {
    switch operation.kind {
    case .created: "creation"
    case .moved: index.isCorrection(operation.id) ? "correction" : "move"
    case .updated: "edit"
    case .deleted: "deletion"
    case .restored: isRollback(operation) ? "rollback" : "return"
    case .undo: "undo"
    case .redo: "redo"
    case .mixed: isRollback(operation) ? "rollback" : "change"
    }
  }

  /// Returns whether all its anchors were hidden before.
  private func bringsBack(_ operation: HBOperation) -> Bool {
    ordinals(of: operation).allSatisfy { ordinal in
      let slot = index.slot(ordinal)
      return index.latestOrdinal(ofSlot: slot, through: ordinal).map(index.isHidden) ?? true
    }
  }

  /// Returns whether it is a rollback of anchors that were there: nothing else writes whole states of such, or
  /// whole states and deletions together.
  package func isRollback(_ operation: HBOperation) -> Bool {
    switch operation.kind {
    case .restored: !bringsBack(operation)
    case .mixed: Set(ordinals(of: operation).map(index.type)) == [.restored, .deleted]
    case .created, .moved, .updated, .deleted, .undo, .redo: false
    }
  }

  /// Returns its events; only those of its first anchors if there are very many.
  private func ordinals(of operation: HBOperation) -> [Int] {
    operation.anchorIds.prefix(Self.sampleSize).flatMap { id -> [Int] in
      guard let slot = index.slot(of: id) else { return [] }
      return index.ordinals(ofSlot: slot).filter { ordinal in
        index.operation(ordinal) == operation.id || index.id(ordinal) == operation.id
      }
    }
  }

  private static let sampleSize = 200
}
