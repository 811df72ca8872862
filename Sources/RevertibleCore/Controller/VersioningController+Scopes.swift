extension VersioningController {

  /// Begins a new scope. Until it is popped, only what changes in it can be undone and redone.
  ///
  /// Its first version has the tag of the version that it begins at.
  public func pushNewScope() {
    rearrange { $0.pushScope() }
  }

  /// Begins a new scope and names its first version.
  ///
  /// - Parameter tag: The name, or `nil` for that of the version that the scope begins at.
  public func pushNewScope(tag: (some Hashable & Sendable)?) {
    rearrange { $0.pushScope(tag: tag.map { VersionTag($0) }) }
  }

  /// Ends the current scope and makes one step of all its changes in the outer scope, with the tag of
  /// the current version. Nothing is added if the changes cancel out. The outermost scope stays.
  ///
  /// If an untracked change lies among the scope's, the step is made of those after it. An undo takes
  /// that one back and none before, as in the scope itself.
  ///
  /// - Throws: ``ReversionError`` if the value changes meanwhile, by its own observers.
  public func popCurrentScope() throws(Failure) {
    captureRoot()
    do throws(ReversionError) {
      try applyingSteps { $0.popScope() }
    } catch {
      try root.report(error)
    }
    announce()
  }

  /// Undoes every change of the current scope.
  ///
  /// - Returns: The value at the scope's first version, which a reference root receives too.
  @discardableResult
  public func undoCurrentScope() throws(Failure) -> Value {
    try travel(.undoAll)
  }

  /// Undoes every change of the current scope on a value.
  public func undoCurrentScope(_ value: inout Value) throws(Failure) {
    try travel(&value, .undoAll)
  }

  /// Undoes every change of the current scope on the value in a root.
  public func undoCurrentScope(root: inout Root) throws(Failure) {
    try undoCurrentScope(&root[keyPath: self.root.keyPath])
  }

  /// Redoes every undone change of the current scope.
  ///
  /// - Returns: The value at the scope's last version, which a reference root receives too.
  @discardableResult
  public func redoCurrentScope() throws(Failure) -> Value {
    try travel(.redoAll)
  }

  /// Redoes every undone change of the current scope on a value.
  public func redoCurrentScope(_ value: inout Value) throws(Failure) {
    try travel(&value, .redoAll)
  }

  /// Redoes every undone change of the current scope on the value in a root.
  public func redoCurrentScope(root: inout Root) throws(Failure) {
    try redoCurrentScope(&root[keyPath: self.root.keyPath])
  }

  /// Undoes every change of the current scope and ends it. The outermost scope stays.
  ///
  /// If an untracked change lies among the scope's, those after it are undone. It stays itself, and so
  /// does what was before it.
  ///
  /// - Returns: The value at the scope's first version, which a reference root receives too.
  /// - Throws: ``ReversionError``, unless errors are stored.
  @discardableResult
  public func undoAndPopCurrentScope() throws(Failure) -> Value {
    try travel(.leaveScope)
  }

  /// Undoes every change of the current scope on a value and ends the scope.
  public func undoAndPopCurrentScope(_ value: inout Value) throws(Failure) {
    try travel(&value, .leaveScope)
  }

  /// Undoes every change of the current scope on the value in a root and ends the scope.
  public func undoAndPopCurrentScope(root: inout Root) throws(Failure) {
    try undoAndPopCurrentScope(&root[keyPath: self.root.keyPath])
  }
}
