extension VersioningController where Failure == ReversionError {

  /// Tracks a value that the caller holds.
  ///
  /// - Parameters:
  ///   - value: The first version.
  ///   - debounceClock: Measures the time between changes.
  ///   - debounceInterval: Changes less than this far apart become one step; `nil` for no debouncing.
  public convenience init(
    _ value: Value, debounceClock: some Clock<Duration> = ContinuousClock(),
    debounceInterval: Duration? = nil
  ) where Root == Value {
    self.init(
      value, RootAccess(\.self), Debounce(clock: debounceClock, interval: debounceInterval))
  }

  /// Tracks part of a value that the caller holds.
  ///
  /// - Parameters:
  ///   - root: The value that contains the first version.
  ///   - keyPath: The location of the tracked value in the root.
  ///   - debounceClock: Measures the time between changes.
  ///   - debounceInterval: Changes less than this far apart become one step; `nil` for no debouncing.
  public convenience init(
    on root: Root, at keyPath: WritableKeyPath<Root, Value>,
    debounceClock: some Clock<Duration> = ContinuousClock(), debounceInterval: Duration? = nil
  ) {
    self.init(
      root[keyPath: keyPath], RootAccess(keyPath),
      Debounce(clock: debounceClock, interval: debounceInterval))
  }

  /// Tracks part of an object. Undo and redo write to the object; its changes must be appended.
  ///
  /// - Parameters:
  ///   - root: The object. It is held weakly.
  ///   - keyPath: The location of the tracked value in the object.
  ///   - debounceClock: Measures the time between changes.
  ///   - debounceInterval: Changes less than this far apart become one step; `nil` for no debouncing.
  public convenience init(
    on root: Root, at keyPath: WritableKeyPath<Root, Value>,
    debounceClock: some Clock<Duration> = ContinuousClock(), debounceInterval: Duration? = nil
  ) where Root: AnyObject {
    self.init(
      root[keyPath: keyPath],
      RootAccess(reference: root, keyPath) { error throws(ReversionError) in throw error },
      Debounce(clock: debounceClock, interval: debounceInterval))
  }
}

extension VersioningController where Failure == Never {

  /// Tracks part of an object and stores errors in the object, so that nothing throws.
  ///
  /// - Parameters:
  ///   - root: The object. It is held weakly.
  ///   - keyPath: The location of the tracked value in the object.
  ///   - errorKeyPath: Where in the object the last error is stored.
  ///   - debounceClock: Measures the time between changes.
  ///   - debounceInterval: Changes less than this far apart become one step; `nil` for no debouncing.
  public convenience init(
    on root: Root, at keyPath: WritableKeyPath<Root, Value>,
    storingErrorsAt errorKeyPath: WritableKeyPath<Root, (any Error)?>,
    debounceClock: some Clock<Duration> = ContinuousClock(), debounceInterval: Duration? = nil
  ) where Root: AnyObject {
    self.init(
      root[keyPath: keyPath],
      RootAccess(reference: root, keyPath) { [weak root] in root?[keyPath: errorKeyPath] = $0 },
      Debounce(clock: debounceClock, interval: debounceInterval))
  }
}

// MARK: - Copying

extension VersioningController where Root == Value, Failure == ReversionError {

  /// Returns an independent controller with the same value, steps, tags and scopes.
  ///
  /// For value types that hold a controller and must keep value semantics: they copy it before a change
  /// unless they are its only holder (`isKnownUniquelyReferenced`).
  ///
  /// - Complexity: O(1): the steps are shared until one of the two changes.
  public func copy() -> VersioningController {
    VersioningController(history: reading { $0 }, RootAccess(\.self))
  }
}
