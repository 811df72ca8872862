/// A value and the way through its versions.
///
/// Each version has a number, and a step knows the numbers of the two that it joins. Whether a step
/// fits the value is thus one comparison of numbers; no value is hashed or compared.
struct VersionHistory<Value: Revertible> {
  private(set) var current: Value
  private var version = VersionNumber.first
  private var newestNumber = VersionNumber.first
  private var outerScopes: [VersionScope<Value>] = []
  private(set) var scope: VersionScope<Value>
  private var burst: Burst<Value>?
  private(set) var debounce: Debounce?
  private(set) var limit = HistoryLimit.unlimited

  init(_ value: Value, debounce: Debounce? = nil) {
    current = value
    scope = VersionScope(base: version)
    self.debounce = debounce
  }
}

// MARK: - What is there

extension VersionHistory {

  var scopeLevel: Int { outerScopes.count }

  var stepCost: Int {
    outerScopes.reduce(scope.undo.cost + scope.redo.cost) { $0 + $1.undo.cost + $1.redo.cost }
  }

  /// The scope at a level, counted from the outermost, 0.
  func scope(atLevel level: Int) -> VersionScope<Value>? {
    if level == outerScopes.count { return scope }
    return outerScopes.indices.contains(level) ? outerScopes[level] : nil
  }
}

// MARK: - New versions

extension VersionHistory {

  /// Makes a value the current version.
  ///
  /// - Parameters:
  ///   - instant: When the change happened, by the debouncing clock; `nil` for now.
  mutating func append(_ value: Value, tag: VersionTag? = nil, at instant: Duration? = nil) {
    let instant = instant ?? debounce?.now()
    if let debounce, let instant, let burst, instant - burst.latest < debounce.interval {
      extend(burst, with: value, at: instant)
    } else {
      begin(with: value, at: instant)
    }
    if let tag { self.tag(tag) }
  }

  /// Makes a value the current version, in one step of its own.
  mutating func appendTransaction(_ value: Value) {
    begin(with: value, at: nil)
  }

  private mutating func begin(with value: Value, at instant: Duration?) {
    let (base, older) = (current, version)
    let isChanged = push(value, since: base, older)
    burst = instant.map {
      Burst(base: base, older: older, latest: $0, hasStep: isChanged)
    }
  }

  private mutating func extend(_ previous: Burst<Value>, with value: Value, at instant: Duration) {
    // The run's own step is taken off and recreated from the run's base to the new value.
    burst = nil
    var extended = previous
    if previous.hasStep { _ = scope.undo.popLast() }
    version = previous.older
    extended.hasStep = push(value, since: previous.base, previous.older)
    extended.latest = instant
    burst = extended
  }

  /// Adds the step from a version to the value.
  private mutating func push(_ value: Value, since base: Value, _ older: VersionNumber) -> Bool {
    let change = value._valueChange(to: base)
    current = value
    guard let change else { return false }
    newestNumber = newestNumber.next
    version = newestNumber
    scope.undo.append(VersionStep(change: change.node, older: older, newer: version, tag: nil))
    scope.redo.removeAll()
    trim()
    return true
  }

  /// Makes a value the current one without a step. Unless nothing that is tracked changes, the steps
  /// that are there no longer fit.
  mutating func setWithoutTracking(_ value: Value) {
    burst = nil
    if value._valueChange(to: current) != nil {
      newestNumber = newestNumber.next
      version = newestNumber
    }
    current = value
  }

  /// Takes over what is not tracked from a value that has to be the current version otherwise.
  mutating func adopt(_ value: Value) throws(ReversionError) {
    guard value._valueChange(to: current) == nil else { throw .attemptingToRevertWrongVersion }
    current = value
  }

  mutating func reset() {
    burst = nil
    outerScopes = []
    scope = VersionScope(base: version)
  }

  mutating func setDebounce(_ debounce: Debounce?) {
    burst = nil
    self.debounce = debounce
  }

  mutating func setLimit(_ limit: HistoryLimit) {
    self.limit = limit
    trim()
  }
}

// MARK: - Tags

extension VersionHistory {

  /// Names the current version. The tag leaves the version that had it.
  mutating func tag(_ tag: VersionTag) {
    burst = nil
    forget(tag)
    scope.tagCurrent(tag)
  }

  private mutating func forget(_ tag: VersionTag) {
    scope.forget(tag)
    for level in outerScopes.indices { outerScopes[level].forget(tag) }
  }
}

// MARK: - Back and forth

extension VersionHistory {

  /// Takes back so many steps of the current scope, or none if they do not fit.
  mutating func undo(_ count: Int = 1) throws(ReversionError) {
    try move(.back, min(count, scope.undo.count))
  }

  /// Repeats so many steps of the current scope, or none if they do not fit.
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
    // Steps that were undone do not count, so that redo may go over the limit.
    if direction == .forth { trim() }
  }

  /// Moves to another version together with a copy of the value that the caller holds.
  mutating func travel(_ value: inout Value, _ journey: Journey) throws(ReversionError) {
    try adopt(value)
    // The caller's copy is given up meanwhile, so that the storage they share changes in place.
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
    var expected = version
    let steps = direction == .back ? scope.undo.steps : scope.redo.steps
    for step in steps.reversed().prefix(count) {
      let (from, to) = direction == .back ? (step.newer, step.older) : (step.older, step.newer)
      guard from == expected else { throw .attemptingToRevertWrongVersion }
      expected = to
    }
  }
}

// MARK: - Scopes

extension VersionHistory {

  mutating func pushScope(tag: VersionTag? = nil) {
    burst = nil
    if let tag { forget(tag) }
    let baseTag = tag ?? scope.currentTag
    outerScopes.append(scope)
    scope = VersionScope(baseTag: baseTag, base: version)
  }

  /// Ends the current scope and makes what it changed one step of the outer one.
  mutating func popScope() throws(ReversionError) {
    guard !outerScopes.isEmpty else { return }
    burst = nil
    let inner = scope
    guard !inner.undo.isEmpty else {
      scope = outerScopes.removeLast()
      return
    }
    guard let start = value(atStartOfScope: scopeLevel) else {
      throw .attemptingToRevertWrongVersion
    }
    scope = outerScopes.removeLast()
    guard let change = current._valueChange(to: start) else {
      // The scope came back to its first version.
      version = inner.base
      return
    }
    scope.undo.append(
      VersionStep(change: change.node, older: inner.base, newer: version, tag: inner.currentTag))
    scope.redo.removeAll()
    trim()
  }

  /// Takes back the current scope's steps and ends it. The outermost scope stays.
  mutating func undoAndPopScope() throws(ReversionError) {
    // An untracked change before the first step would be left behind in the outer scope.
    if !outerScopes.isEmpty, (scope.undo.first?.older ?? version) != scope.base {
      throw .attemptingToRevertWrongVersion
    }
    try undo(scope.undo.count)
    burst = nil
    if !outerScopes.isEmpty { scope = outerScopes.removeLast() }
  }

  /// The first version of a pushed scope, or `nil` if an untracked change lies between it and now.
  private func value(atStartOfScope level: Int) -> Value? {
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

  /// The scope at a level that exists.
  private subscript(level: Int) -> VersionScope<Value> {
    get { level == outerScopes.count ? scope : outerScopes[level] }
    _modify {
      if level == outerScopes.count { yield &scope } else { yield &outerScopes[level] }
    }
  }
}

// MARK: - The limit

extension VersionHistory {

  private mutating func trim() {
    while isOverLimit, dropOldestStep() {}
  }

  private var isOverLimit: Bool {
    switch limit {
    case .unlimited: false
    case .count(let limit): outerScopes.reduce(scope.undo.count) { $0 + $1.undo.count } > limit
    case .cost(let limit): stepCost > limit
    }
  }

  /// Drops the oldest step that nothing needs, of the outermost scope that has one. Returns whether
  /// there was one.
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

  /// Makes one step of the two oldest of a pushed scope: back to its first version, which is kept
  /// whole, so that it can still be left.
  private mutating func gatherOldestSteps(inScope level: Int) -> Bool {
    guard self[level].undo.count > numberOfStepsToKeep(inScope: level) + 1 else { return false }
    let isGathered = self[level].undo.first?.change is Overwrite<Value>
    let start = isGathered ? nil : value(atStartOfScope: level)
    guard let first = self[level].undo.popFirst(), let second = self[level].undo.popFirst() else {
      return false
    }
    let change = start.map { Overwrite($0, size: $0._versionedSize) } ?? first.change
    guard first.newer == second.older, isGathered || start != nil else {
      // Behind an untracked change no undo reaches the first step. It stays, so that none does.
      self[level].undo.prepend(first)
      return true
    }
    self[level].undo.prepend(
      VersionStep(change: change, older: first.older, newer: second.newer, tag: second.tag))
    return true
  }
}
