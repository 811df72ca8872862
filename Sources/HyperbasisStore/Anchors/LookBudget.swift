/// How much time may be spent on unrequested looks at all anchor files.
///
/// Files are rewritten all the time while spaces are worked on, mostly by programs that write the
/// log as well. With few files a look costs next to nothing and every change is seen at once; with a
/// hundred thousand it takes a tenth of a second.
struct LookBudget: Sendable {
  /// The share of elapsed time that looks may take.
  private static let share = 0.02
  private static let most = Duration.milliseconds(250)

  private var left = Self.most
  private var last: ContinuousClock.Instant

  init(at now: ContinuousClock.Instant) { last = now }

  /// Whether any time is left. A look may overdraw the budget; the next one waits until that is made up.
  mutating func allowsLook(at now: ContinuousClock.Instant) -> Bool {
    left = min(Self.most, left + (now - last) * Self.share)
    last = now
    return left > .zero
  }

  mutating func spend(_ time: Duration) { left -= time }
}
