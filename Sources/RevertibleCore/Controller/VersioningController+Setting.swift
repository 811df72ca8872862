extension VersioningController {

  /// Makes several changes as one step.
  ///
  /// ```swift
  /// controller.setWithTransaction { activity in
  ///   activity.title = "New title"
  ///   activity.priority = .low
  /// }
  /// ```
  ///
  /// The result is written to a reference root, if there is one; otherwise read it from
  /// ``currentValue``. If the closure throws, nothing changes.
  ///
  /// The closure should change only the value that it is given: anything that it does to the controller
  /// meanwhile, such as a nested transaction, becomes a separate step, and the closure's result then
  /// replaces that in a further step.
  ///
  /// - Parameter closure: Changes the value.
  public func setWithTransaction<E: Error>(_ closure: (inout Value) throws(E) -> Void) throws(E) {
    try atomically { () throws(E) in
      var value = startOfTransaction()
      try closure(&value)
      finishTransaction(value)
    }
  }

  /// Makes several changes as one step, asynchronously.
  ///
  /// If other versions are added meanwhile, the closure's result replaces them, as one step that an
  /// undo takes back to the last of them.
  ///
  /// - Parameter closure: Changes the value.
  nonisolated(nonsending) public func setWithTransaction<E: Error>(
    _ closure: nonisolated(nonsending) (inout Value) async throws(E) -> Void
  ) async throws(E) {
    var value = startOfTransaction()
    try await closure(&value)
    finishTransaction(value)
  }

  private func startOfTransaction() -> Value {
    captureRoot()
    return root.read() ?? currentValue
  }

  private func finishTransaction(_ value: Value) {
    captureRoot()
    withHistory { $0.appendTransaction(value) }
    writeBack(value)
  }

  /// Replaces the value without recording a step.
  ///
  /// Existing steps were made for other versions: if this changes any tracked property, undo and redo
  /// fail with ``ReversionError/attemptingToRevertWrongVersion`` when they reach the change. Call
  /// ``reset()`` if the steps are no longer needed.
  ///
  /// - Parameter newValue: The new value.
  public func setWithoutTracking(_ newValue: Value) {
    captureRoot()
    withHistory { $0.setWithoutTracking(newValue) }
    writeBack(newValue)
  }

  /// Changes the value without recording a step. See ``setWithoutTracking(_:)-(Value)``.
  ///
  /// - Parameter closure: Changes the value. If it throws, nothing changes.
  public func setWithoutTracking<E: Error>(_ closure: (inout Value) throws(E) -> Void) throws(E) {
    try atomically { () throws(E) in
      var value = startOfTransaction()
      try closure(&value)
      setWithoutTracking(value)
    }
  }
}
