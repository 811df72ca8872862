extension VersioningController {

  /// The value at its current version.
  public var currentValue: Value { fact { $0.current } }

  /// Whether the current scope has a change to undo. One from before an untracked change is none.
  public var hasUndo: Bool { undoCount > 0 }

  /// Whether the current scope has a change to redo. One from before an untracked change is none.
  public var hasRedo: Bool { redoCount > 0 }

  /// How many changes can be undone in the current scope.
  public var undoCount: Int { fact { $0.undoCount } }

  /// How many changes can be redone in the current scope.
  public var redoCount: Int { fact { $0.redoCount } }

  /// What the next undo will change, or `nil` if there is nothing to undo.
  public var undoSummary: ChangeSummary? { fact { $0.nextUndo }?.summary }

  /// What the next redo will change, or `nil` if there is nothing to redo.
  public var redoSummary: ChangeSummary? { fact { $0.nextRedo }?.summary }

  /// The number of scopes around the current one; 0 in the scope that is always there.
  public var scopeLevel: Int { fact { $0.scopeLevel } }

  /// About how many bytes the steps of all scopes take.
  public var historyCost: Int { fact { $0.stepCost } }

  /// How much is kept for undo; everything, unless set.
  public var historyLimit: HistoryLimit {
    get { fact { $0.limit } }
    set { rearrange { $0.setLimit(newValue) } }
  }
}

/// How much a ``VersioningController`` keeps for undo.
///
/// When a step goes over the limit, the oldest ones of all scopes go, those of the outermost scope
/// first. The newest step always stays. In a scope that was pushed, what goes is gathered into one step
/// back to the scope's first version, so that the scope can be left with
/// ``VersioningController/undoAndPopCurrentScope()`` however long it was; that step holds one whole
/// value, and stays too.
public enum HistoryLimit: Hashable, Sendable {
  /// Everything is kept.
  case unlimited
  /// At most that many undo steps, in all scopes together. Steps that were undone do not count.
  case count(Int)
  /// At most about that many bytes, estimated from what the undo steps of all scopes hold.
  ///
  /// Steps that were undone do not count: what they hold was in the value before and is in it again
  /// after the redo. ``VersioningController/historyCost`` tells how much the two are together.
  case cost(Int)
}
