#if canImport(Combine)
  public import Combine

  extension VersioningController
  where
    Root: ObservableObject, Root.ObjectWillChangePublisher == ObservableObjectPublisher,
    Failure == ReversionError
  {

    /// Tracks a property of an observable object. Each change to it is noticed and becomes a version;
    /// the object announces the changes that undo, redo and scopes make.
    ///
    /// - Parameters:
    ///   - root: The object. It is held weakly.
    ///   - keyPath: The property.
    ///   - debounceClock: Measures the time between changes.
    ///   - debounceInterval: Changes less than this far apart become one step; `nil` for no debouncing.
    public convenience init(
      on root: Root, at keyPath: WritableKeyPath<Root, Value>,
      debounceClock: some Clock<Duration> = ContinuousClock(), debounceInterval: Duration? = nil
    ) {
      self.init(
        observing: root, at: keyPath, Debounce(clock: debounceClock, interval: debounceInterval)
      ) { error throws(ReversionError) in throw error }
    }

    /// Tracks a property of an observable object, using a scheduler as the clock.
    ///
    /// Changes are noticed as they are made; the scheduler only measures the time between them.
    ///
    /// - Parameters:
    ///   - root: The object. It is held weakly.
    ///   - keyPath: The property.
    ///   - scheduler: Measures the time between changes.
    ///   - debounceInterval: Changes less than this far apart become one step; `nil` for no debouncing.
    public convenience init(
      on root: Root, at keyPath: WritableKeyPath<Root, Value>, scheduler: some Scheduler,
      debounceInterval: Duration? = nil
    ) {
      self.init(
        observing: root, at: keyPath, Debounce(scheduler: scheduler, interval: debounceInterval)
      ) { error throws(ReversionError) in throw error }
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
    ///   - errorKeyPath: Where in the object the last error is stored.
    ///   - debounceClock: Measures the time between changes.
    ///   - debounceInterval: Changes less than this far apart become one step; `nil` for no debouncing.
    public convenience init(
      on root: Root, at keyPath: WritableKeyPath<Root, Value>,
      storingErrorsAt errorKeyPath: WritableKeyPath<Root, (any Error)?>,
      debounceClock: some Clock<Duration> = ContinuousClock(), debounceInterval: Duration? = nil
    ) {
      self.init(
        observing: root, at: keyPath, Debounce(clock: debounceClock, interval: debounceInterval)
      ) { [weak root] in root?[keyPath: errorKeyPath] = $0 }
    }

    /// Tracks a property of an observable object, using a scheduler as the clock, and stores errors in
    /// the object, so that nothing throws.
    ///
    /// Changes are noticed as they are made; the scheduler only measures the time between them.
    ///
    /// - Parameters:
    ///   - root: The object. It is held weakly.
    ///   - keyPath: The property.
    ///   - errorKeyPath: Where in the object the last error is stored.
    ///   - scheduler: Measures the time between changes.
    ///   - debounceInterval: Changes less than this far apart become one step; `nil` for no debouncing.
    public convenience init(
      on root: Root, at keyPath: WritableKeyPath<Root, Value>,
      storingErrorsAt errorKeyPath: WritableKeyPath<Root, (any Error)?>, scheduler: some Scheduler,
      debounceInterval: Duration? = nil
    ) {
      self.init(
        observing: root, at: keyPath, Debounce(scheduler: scheduler, interval: debounceInterval)
      ) { [weak root] in root?[keyPath: errorKeyPath] = $0 }
    }
  }

  extension VersioningController
  where Root: ObservableObject, Root.ObjectWillChangePublisher == ObservableObjectPublisher {

    /// Sets which changes count as being in quick succession, using a scheduler as the clock. See
    /// ``withDebouncing(clock:interval:)``.
    ///
    /// - Parameters:
    ///   - scheduler: Measures the time between changes.
    ///   - interval: The time after which a change becomes a separate step.
    public func withDebouncing(scheduler: some Scheduler, interval: Duration) {
      rearrange { $0.setDebounce(Debounce(scheduler: scheduler, interval: interval)) }
    }

    /// Subscribes to the root, which announces its changes before they happen, and has it announce
    /// changes to the controller's own properties too.
    private convenience init(
      observing root: Root, at keyPath: WritableKeyPath<Root, Value>, _ debounce: Debounce?,
      report: @escaping (ReversionError) throws(Failure) -> Void
    ) {
      var access = RootAccess(reference: root, keyPath, report: report)
      access.isObserved = true
      access.announce = { [weak root] in root?.objectWillChange.send() }
      self.init(root[keyPath: keyPath], access, debounce)
      subscription = root.objectWillChange.sink { [weak self] in self?.rootWillChange() }
    }
  }

  extension Debounce {
    fileprivate init?(scheduler: some Scheduler, interval: Duration?) {
      guard let interval else { return nil }
      let start = scheduler.now
      // Unsafe, because schedulers need not be sendable. Only the controller of an object asks for the
      // time, and that controller stays in the isolation domain of the object, where it received the
      // scheduler.
      nonisolated(unsafe) let elapsed = { Duration(start.distance(to: scheduler.now)) }
      self.init(interval: interval) { elapsed() }
    }
  }

  extension Duration {
    /// The length of a scheduler's stride. A stride can be made from a duration and compared, but does
    /// not reveal its own length, so a binary search finds it.
    fileprivate init<Stride: SchedulerTimeIntervalConvertible & Comparable>(_ stride: Stride) {
      var (reached, missed) = (0, 1)
      while missed < Int.max / 2, Stride.nanoseconds(missed) <= stride {
        (reached, missed) = (missed, missed * 2)
      }
      while missed - reached > 1 {
        let middle = reached + (missed - reached) / 2
        if Stride.nanoseconds(middle) <= stride { reached = middle } else { missed = middle }
      }
      self = .nanoseconds(reached)
    }
  }
#endif
