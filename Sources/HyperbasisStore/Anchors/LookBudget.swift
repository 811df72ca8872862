/// How much time may go into looks at all anchor files that nobody asked for.
///
/// Files are rewritten all the time where spaces are worked on, mostly by programs that write the
/// log as well. With few files a look costs next to nothing and every change is seen at once; with a
/// hundred thousand it takes a tenth of a second.
struct LookBudget: Sendable {
  /// The part of the time that looks may take.
  private static let share = 0.02
  private static let most = Duration.milliseconds(250)

  private var left = Self.most
  private var last: ContinuousClock.Instant

  init(at now: ContinuousClock.Instant) { last = now }

  /// Whether there is some left. A look may take more than is left; the next one waits for that.
  mutating func allowsLook(at now: ContinuousClock.Instant) -> Bool {
    left = min(Self.most, left + (now - last) * Self.share)
    last = now
    return left > .zero
  }

  mutating func spend(_ time: Duration) { left -= time }
}
