import Foundation
import Synchronization

/// Notices a signal to end the program, for work that must stop at a safe point.
final class Interruption {
  private let signal = FirstSignal()
  private let watch: SignalWatch?

  init(_ context: CommandContext) {
    watch =
      context.watchesSignals
      ? SignalWatch([SIGINT, SIGTERM, SIGHUP, SIGQUIT]) { [signal] in signal.note($0) } : nil
  }

  /// - Throws: ``Interrupted`` if a signal has come.
  func check() throws {
    if let number = signal.number { throw Interrupted(signal: number) }
  }

  func end() { watch?.end() }
}

/// A signal came that asks the program to end.
struct Interrupted: Error {
  let signal: Int32
}

/// The signal that came first.
private final class FirstSignal: Sendable {
  private let value = Mutex<Int32?>(nil)

  var number: Int32? { value.withLock { $0 } }

  func note(_ number: Int32) { value.withLock { $0 = $0 ?? number } }
}
