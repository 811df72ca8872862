import Foundation
import Synchronization

/// Removes unfinished files when a signal ends the program in the middle.
///
/// The work may be far from any point where it could be asked to stop, and what it has made so far is
/// no loss, so the program ends at once.
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

  /// Runs a step that puts a file in place, which must not happen any more once removal has begun.
  func step<Result>(_ body: () throws -> Result) rethrows -> Result {
    try gate.lock.withLock { _ in try body() }
  }

  /// Restores what signals did before.
  func end() { watch?.end() }

  private final class Gate: Sendable {
    let lock = Mutex(())
  }
}
