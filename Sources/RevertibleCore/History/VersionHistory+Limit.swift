extension VersionHistory {

  /// Enforces the limit, unless that must wait: gathering the steps of a scope means applying them.
  mutating func trim() {
    if !isTrimmingAside { trimNow() }
  }

  /// Whether the limit must be enforced on a copy, because the steps may run code.
  var isTrimmingAside: Bool { runsCode && scopeLevel > 0 && isOverLimit }

  mutating func trimNow() {
    while isOverLimit, dropOldestStep() {}
  }

  private var isOverLimit: Bool {
    switch limit {
    case .unlimited: false
    case .count(let limit): outerScopes.reduce(scope.undo.count) { $0 + $1.undo.count } > limit
    case .cost(let limit): outerScopes.reduce(scope.undo.cost) { $0 + $1.undo.cost } > limit
    }
  }

  /// Drops the oldest step that is not needed, from the outermost scope that has one.
  ///
  /// - Returns: Whether there was one.
  private mutating func dropOldestStep() -> Bool {
    if self[0].undo.count > numberOfStepsToKeep(inScope: 0), let step = self[0].undo.popFirst() {
      self[0].baseTag = step.tag
      return true
    }
    return (0...scopeLevel).dropFirst().contains { gatherOldestSteps(inScope: $0) }
  }

  /// The newest step of the current scope always stays.
  private func numberOfStepsToKeep(inScope level: Int) -> Int {
    level == scopeLevel ? 1 : 0
  }

  /// Combines the two oldest steps of a pushed scope into one that leads back to its first version,
  /// which is kept whole, so that the scope can still be undone and left.
  private mutating func gatherOldestSteps(inScope level: Int) -> Bool {
    guard self[level].undo.count > numberOfStepsToKeep(inScope: level) + 1 else { return false }
    let isGathered = self[level].undo.first?.change is Overwrite<Value>
    let start = isGathered ? nil : value(atStartOfScope: level)
    guard let first = self[level].undo.popFirst(), let second = self[level].undo.popFirst() else {
      return false
    }
    let change = start.map { Overwrite(current, by: $0) } ?? first.change
    guard first.newer == second.older, isGathered || start != nil else {
      // No undo gets past the untracked change to the first step. It stays, so that none ever does.
      self[level].undo.prepend(first)
      return true
    }
    self[level].undo.prepend(
      VersionStep(change: change, older: first.older, newer: second.newer, tag: second.tag))
    return true
  }
}
