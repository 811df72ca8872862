extension VersionHistory {

  mutating func pushScope(tag: VersionTag? = nil) {
    burst = nil
    if let tag { forget(tag) }
    let baseTag = tag ?? scope.currentTag
    outerScopes.append(scope)
    scope = VersionScope(baseTag: baseTag, base: version)
    if let tag { remember(tag, at: version) }
  }

  /// Ends the current scope and makes what it changed one step of the outer one.
  ///
  /// Of a scope with an untracked change, that are the steps after it; the untracked change itself then
  /// lies between them and the steps of the outer scope.
  mutating func popScope() {
    guard !outerScopes.isEmpty else { return }
    burst = nil
    let (start, reached) = reachableStart
    let tag = scope.currentTag
    scope = outerScopes.removeLast()
    guard let change = current._valueChange(to: start) else {
      // The scope came back to the version that it can be traced to.
      version = reached
      return
    }
    record(VersionStep(change: change.node, older: reached, newer: version, tag: tag))
    if let tag { remember(tag, at: version) }
  }

  /// Takes back the current scope's steps and ends it. The outermost scope stays.
  ///
  /// An untracked change stays, with what was before it in the scope.
  mutating func undoAndPopScope() throws(ReversionError) {
    guard !outerScopes.isEmpty else { return try undo(.max) }
    try undo(undoCount)
    burst = nil
    scope = outerScopes.removeLast()
  }

  /// The earliest version of the current scope that an undo can reach.
  private var reachableStart: (value: Value, version: VersionNumber) {
    var (value, reached) = (current, version)
    for step in scope.undo.steps.reversed().prefix(undoCount) {
      _ = step.change.apply(to: &value)
      reached = step.older
    }
    return (value, reached)
  }

  /// The first version of a pushed scope, or `nil` if an untracked change lies between it and now.
  func value(atStartOfScope level: Int) -> Value? {
    var (value, reached) = (current, version)
    for level in (level...scopeLevel).reversed() {
      for step in self[level].undo.steps.reversed() {
        guard step.newer == reached else { return nil }
        _ = step.change.apply(to: &value)
        reached = step.older
      }
      guard reached == self[level].base else { return nil }
    }
    return value
  }
}
