/// How much a ``VersioningController`` keeps for undo.
///
/// When an append goes over the limit, the oldest steps go. The newest step always stays. In a scope
/// that was pushed, what goes is gathered into one step back to the scope's first version, so that the
/// scope can be left with ``VersioningController/undoAndPopCurrentScope()`` however long it was; that
/// step holds one whole value.
public enum HistoryLimit: Hashable, Sendable {
  /// Everything is kept.
  case unlimited
  /// At most that many undo steps, in all scopes together.
  case count(Int)
  /// At most about that many bytes, estimated from what the steps hold.
  case cost(Int)
}
