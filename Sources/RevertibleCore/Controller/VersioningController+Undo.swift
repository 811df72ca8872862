extension VersioningController {

  /// Undoes the last change in the current scope. If there is nothing to undo, the value stays the same.
  ///
  /// - Returns: The value before the change, which is also written to a reference root.
  /// - Throws: ``ReversionError``, unless errors are stored.
  @discardableResult
  public func undo() throws(Failure) -> Value {
    try travel(.undo)
  }

  /// Undoes the last change in the current scope on a value.
  ///
  /// - Parameter value: The current version; afterwards the one before. Apart from untracked properties,
  ///   it must be equal to the controller's current value.
  public func undo(_ value: inout Value) throws(Failure) {
    try travel(&value, .undo)
  }

  /// Undoes the last change in the current scope on the value in a root.
  public func undo(root: inout Root) throws(Failure) {
    try undo(&root[keyPath: self.root.keyPath])
  }

  /// Undoes changes in the current scope back to the version with the tag. If no version has it, the
  /// value stays the same.
  ///
  /// - Returns: The value at that version, which is also written to a reference root.
  @discardableResult
  public func undo(to tag: some Hashable & Sendable) throws(Failure) -> Value {
    try travel(.undoTo(VersionTag(tag)))
  }

  /// Undoes changes in the current scope on a value, back to the version with the tag.
  public func undo(_ value: inout Value, to tag: some Hashable & Sendable) throws(Failure) {
    try travel(&value, .undoTo(VersionTag(tag)))
  }

  /// Undoes changes in the current scope on the value in a root, back to the version with the tag.
  public func undo(root: inout Root, to tag: some Hashable & Sendable) throws(Failure) {
    try undo(&root[keyPath: self.root.keyPath], to: tag)
  }
}

// MARK: - Redo

extension VersioningController {

  /// Redoes the change in the current scope that was undone last. If there is nothing to redo, the value
  /// stays the same.
  ///
  /// - Returns: The value after the change, which is also written to a reference root.
  /// - Throws: ``ReversionError``, unless errors are stored.
  @discardableResult
  public func redo() throws(Failure) -> Value {
    try travel(.redo)
  }

  /// Redoes on a value the change in the current scope that was undone last.
  ///
  /// - Parameter value: The current version; afterwards the next one.
  public func redo(_ value: inout Value) throws(Failure) {
    try travel(&value, .redo)
  }

  /// Redoes on the value in a root the change in the current scope that was undone last.
  public func redo(root: inout Root) throws(Failure) {
    try redo(&root[keyPath: self.root.keyPath])
  }

  /// Redoes undone changes in the current scope up to and including the version with the tag. If no
  /// undone version has it, the value stays the same.
  ///
  /// - Returns: The value at that version, which is also written to a reference root.
  @discardableResult
  public func redo(to tag: some Hashable & Sendable) throws(Failure) -> Value {
    try travel(.redoTo(VersionTag(tag)))
  }

  /// Redoes undone changes in the current scope on a value, up to the version with the tag.
  public func redo(_ value: inout Value, to tag: some Hashable & Sendable) throws(Failure) {
    try travel(&value, .redoTo(VersionTag(tag)))
  }

  /// Redoes undone changes in the current scope on the value in a root, up to the version with the tag.
  public func redo(root: inout Root, to tag: some Hashable & Sendable) throws(Failure) {
    try redo(&root[keyPath: self.root.keyPath], to: tag)
  }
}
