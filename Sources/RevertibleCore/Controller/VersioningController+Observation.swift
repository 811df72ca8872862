#if canImport(Observation)
  public import Observation

  extension VersioningController where Root: AnyObject & Observable, Failure == ReversionError {

    /// Tracks a property of an observable object. Each change of it is noticed and becomes a version.
    ///
    /// Who reads a fact such as ``hasUndo`` while observing is told when it changes.
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
    ///   - debounceInterval: Changes that come less than this apart become one step; `nil` for none.
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
    ///   - errorKeyPath: Where in the object the last error goes.
    ///   - observationRegistrar: The object's registrar.
    ///   - debounceClock: Measures the time between changes.
    ///   - debounceInterval: Changes that come less than this apart become one step; `nil` for none.
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

    /// Notices changes of the root, through whose registrar observers learn of what the controller
    /// says about itself.
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
        // The registrar hears of a computed property's changes under the names of what it is computed
        // from. Reading it registers those, too.
        _ = root[keyPath: keyPath]
      }
      self.init(root[keyPath: keyPath], access, debounce)
      observeRoot()
    }

    /// Notices the next change of the root, and from there the one after it.
    ///
    /// Observation reports a change before it happens. What the root holds then is the result of the
    /// change before, which is appended; the last result is appended when the controller is asked.
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

  /// Carries a call back to the controller.
  ///
  /// Unchecked, because Observation requires a sendable closure. It calls it from `willSet`,
  /// synchronously, where the root is being changed: in the isolation domain that owns the root, to
  /// which the controller belongs too. Only one such call is under way per change.
  private struct RootObserver: @unchecked Sendable {
    let rootWillChange: () -> Void
  }
#endif
