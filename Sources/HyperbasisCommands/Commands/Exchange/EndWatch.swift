import Foundation
import Synchronization

/// Removes what is unfinished when a signal ends the program in the middle.
///
/// The work may be far from any place where it could be asked to stop, and nothing is lost with what
/// it has made so far: the program ends at once.
struct EndWatch {
  private let gate = Gate()
  private let watch: SignalWatch?

  /// - Parameter remove: called on a thread of its own.
  init(_ context: CommandContext, remove: @escaping @Sendable () -> Void) {
    watch =
      context.watchesSignals
      ? SignalWatch([SIGINT, SIGTERM, SIGHUP, SIGQUIT]) { [gate] number in
        gate.lock.withLock { _ in
          remove()
          SignalWatch.endProcess(bySignal: number)
        }
      } : nil
  }

  /// Does what puts a file in place, which is not to happen any more once it is being removed.
  func step<Result>(_ body: () throws -> Result) rethrows -> Result {
    try gate.lock.withLock { _ in try body() }
  }

  /// From now on signals do what they did before.
  func end() { watch?.end() }

  private final class Gate: Sendable {
    let lock = Mutex(())
  }
}
