extension VersioningController {

  /// Adds a new version to the current scope. Undone changes can then no longer be redone.
  ///
  /// If no tracked property has changed, nothing is added. If debouncing is on and the previous change
  /// was less than the interval ago, the two become one step.
  ///
  /// - Parameter newValue: The value after the change.
  public func append(_ newValue: Value) {
    rearrange { $0.append(newValue) }
  }

  /// Adds a new version to the current scope and tags it. See ``append(_:)-(Value)``.
  ///
  /// - Parameters:
  ///   - newValue: The value after the change.
  ///   - tag: The version's tag, for ``undo(to:)`` and ``redo(to:)``. If nothing has changed, the
  ///     current version is tagged.
  public func append(_ newValue: Value, tag: some Hashable & Sendable) {
    rearrange { $0.append(newValue, tag: VersionTag(tag)) }
  }

  /// Adds the value that a root now holds as a new version.
  ///
  /// - Parameter updatedRoot: The root after the change.
  public func append(root updatedRoot: Root) {
    append(updatedRoot[keyPath: root.keyPath])
  }

  /// Adds the value that a root now holds as a new version and tags it.
  ///
  /// - Parameters:
  ///   - updatedRoot: The root after the change.
  ///   - tag: The version's tag, for ``undo(to:)`` and ``redo(to:)``.
  public func append(root updatedRoot: Root, tag: some Hashable & Sendable) {
    append(updatedRoot[keyPath: root.keyPath], tag: tag)
  }

  /// Tags the current version. A tag belongs to one version at a time: any other version loses it.
  ///
  /// - Parameter tag: The version's tag, for ``undo(to:)`` and ``redo(to:)``.
  public func tagCurrentVersion(_ tag: some Hashable & Sendable) {
    rearrange { $0.tag(VersionTag(tag)) }
  }

  /// The same as ``tagCurrentVersion(_:)``, under the name that the `$` name of a ``Versioned`` property
  /// has for it.
  public func tag(_ tag: some Hashable & Sendable) { tagCurrentVersion(tag) }

  /// Discards every step, tag and scope. The value stays the same.
  public func reset() {
    rearrange { $0.reset() }
  }

  /// Sets which changes count as being in quick succession.
  ///
  /// Changes less than the interval apart become one step. Undo, redo, tags, scopes and transactions
  /// end such a run.
  ///
  /// - Parameters:
  ///   - clock: Measures the time between changes.
  ///   - interval: The time after which a change becomes a separate step.
  public func withDebouncing<C: Clock>(clock: C, interval: Duration) where C.Duration == Duration {
    rearrange { $0.setDebounce(Debounce(clock: clock, interval: interval)) }
  }
}

extension VersioningController where Root: AnyObject {

  /// Adds the value that the root now holds as a new version. Does nothing once the root is gone.
  public func appendCurrentVersion() {
    if let value = root.read() { append(value) }
  }

  /// Adds the value that the root now holds as a new version and tags it. Does nothing once the root is
  /// gone.
  ///
  /// - Parameter tag: The version's tag, for ``undo(to:)`` and ``redo(to:)``.
  public func appendCurrentVersion(tag: some Hashable & Sendable) {
    if let value = root.read() { append(value, tag: tag) }
  }
}
