/// A value and the steps between its versions.
///
/// Each version has a number, and a step knows the numbers of the two versions that it joins. Checking
/// whether a step fits the value thus takes one comparison of numbers; no value is hashed or compared.
struct VersionHistory<Value: Revertible> {
  var current: Value
  var version = VersionNumber.first
  private var newestNumber = VersionNumber.first
  var outerScopes: [VersionScope<Value>] = []
  var scope: VersionScope<Value>
  var burst: Burst<Value>?
  private(set) var debounce: Debounce?
  private(set) var limit = HistoryLimit.unlimited
  /// The version that each tag belongs to, or belonged to before that version was dropped.
  private var taggedVersions: [VersionTag: VersionNumber] = [:]
  /// Whether a step may run code of the value, such as the observers of its properties.
  private(set) var runsCode = false

  init(_ value: Value, debounce: Debounce? = nil) {
    current = value
    scope = VersionScope(base: version)
    self.debounce = debounce
  }
}

// MARK: - Status

extension VersionHistory {

  var scopeLevel: Int { outerScopes.count }

  var stepCost: Int {
    outerScopes.reduce(scope.undo.cost + scope.redo.cost) { $0 + $1.undo.cost + $1.redo.cost }
  }

  /// How many steps of the current scope undo can reach: those before an untracked change do not count.
  var undoCount: Int {
    scope.undo.last?.newer == version ? scope.undo.linkedCount : 0
  }

  /// How many steps of the current scope redo can reach.
  var redoCount: Int {
    scope.redo.last?.older == version ? scope.redo.linkedCount : 0
  }

  /// The change that the next undo makes.
  var nextUndo: ValueChange<Value>? {
    undoCount > 0 ? scope.undo.last.map { ValueChange($0.change) } : nil
  }

  /// The change that the next redo makes.
  var nextRedo: ValueChange<Value>? {
    redoCount > 0 ? scope.redo.last.map { ValueChange($0.change) } : nil
  }

  /// Returns the scope at a level, counted from the outermost, 0.
  func scope(atLevel level: Int) -> VersionScope<Value>? {
    if level == outerScopes.count { return scope }
    return outerScopes.indices.contains(level) ? outerScopes[level] : nil
  }

  /// The scope at a level, which must exist.
  subscript(level: Int) -> VersionScope<Value> {
    get { level == outerScopes.count ? scope : outerScopes[level] }
    _modify {
      if level == outerScopes.count { yield &scope } else { yield &outerScopes[level] }
    }
  }
}

// MARK: - New versions

extension VersionHistory {

  /// Makes a value the current version.
  ///
  /// - Parameters:
  ///   - instant: When the change happened, by the debouncing clock; `nil` for now.
  mutating func append(_ value: Value, tag: VersionTag? = nil, at instant: Duration? = nil) {
    // What changes nothing must not prolong a run: a program that saves every second would make one step of
    // all that is typed.
    _ = capture(value, at: instant)
    if let tag { self.tag(tag) }
  }

  /// Makes a value the current version if it differs from it.
  ///
  /// - Returns: Whether it differs.
  mutating func capture(_ value: Value, at instant: Duration?) -> Bool {
    if hasSameBytes(value, current) { return false }
    let instant = instant ?? debounce?.now()
    guard let instant, let burst = burst(at: instant) else {
      return begin(with: value, at: instant)
    }
    guard value._valueChange(to: current) != nil else {
      current = value
      return false
    }
    extend(burst, with: value, at: instant)
    return true
  }

  /// Makes a value the current version, in a separate step.
  mutating func appendTransaction(_ value: Value) {
    begin(with: value, at: nil)
  }

  /// Returns the run that a change at an instant belongs to.
  private func burst(at instant: Duration) -> Burst<Value>? {
    guard let debounce, let burst, instant - burst.latest < debounce.interval else { return nil }
    return burst
  }

  @discardableResult
  private mutating func begin(with value: Value, at instant: Duration?) -> Bool {
    let (base, older) = (current, version)
    let isChanged = push(value, since: base, older)
    burst = instant.map {
      Burst(base: base, older: older, latest: $0, hasStep: isChanged)
    }
    return isChanged
  }

  private mutating func extend(_ previous: Burst<Value>, with value: Value, at instant: Duration) {
    // The run's step is removed and recreated from the run's base to the new value.
    burst = nil
    var extended = previous
    if previous.hasStep { _ = scope.undo.popLast() }
    version = previous.older
    extended.hasStep = push(value, since: previous.base, previous.older)
    extended.latest = instant
    burst = extended
  }

  /// Adds the step from a version to a new value.
  private mutating func push(_ value: Value, since base: Value, _ older: VersionNumber) -> Bool {
    let change = value._valueChange(to: base)
    current = value
    guard let change else { return false }
    beginVersion()
    record(VersionStep(change: change.node, older: older, newer: version, tag: nil))
    return true
  }

  private mutating func beginVersion() {
    newestNumber = newestNumber.next
    version = newestNumber
  }

  /// Adds a step that leads to the current version.
  mutating func record(_ step: VersionStep<Value>) {
    scope.undo.append(noted(step))
    scope.redo.removeAll()
    trim()
  }

  /// Returns the step after recording whether it may run code of the value.
  mutating func noted(_ step: VersionStep<Value>) -> VersionStep<Value> {
    if !runsCode { runsCode = step.change.runsCode }
    return step
  }

  /// Makes a value the current one without recording a step. If any tracked property changes, the
  /// existing steps no longer fit.
  mutating func setWithoutTracking(_ value: Value) {
    burst = nil
    if value._valueChange(to: current) != nil { beginVersion() }
    current = value
  }

  /// Adopts untracked properties from a value that must otherwise be the current version.
  mutating func adopt(_ value: Value) throws(ReversionError) {
    guard value._valueChange(to: current) == nil else { throw .attemptingToRevertWrongVersion }
    current = value
  }

  mutating func reset() {
    burst = nil
    outerScopes = []
    scope = VersionScope(base: version)
    taggedVersions = [:]
    runsCode = false
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

  /// Tags the current version. Any other version with this tag loses it.
  mutating func tag(_ tag: VersionTag) {
    burst = nil
    forget(tag)
    scope.tagCurrent(tag)
    remember(tag, at: scope.taggedVersion)
  }

  /// Removes a tag from the version that has it.
  ///
  /// - Complexity: O(log *n*) in the number of steps.
  mutating func forget(_ tag: VersionTag) {
    guard let number = taggedVersions.removeValue(forKey: tag) else { return }
    for level in 0...scopeLevel { self[level].forget(tag, at: number) }
  }

  /// Records which version has a tag.
  mutating func remember(_ tag: VersionTag, at number: VersionNumber) {
    taggedVersions[tag] = number
    // Dropped versions leave their tags behind.
    let stepCount = (0...scopeLevel).reduce(0) { $0 + self[$1].undo.count + self[$1].redo.count }
    guard taggedVersions.count > 2 * (stepCount + scopeLevel) + 32 else { return }
    taggedVersions = [:]
    for level in 0...scopeLevel {
      for (tag, number) in self[level].tags { taggedVersions[tag] = number }
    }
  }
}
