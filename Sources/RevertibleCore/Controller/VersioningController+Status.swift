extension VersioningController {

  /// The current version of the value.
  public var currentValue: Value { fact { $0.current } }

  /// Whether the current scope has a change to undo. Changes made before an untracked one do not count.
  public var hasUndo: Bool { undoCount > 0 }

  /// Whether the current scope has a change to redo. Changes made before an untracked one do not count.
  public var hasRedo: Bool { redoCount > 0 }

  /// How many changes can be undone in the current scope.
  public var undoCount: Int { fact { $0.undoCount } }

  /// How many changes can be redone in the current scope.
  public var redoCount: Int { fact { $0.redoCount } }

  /// What the next undo will change, or `nil` if there is nothing to undo.
  public var undoSummary: ChangeSummary? { fact { $0.nextUndo }?.summary }

  /// What the next redo will change, or `nil` if there is nothing to redo.
  public var redoSummary: ChangeSummary? { fact { $0.nextRedo }?.summary }

  /// The number of scopes around the current one; 0 in the outermost scope.
  public var scopeLevel: Int { fact { $0.scopeLevel } }

  /// About how many bytes the steps of all scopes take.
  public var historyCost: Int { fact { $0.stepCost } }

  /// How much history is kept for undo; unlimited by default.
  public var historyLimit: HistoryLimit {
    get { fact { $0.limit } }
    set { rearrange { $0.setLimit(newValue) } }
  }
}

/// How much history a ``VersioningController`` keeps for undo.
///
/// When a new step exceeds the limit, the oldest steps of all scopes are dropped, starting with the
/// outermost scope. The newest step always stays. In a pushed scope, the dropped steps are combined into
/// one step back to the scope's first version, so that the scope can be left with
/// ``VersioningController/undoAndPopCurrentScope()`` however long it was; that step holds one whole
/// value, and it stays too.
public enum HistoryLimit: Hashable, Sendable {
  /// Everything is kept.
  case unlimited
  /// At most this many undo steps, in all scopes together. Undone steps do not count.
  case count(Int)
  /// At most about this many bytes, estimated from what the undo steps of all scopes hold.
  ///
  /// Undone steps do not count: what they hold was part of the value before and will be again after a
  /// redo. ``VersioningController/historyCost`` counts both.
  case cost(Int)
}
