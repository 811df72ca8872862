extension VersioningController where Failure == ReversionError {

  /// Tracks a value that the caller holds.
  ///
  /// - Parameters:
  ///   - value: The first version.
  ///   - debounceClock: Measures the time between changes.
  ///   - debounceInterval: Changes that come less than this apart become one step; `nil` for none.
  public convenience init(
    _ value: Value, debounceClock: some Clock<Duration> = ContinuousClock(),
    debounceInterval: Duration? = nil
  ) where Root == Value {
    self.init(
      value, RootAccess(\.self), Debounce(clock: debounceClock, interval: debounceInterval))
  }

  /// Tracks a part of a value that the caller holds.
  ///
  /// - Parameters:
  ///   - root: The value around the first version.
  ///   - keyPath: Where in it the tracked value lies.
  ///   - debounceClock: Measures the time between changes.
  ///   - debounceInterval: Changes that come less than this apart become one step; `nil` for none.
  public convenience init(
    on root: Root, at keyPath: WritableKeyPath<Root, Value>,
    debounceClock: some Clock<Duration> = ContinuousClock(), debounceInterval: Duration? = nil
  ) {
    self.init(
      root[keyPath: keyPath], RootAccess(keyPath),
      Debounce(clock: debounceClock, interval: debounceInterval))
  }

  /// Tracks a part of an object. Undo and redo write to the object; its changes have to be appended.
  ///
  /// - Parameters:
  ///   - root: The object. It is held weakly.
  ///   - keyPath: Where in it the tracked value lies.
  ///   - debounceClock: Measures the time between changes.
  ///   - debounceInterval: Changes that come less than this apart become one step; `nil` for none.
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

  /// Tracks a part of an object and stores errors in it, so that nothing throws.
  ///
  /// - Parameters:
  ///   - root: The object. It is held weakly.
  ///   - keyPath: Where in it the tracked value lies.
  ///   - errorKeyPath: Where in it the last error goes.
  ///   - debounceClock: Measures the time between changes.
  ///   - debounceInterval: Changes that come less than this apart become one step; `nil` for none.
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

// MARK: - A copy

extension VersioningController where Root == Value, Failure == ReversionError {

  /// Another controller with the same value, steps, tags and scopes, which goes its own way from here.
  ///
  /// For values that hold a controller and are to stay values: they copy it before a change unless
  /// they are its only holder (`isKnownUniquelyReferenced`).
  ///
  /// - Complexity: O(1): the steps are shared until one of the two changes.
  public func copy() -> VersioningController {
    VersioningController(history: reading { $0 }, RootAccess(\.self))
  }
}
