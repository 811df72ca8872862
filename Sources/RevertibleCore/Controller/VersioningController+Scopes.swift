extension VersioningController {

  /// Begins a new scope. Until it is popped, only changes made in it can be undone and redone.
  ///
  /// Its first version has the tag of the version at which it begins.
  public func pushNewScope() {
    rearrange { $0.pushScope() }
  }

  /// Begins a new scope and tags its first version.
  ///
  /// - Parameter tag: The tag, or `nil` for that of the version at which the scope begins.
  public func pushNewScope(tag: (some Hashable & Sendable)?) {
    rearrange { $0.pushScope(tag: tag.map { VersionTag($0) }) }
  }

  /// Ends the current scope and combines all its changes into one step of the outer scope, with the tag
  /// of the current version. No step is added if the changes cancel out. The outermost scope is never
  /// ended.
  ///
  /// If the scope contains an untracked change, the step consists of the changes after it. An undo
  /// reverts that step but nothing earlier, as in the scope itself.
  ///
  /// - Throws: ``ReversionError`` if observers of the value's properties change the history meanwhile.
  public func popCurrentScope() throws(Failure) {
    captureRoot()
    do throws(ReversionError) {
      try applyingSteps { $0.popScope() }
    } catch {
      try root.report(error)
    }
    announce()
  }

  /// Undoes every change in the current scope.
  ///
  /// - Returns: The value at the scope's first version, which is also written to a reference root.
  @discardableResult
  public func undoCurrentScope() throws(Failure) -> Value {
    try travel(.undoAll)
  }

  /// Undoes every change in the current scope on a value.
  public func undoCurrentScope(_ value: inout Value) throws(Failure) {
    try travel(&value, .undoAll)
  }

  /// Undoes every change in the current scope on the value in a root.
  public func undoCurrentScope(root: inout Root) throws(Failure) {
    try undoCurrentScope(&root[keyPath: self.root.keyPath])
  }

  /// Redoes every undone change in the current scope.
  ///
  /// - Returns: The value at the scope's last version, which is also written to a reference root.
  @discardableResult
  public func redoCurrentScope() throws(Failure) -> Value {
    try travel(.redoAll)
  }

  /// Redoes every undone change in the current scope on a value.
  public func redoCurrentScope(_ value: inout Value) throws(Failure) {
    try travel(&value, .redoAll)
  }

  /// Redoes every undone change in the current scope on the value in a root.
  public func redoCurrentScope(root: inout Root) throws(Failure) {
    try redoCurrentScope(&root[keyPath: self.root.keyPath])
  }

  /// Undoes every change in the current scope and ends the scope. The outermost scope is never ended: there
  /// it does what ``undoCurrentScope()`` does, and fails as that does after an untracked change.
  ///
  /// If any other scope contains an untracked change, only the changes after it are undone. The untracked
  /// change and everything before it stay.
  ///
  /// - Returns: The value at the scope's first version, which is also written to a reference root.
  /// - Throws: ``ReversionError``, unless errors are stored.
  @discardableResult
  public func undoAndPopCurrentScope() throws(Failure) -> Value {
    try travel(.leaveScope)
  }

  /// Undoes every change in the current scope on a value and ends the scope.
  public func undoAndPopCurrentScope(_ value: inout Value) throws(Failure) {
    try travel(&value, .leaveScope)
  }

  /// Undoes every change in the current scope on the value in a root and ends the scope.
  public func undoAndPopCurrentScope(root: inout Root) throws(Failure) {
    try undoAndPopCurrentScope(&root[keyPath: self.root.keyPath])
  }
}
