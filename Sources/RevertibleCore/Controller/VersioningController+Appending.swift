extension VersioningController {

  /// Adds a new version to the current scope. What was undone can no longer be redone then.
  ///
  /// If nothing that is tracked has changed, nothing is added. If debouncing is on and the change
  /// before is less than the interval ago, the two become one step.
  ///
  /// - Parameter newValue: The value after the change.
  public func append(_ newValue: Value) {
    rearrange { $0.append(newValue) }
  }

  /// Adds a new version to the current scope and names it. See ``append(_:)-(Value)``.
  ///
  /// - Parameters:
  ///   - newValue: The value after the change.
  ///   - tag: The version's name, for ``undo(to:)`` and ``redo(to:)``. If nothing has changed, it
  ///     names the current version.
  public func append(_ newValue: Value, tag: some Hashable & Sendable) {
    rearrange { $0.append(newValue, tag: VersionTag(tag)) }
  }

  /// Adds the value that a root holds now.
  ///
  /// - Parameter updatedRoot: The root after the change.
  public func append(root updatedRoot: Root) {
    append(updatedRoot[keyPath: root.keyPath])
  }

  /// Adds the value that a root holds now and names the version.
  ///
  /// - Parameters:
  ///   - updatedRoot: The root after the change.
  ///   - tag: The version's name, for ``undo(to:)`` and ``redo(to:)``.
  public func append(root updatedRoot: Root, tag: some Hashable & Sendable) {
    append(updatedRoot[keyPath: root.keyPath], tag: tag)
  }

  /// Names the current version. A tag names one version: it leaves the one that had it.
  ///
  /// - Parameter tag: The version's name, for ``undo(to:)`` and ``redo(to:)``.
  public func tagCurrentVersion(_ tag: some Hashable & Sendable) {
    rearrange { $0.tag(VersionTag(tag)) }
  }

  /// Forgets every step, tag and scope. The value stays.
  public func reset() {
    rearrange { $0.reset() }
  }

  /// Sets what counts as quick succession.
  ///
  /// Changes that come less than the interval apart become one step. Undo, redo, tags, scopes and
  /// transactions end such a run.
  ///
  /// - Parameters:
  ///   - clock: Measures the time between changes.
  ///   - interval: The time after which a change is a step of its own.
  public func withDebouncing<C: Clock>(clock: C, interval: Duration) where C.Duration == Duration {
    rearrange { $0.setDebounce(Debounce(clock: clock, interval: interval)) }
  }
}

extension VersioningController where Root: AnyObject {

  /// Adds the value that the root holds now. Nothing happens once the root is gone.
  public func appendCurrentVersion() {
    if let value = root.read() { append(value) }
  }

  /// Adds the value that the root holds now and names the version.
  ///
  /// - Parameter tag: The version's name, for ``undo(to:)`` and ``redo(to:)``.
  public func appendCurrentVersion(tag: some Hashable & Sendable) {
    if let value = root.read() { append(value, tag: tag) }
  }
}
