import Dispatch
import Foundation
import Synchronization

/// Notices a signal to end the program, for work that must stop at a safe point.
final class Interruption {
  private let signal = FirstSignal()
  private let watch: SignalWatch?

  /// - Parameter endUnnoticed: for work that may be waiting, for a pipe that nobody writes to, and has
  ///   nothing to lose: ends the process if the work has not noticed the signal for a while. It is called
  ///   on a thread of its own.
  init(_ context: CommandContext, endUnnoticed: (@Sendable (Int32) -> Never)? = nil) {
    guard context.watchesSignals else {
      watch = nil
      return
    }
    watch = SignalWatch([SIGINT, SIGTERM, SIGHUP, SIGQUIT]) { [signal] number in
      signal.note(number)
      if let endUnnoticed { signal.whenUnnoticed { endUnnoticed(number) } }
    }
  }

  /// - Throws: ``Interrupted`` if a signal has come.
  func check() throws {
    if let number = signal.number {
      signal.notice()
      throw Interrupted(signal: number)
    }
  }

  func end() {
    signal.notice()
    watch?.end()
  }
}

/// A signal came that asks the program to end.
struct Interrupted: Error {
  let signal: Int32
}

/// The signal that came first, and whether the work has noticed it.
private final class FirstSignal: Sendable {
  private let value = Mutex<Int32?>(nil)
  private let isNoticed = Mutex(false)
  private let noticed = DispatchSemaphore(value: 0)

  var number: Int32? { value.withLock { $0 } }

  func note(_ number: Int32) { value.withLock { $0 = $0 ?? number } }

  /// Waits in vain if the process is already being ended.
  func notice() {
    isNoticed.withLock { $0 = true }
    noticed.signal()
  }

  func whenUnnoticed(_ end: () -> Never) {
    guard !isNoticed.withLock({ $0 }),
      noticed.wait(timeout: .now() + Self.patience) == .timedOut
    else { return }
    isNoticed.withLock { if !$0 { end() } }
  }

  /// Work that does not wait notices a signal much sooner.
  private static let patience = DispatchTimeInterval.milliseconds(500)
}
