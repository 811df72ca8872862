#if canImport(Combine)
  public import Combine

  extension VersioningController
  where
    Root: ObservableObject, Root.ObjectWillChangePublisher == ObservableObjectPublisher,
    Failure == ReversionError
  {

    /// Tracks a property of an observable object. Each change of it is noticed and becomes a version;
    /// the object announces what undo, redo and scopes change.
    ///
    /// - Parameters:
    ///   - root: The object. It is held weakly.
    ///   - keyPath: The property.
    ///   - debounceClock: Measures the time between changes.
    ///   - debounceInterval: Changes that come less than this apart become one step; `nil` for none.
    public convenience init(
      on root: Root, at keyPath: WritableKeyPath<Root, Value>,
      debounceClock: some Clock<Duration> = ContinuousClock(), debounceInterval: Duration? = nil
    ) {
      self.init(
        root[keyPath: keyPath],
        RootAccess(reference: root, keyPath) { error throws(ReversionError) in throw error }
          .announcing(on: root),
        Debounce(clock: debounceClock, interval: debounceInterval))
      observe(root)
    }
  }

  extension VersioningController
  where
    Root: ObservableObject, Root.ObjectWillChangePublisher == ObservableObjectPublisher,
    Failure == Never
  {

    /// Tracks a property of an observable object and stores errors in the object, so that nothing
    /// throws.
    ///
    /// - Parameters:
    ///   - root: The object. It is held weakly.
    ///   - keyPath: The property.
    ///   - errorKeyPath: Where in the object the last error goes.
    ///   - debounceClock: Measures the time between changes.
    ///   - debounceInterval: Changes that come less than this apart become one step; `nil` for none.
    public convenience init(
      on root: Root, at keyPath: WritableKeyPath<Root, Value>,
      storingErrorsAt errorKeyPath: WritableKeyPath<Root, (any Error)?>,
      debounceClock: some Clock<Duration> = ContinuousClock(), debounceInterval: Duration? = nil
    ) {
      self.init(
        root[keyPath: keyPath],
        RootAccess(reference: root, keyPath) { [weak root] in root?[keyPath: errorKeyPath] = $0 }
          .announcing(on: root),
        Debounce(clock: debounceClock, interval: debounceInterval))
      observe(root)
    }
  }

  extension RootAccess
  where Root: ObservableObject, Root.ObjectWillChangePublisher == ObservableObjectPublisher {

    /// The same access, whose root announces changes of the controller's facts.
    fileprivate func announcing(on root: Root) -> Self {
      var access = self
      access.announce = { [weak root] in root?.objectWillChange.send() }
      return access
    }
  }

  extension VersioningController
  where Root: ObservableObject, Root.ObjectWillChangePublisher == ObservableObjectPublisher {

    /// Notices changes of the root, which announces them before they happen.
    private func observe(_ root: Root) {
      subscription = root.objectWillChange.sink { [weak self] in self?.rootWillChange() }
    }
  }
#endif
