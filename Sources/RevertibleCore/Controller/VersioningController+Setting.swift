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
  /// The value goes to a reference root, if there is one, and else is in ``currentValue``. If the
  /// closure throws, nothing changes.
  ///
  /// The closure is to change the value that it is given, and that alone: what it does to the controller
  /// meanwhile, as by a transaction in the transaction, becomes a step of its own, and the closure's
  /// result replaces it as one more step.
  ///
  /// - Parameter closure: Changes the value.
  public func setWithTransaction<E: Error>(_ closure: (inout Value) throws(E) -> Void) throws(E) {
    try atomically { () throws(E) in
      var value = startOfTransaction()
      try closure(&value)
      finishTransaction(value)
    }
  }

  /// Makes several changes as one step, with pauses.
  ///
  /// If the value gets other versions meanwhile, the closure's result replaces them, as one step that
  /// an undo takes back to the last of them.
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

  /// Replaces the value without a step.
  ///
  /// The steps that are there were made for other versions: if this changes anything that is tracked,
  /// undo and redo fail with ``ReversionError/attemptingToRevertWrongVersion`` where they meet it. Call
  /// ``reset()`` if they are no longer of use.
  ///
  /// - Parameter newValue: The new value.
  public func setWithoutTracking(_ newValue: Value) {
    captureRoot()
    withHistory { $0.setWithoutTracking(newValue) }
    writeBack(newValue)
  }

  /// Changes the value without a step. See ``setWithoutTracking(_:)-(Value)``.
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
