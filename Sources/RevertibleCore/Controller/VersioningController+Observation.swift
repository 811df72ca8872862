#if canImport(Observation)
  public import Observation

  extension VersioningController where Root: AnyObject & Observable, Failure == ReversionError {

    /// Tracks a property of an observable object. Each change to it is noticed and becomes a version.
    ///
    /// An observer that reads a property such as ``hasUndo`` is notified when it changes.
    ///
    /// ```swift
    /// @ObservationIgnored
    /// private(set) lazy var versions = VersioningController(
    ///   on: self, at: \.activity, using: _$observationRegistrar)
    /// ```
    ///
    /// - Parameters:
    ///   - root: The object. It is held weakly.
    ///   - keyPath: The property.
    ///   - observationRegistrar: The object's registrar.
    ///   - debounceClock: Measures the time between changes.
    ///   - debounceInterval: Changes less than this far apart become one step; `nil` for no debouncing.
    public convenience init(
      on root: Root, at keyPath: WritableKeyPath<Root, Value>,
      using observationRegistrar: ObservationRegistrar,
      debounceClock: some Clock<Duration> = ContinuousClock(), debounceInterval: Duration? = nil
    ) {
      self.init(
        observing: root, at: keyPath, using: observationRegistrar,
        Debounce(clock: debounceClock, interval: debounceInterval)
      ) { error throws(ReversionError) in throw error }
    }
  }

  extension VersioningController where Root: AnyObject & Observable, Failure == Never {

    /// Tracks a property of an observable object and stores errors in the object, so that nothing
    /// throws.
    ///
    /// - Parameters:
    ///   - root: The object. It is held weakly.
    ///   - keyPath: The property.
    ///   - errorKeyPath: Where in the object the last error is stored.
    ///   - observationRegistrar: The object's registrar.
    ///   - debounceClock: Measures the time between changes.
    ///   - debounceInterval: Changes less than this far apart become one step; `nil` for no debouncing.
    public convenience init(
      on root: Root, at keyPath: WritableKeyPath<Root, Value>,
      storingErrorsAt errorKeyPath: WritableKeyPath<Root, (any Error)?>,
      using observationRegistrar: ObservationRegistrar,
      debounceClock: some Clock<Duration> = ContinuousClock(), debounceInterval: Duration? = nil
    ) {
      self.init(
        observing: root, at: keyPath, using: observationRegistrar,
        Debounce(clock: debounceClock, interval: debounceInterval)
      ) { [weak root] in root?[keyPath: errorKeyPath] = $0 }
    }
  }

  extension VersioningController where Root: AnyObject & Observable {

    /// Observes the root, and uses its registrar to notify observers of changes to the controller's own
    /// properties.
    private convenience init(
      observing root: Root, at keyPath: WritableKeyPath<Root, Value>,
      using registrar: ObservationRegistrar, _ debounce: Debounce?,
      report: @escaping (ReversionError) throws(Failure) -> Void
    ) {
      var access = RootAccess(reference: root, keyPath, report: report)
      access.isObserved = true
      access.announce = { [weak root] in
        guard let root else { return }
        registrar.willSet(root, keyPath: keyPath)
        registrar.didSet(root, keyPath: keyPath)
      }
      access.register = { [weak root] in
        guard let root else { return }
        registrar.access(root, keyPath: keyPath)
        // The registrar reports changes to a computed property under the properties that it is computed
        // from. Reading it registers those too.
        _ = root[keyPath: keyPath]
      }
      self.init(root[keyPath: keyPath], access, debounce)
      observeRoot()
    }

    /// Observes the next change to the root, and then re-registers for the one after it.
    ///
    /// Observation reports a change before it happens. At that time the root holds the result of the
    /// previous change, which is appended; the last result is appended when the controller is used.
    private func observeRoot() {
      let observer = RootObserver { [weak self] in
        self?.rootWillChange()
        self?.observeRoot()
      }
      withObservationTracking {
        _ = root.read()
      } onChange: {
        observer.rootWillChange()
      }
    }
  }

  /// Passes a callback on to the controller.
  ///
  /// Unchecked, because Observation requires a sendable closure. It calls the closure from `willSet`,
  /// synchronously, where the root is being changed: in the isolation domain that owns the root, to
  /// which the controller belongs too. Only one such call is in progress per change.
  private struct RootObserver: @unchecked Sendable {
    let rootWillChange: () -> Void
  }
#endif
