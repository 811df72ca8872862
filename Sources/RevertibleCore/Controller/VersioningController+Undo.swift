extension VersioningController {

  /// Takes the last change of the current scope back. With nothing to undo the value stays.
  ///
  /// - Returns: The value before the change, which a reference root receives too.
  /// - Throws: ``ReversionError``, unless errors are stored.
  @discardableResult
  public func undo() throws(Failure) -> Value {
    try travel(.undo)
  }

  /// Takes the last change of the current scope back on a value.
  ///
  /// - Parameter value: The current version; afterwards the one before. Apart from properties that are
  ///   not tracked it has to be what was appended last.
  public func undo(_ value: inout Value) throws(Failure) {
    try travel(&value, .undo)
  }

  /// Takes the last change of the current scope back on the value in a root.
  public func undo(root: inout Root) throws(Failure) {
    try undo(&root[keyPath: self.root.keyPath])
  }

  /// Takes changes of the current scope back until the version with the tag. If there is none, the
  /// value stays.
  ///
  /// - Returns: The value at that version, which a reference root receives too.
  @discardableResult
  public func undo(to tag: some Hashable & Sendable) throws(Failure) -> Value {
    try travel(.undoTo(VersionTag(tag)))
  }

  /// Takes changes of the current scope back on a value until the version with the tag.
  public func undo(_ value: inout Value, to tag: some Hashable & Sendable) throws(Failure) {
    try travel(&value, .undoTo(VersionTag(tag)))
  }

  /// Takes changes of the current scope back on the value in a root until the version with the tag.
  public func undo(root: inout Root, to tag: some Hashable & Sendable) throws(Failure) {
    try undo(&root[keyPath: self.root.keyPath], to: tag)
  }
}

// MARK: - Redo

extension VersioningController {

  /// Repeats the change of the current scope that was undone last. With nothing to redo the value
  /// stays.
  ///
  /// - Returns: The value after the change, which a reference root receives too.
  /// - Throws: ``ReversionError``, unless errors are stored.
  @discardableResult
  public func redo() throws(Failure) -> Value {
    try travel(.redo)
  }

  /// Repeats the change that was undone last on a value.
  ///
  /// - Parameter value: The current version; afterwards the one behind.
  public func redo(_ value: inout Value) throws(Failure) {
    try travel(&value, .redo)
  }

  /// Repeats the change that was undone last on the value in a root.
  public func redo(root: inout Root) throws(Failure) {
    try redo(&root[keyPath: self.root.keyPath])
  }

  /// Repeats undone changes of the current scope until the version with the tag, that one included. If
  /// there is none, the value stays.
  ///
  /// - Returns: The value at that version, which a reference root receives too.
  @discardableResult
  public func redo(to tag: some Hashable & Sendable) throws(Failure) -> Value {
    try travel(.redoTo(VersionTag(tag)))
  }

  /// Repeats undone changes of the current scope on a value until the version with the tag.
  public func redo(_ value: inout Value, to tag: some Hashable & Sendable) throws(Failure) {
    try travel(&value, .redoTo(VersionTag(tag)))
  }

  /// Repeats undone changes of the current scope on the value in a root until the version with the tag.
  public func redo(root: inout Root, to tag: some Hashable & Sendable) throws(Failure) {
    try redo(&root[keyPath: self.root.keyPath], to: tag)
  }
}
