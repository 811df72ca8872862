// MARK: - Back and forth

extension VersionHistory {

  /// Takes back up to `count` steps of the current scope, or none if they do not fit.
  mutating func undo(_ count: Int = 1) throws(ReversionError) {
    try move(.back, min(count, scope.undo.count))
  }

  /// Repeats up to `count` steps of the current scope, or none if they do not fit.
  mutating func redo(_ count: Int = 1) throws(ReversionError) {
    try move(.forth, min(count, scope.redo.count))
  }

  private enum Direction {
    case back, forth
  }

  private mutating func move(_ direction: Direction, _ count: Int) throws(ReversionError) {
    guard count > 0 else { return }
    burst = nil
    try check(direction, count)
    for _ in 0..<count {
      guard let step = direction == .back ? scope.undo.popLast() : scope.redo.popLast() else {
        return
      }
      let turned = step.turned(step.change.apply(to: &current))
      if direction == .back { scope.redo.append(turned) } else { scope.undo.append(turned) }
      version = direction == .back ? step.older : step.newer
    }
    // Undone steps do not count, so a redo may exceed the limit.
    if direction == .forth { trim() }
  }

  /// Moves to another version together with a copy of the value that the caller holds.
  mutating func travel(_ value: inout Value, _ journey: Journey) throws(ReversionError) {
    try adopt(value)
    // The caller's copy is released meanwhile, so that the shared storage can be changed in place.
    _ = consume value
    do throws(ReversionError) {
      try travel(journey)
    } catch {
      value = current
      throw error
    }
    value = current
  }

  private func check(_ direction: Direction, _ count: Int) throws(ReversionError) {
    guard count <= (direction == .back ? undoCount : redoCount) else {
      throw .attemptingToRevertWrongVersion
    }
  }
}

// MARK: - Replacing the current version

extension VersionHistory {

  /// Replaces the current version with the value that the root made of it. The steps to its neighbours
  /// then lead from that value to the same values as before.
  ///
  /// - Returns: Whether the new value differs.
  mutating func replaceCurrent(with value: Value) -> Bool {
    guard value._valueChange(to: current) != nil else {
      current = value
      return false
    }
    burst = nil
    let replaced = current
    current = value
    var level = scopeLevel
    replaceNeighbours(ofScope: level, from: replaced)
    // The first version of a scope is also a version of the scope around it.
    while level > 0, self[level].base == version {
      level -= 1
      replaceNeighbours(ofScope: level, from: replaced)
    }
    return true
  }

  private mutating func replaceNeighbours(ofScope level: Int, from replaced: Value) {
    if let step = self[level].undo.last, step.newer == version {
      let neighbour = neighbour(behind: step, of: replaced)
      let change = current._valueChange(to: neighbour)?.node
      _ = self[level].undo.popLast()
      self[level].undo.append(noted(step.turned(change ?? Overwrite(current, by: neighbour))))
    }
    if let step = self[level].redo.last, step.older == version {
      let neighbour = neighbour(behind: step, of: replaced)
      let change = current._valueChange(to: neighbour)?.node
      if change == nil, level == scopeLevel, joinNextVersion() { return }
      _ = self[level].redo.popLast()
      self[level].redo.append(noted(step.turned(change ?? Overwrite(current, by: neighbour))))
    }
  }

  /// Returns the value to which a step leads from another.
  private func neighbour(behind step: VersionStep<Value>, of value: Value) -> Value {
    var neighbour = value
    _ = step.change.apply(to: &neighbour)
    return neighbour
  }

  /// Merges the current version with the next, which is the same: a redo between them would do nothing.
  /// The first version of a scope is not merged.
  private mutating func joinNextVersion() -> Bool {
    guard let before = scope.undo.last, before.newer == version, let after = scope.redo.last else {
      return false
    }
    _ = scope.undo.popLast()
    _ = scope.redo.popLast()
    version = after.newer
    let tag = after.tag ?? before.tag
    scope.undo.append(
      VersionStep(change: before.change, older: before.older, newer: version, tag: tag))
    if let tag { remember(tag, at: version) }
    return true
  }
}
