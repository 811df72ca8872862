/// How changes in quick succession become one step.
///
/// Nothing is delayed: each change becomes part of the history at once. A change that comes less than
/// the interval after the previous one joins its step, so an undo during a burst of typing takes the
/// whole burst back.
struct Debounce: Sendable {
  let interval: Duration
  /// Returns the time since this value was created, by the given clock.
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
  /// The time of the last change.
  var latest: Duration
  /// Whether the run has a step, that is, its result differs from the base.
  var hasStep: Bool
}
