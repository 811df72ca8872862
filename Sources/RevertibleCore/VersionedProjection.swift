/// Undo, redo, scopes and tags of a ``Versioned`` property, through its `$` name.
public struct VersionedProjection<Value: Revertible, Failure: Error> {
  let controller: VersioningController<Value, Value, ReversionError>
  let storedError: Guarded<ReversionError?>
  let report: @Sendable (ReversionError) throws(Failure) -> Void

  private func reporting(
    _ body: () throws(ReversionError) -> Void
  ) throws(Failure) {
    do throws(ReversionError) { try body() } catch { try report(error) }
  }
}

extension VersionedProjection: Sendable where Value: Sendable {}

extension VersionedProjection {

  /// The last error, until it is set to `nil`. For a ``ThrowingVersioned`` property, the error that was
  /// thrown last.
  public var error: ReversionError? {
    get { storedError.withLock { $0 } }
    nonmutating set { storedError.withLock { $0 = newValue } }
  }
}

// MARK: - Undo and redo

extension VersionedProjection {

  /// Undoes the last change in the current scope. If there is nothing to undo, the value stays the same.
  public func undo() throws(Failure) {
    try reporting { () throws(ReversionError) in try controller.undo() }
  }

  /// Undoes changes in the current scope back to the version with the tag. If no version has it, the
  /// value stays the same.
  public func undo(to tag: some Hashable & Sendable) throws(Failure) {
    try reporting { () throws(ReversionError) in try controller.undo(to: tag) }
  }

  /// Undoes every change in the current scope.
  public func undoCurrentScope() throws(Failure) {
    try reporting { () throws(ReversionError) in try controller.undoCurrentScope() }
  }

  /// Undoes every change in the current scope and ends the scope. The outermost scope is never ended.
  public func undoAndPopCurrentScope() throws(Failure) {
    try reporting { () throws(ReversionError) in try controller.undoAndPopCurrentScope() }
  }

  /// Redoes the change in the current scope that was undone last. If there is nothing to redo, the value
  /// stays the same.
  public func redo() throws(Failure) {
    try reporting { () throws(ReversionError) in try controller.redo() }
  }

  /// Redoes undone changes in the current scope up to and including the version with the tag.
  public func redo(to tag: some Hashable & Sendable) throws(Failure) {
    try reporting { () throws(ReversionError) in try controller.redo(to: tag) }
  }

  /// Redoes every undone change in the current scope.
  public func redoCurrentScope() throws(Failure) {
    try reporting { () throws(ReversionError) in try controller.redoCurrentScope() }
  }

  /// Whether the current scope has a change to undo.
  public var hasUndo: Bool { controller.hasUndo }

  /// Whether the current scope has a change to redo.
  public var hasRedo: Bool { controller.hasRedo }

  /// How many changes can be undone in the current scope.
  public var undoCount: Int { controller.undoCount }

  /// How many changes can be redone in the current scope.
  public var redoCount: Int { controller.redoCount }

  /// What the next undo will change, or `nil` if there is nothing to undo.
  public var undoSummary: ChangeSummary? { controller.undoSummary }

  /// What the next redo will change, or `nil` if there is nothing to redo.
  public var redoSummary: ChangeSummary? { controller.redoSummary }

  /// What all steps take up together, in bytes. See ``VersioningController/historyCost``.
  public var historyCost: Int { controller.historyCost }

  /// How much history is kept for undo; unlimited by default.
  public var historyLimit: HistoryLimit {
    get { controller.historyLimit }
    nonmutating set { controller.historyLimit = newValue }
  }
}

// MARK: - Scopes and tags

extension VersionedProjection {

  /// Begins a new scope. Until it is popped, only changes made in it can be undone and redone.
  public func pushNewScope() { controller.pushNewScope() }

  /// Begins a new scope and tags its first version.
  public func pushNewScope(tag: (some Hashable & Sendable)?) { controller.pushNewScope(tag: tag) }

  /// Ends the current scope and combines all its changes into one step of the outer scope.
  public func popCurrentScope() throws(Failure) {
    try reporting { () throws(ReversionError) in try controller.popCurrentScope() }
  }

  /// The number of scopes around the current one; 0 in the outermost scope.
  public var scopeLevel: Int { controller.scopeLevel }

  /// Tags the current version. A tag belongs to one version at a time: any other version loses it.
  public func tag(_ tag: some Hashable & Sendable) { controller.tagCurrentVersion(tag) }

  /// The same as ``tag(_:)``, under the controller's name for it.
  public func tagCurrentVersion(_ tag: some Hashable & Sendable) { self.tag(tag) }

  /// The tags of a scope's versions. See ``VersioningController/tags(inScopeLevel:)``.
  public func tags(
    inScopeLevel scopeLevel: Int? = nil
  ) -> (undo: [AnyHashable?], redo: [AnyHashable?])? {
    controller.tags(inScopeLevel: scopeLevel)
  }

  /// The tags of one type. See ``VersioningController/tags(as:inScopeLevel:)``.
  public func tags<Tag: Hashable & Sendable>(
    as type: Tag.Type, inScopeLevel scopeLevel: Int? = nil
  ) -> VersionTags<Tag>? {
    controller.tags(as: type, inScopeLevel: scopeLevel)
  }
}

// MARK: - Setting

extension VersionedProjection {

  /// Makes several changes as one step. If the closure throws, nothing changes. The closure should change
  /// only the value that it is given.
  public func setWithTransaction<E: Error>(_ closure: (inout Value) throws(E) -> Void) throws(E) {
    try controller.setWithTransaction(closure)
  }

  /// Makes several changes as one step, asynchronously. If the closure throws, nothing changes.
  nonisolated(nonsending) public func setWithTransaction<E: Error>(
    _ closure: nonisolated(nonsending) (inout Value) async throws(E) -> Void
  ) async throws(E) {
    try await controller.setWithTransaction(closure)
  }

  /// Replaces the value without recording a step. See
  /// ``VersioningController/setWithoutTracking(_:)-(Value)``.
  public func setWithoutTracking(_ newValue: Value) { controller.setWithoutTracking(newValue) }

  /// Changes the value without recording a step. If the closure throws, nothing changes.
  public func setWithoutTracking<E: Error>(_ closure: (inout Value) throws(E) -> Void) throws(E) {
    try controller.setWithoutTracking(closure)
  }

  /// Discards every step, tag and scope. The value stays the same.
  public func reset() { controller.reset() }

  /// Sets which changes count as being in quick succession. See
  /// ``VersioningController/withDebouncing(clock:interval:)``.
  public func withDebouncing<C: Clock>(clock: C, interval: Duration) where C.Duration == Duration {
    controller.withDebouncing(clock: clock, interval: interval)
  }
}
