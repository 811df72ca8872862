/// How changes in quick succession become one step.
///
/// Nothing waits: each change is part of the history at once. A change that comes sooner than the
/// interval after the one before joins its step, so an undo during a burst of typing takes the whole
/// burst back.
struct Debounce: Sendable {
  let interval: Duration
  /// The time since this value was made, by the clock that was given.
  let now: @Sendable () -> Duration
}

extension Debounce {
  /// - Parameter interval: `nil` for no debouncing.
  init?<C: Clock>(clock: C, interval: Duration?) where C.Duration == Duration {
    guard let interval else { return nil }
    let start = clock.now
    self.init(interval: interval) { start.duration(to: clock.now) }
  }
}

/// A run of changes that share one step.
struct Burst<Value> {
  /// The value before the run.
  let base: Value
  /// The number of the version before the run.
  let older: VersionNumber
  /// When the last change came.
  var latest: Duration
  /// Whether the run differs from its base, that is, has a step.
  var hasStep: Bool
}
