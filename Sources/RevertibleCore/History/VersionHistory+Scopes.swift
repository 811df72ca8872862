extension VersionHistory {

  mutating func pushScope(tag: VersionTag? = nil) {
    burst = nil
    if let tag { forget(tag) }
    let baseTag = tag ?? scope.currentTag
    outerScopes.append(scope)
    scope = VersionScope(baseTag: baseTag, base: version)
    if let tag { remember(tag, at: version) }
  }

  /// Ends the current scope and combines its changes into one step of the outer one.
  ///
  /// If the scope has an untracked change, only the steps after it are combined; the untracked change
  /// itself then lies between the new step and the earlier steps of the outer scope.
  mutating func popScope() {
    guard !outerScopes.isEmpty else { return }
    burst = nil
    let (start, reached) = reachableStart
    let tag = scope.currentTag
    scope = outerScopes.removeLast()
    guard let change = current._valueChange(to: start) else {
      // The scope ended where it started, as far back as it can be traced.
      version = reached
      return
    }
    record(VersionStep(change: change.node, older: reached, newer: version, tag: tag))
    if let tag { remember(tag, at: version) }
  }

  /// Undoes the current scope's steps and ends the scope. The outermost scope is never ended.
  ///
  /// An untracked change stays, and so does everything before it in the scope.
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

  /// Returns the first version of a pushed scope, or `nil` if an untracked change has been made since.
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
