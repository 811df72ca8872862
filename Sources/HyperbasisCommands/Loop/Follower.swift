/// Says when to look for what other processes wrote.
///
/// Told of changes, it waits for them, and looks at most ten times a second, however fast others
/// write. Where nobody tells, it looks once a second.
struct Follower {
  /// Whether changes are told.
  var isTold: Bool
  private var isPending = false
  private var lastLook = ContinuousClock.now

  private static let pause = Duration.milliseconds(100)
  private static let interval = Duration.seconds(1)

  init(isTold: Bool) {
    self.isTold = isTold
  }

  /// When to look next; nil while there is nothing to wait for.
  var deadline: ContinuousClock.Instant? {
    if isPending { return lastLook + Self.pause }
    return isTold ? nil : lastLook + Self.interval
  }

  var isDue: Bool { deadline.map { $0 <= .now } ?? false }

  mutating func tell() { isPending = true }

  mutating func hasLooked() {
    isPending = false
    lastLook = .now
  }
}
