internal import Foundation
internal import HyperbasisCanvas

/// The keys of a terminal, and signals, as events.
///
/// Nothing runs while it waits: the process sleeps until input, a signal or a wake-up comes.
package final class TerminalInput {
  let descriptor: Int32
  let signals: SignalPipe
  /// Events that have arrived but were not taken yet.
  var events: [InputEvent] = []
  private let wakeDescriptors: [Int32]
  /// Whether the end of the input means that the terminal is gone.
  private let isTerminal: Bool
  private var decoder = InputDecoder()
  private var isOpen = true

  init(_ configuration: TerminalConfiguration, isTerminal: Bool) throws(TerminalError) {
    descriptor = configuration.input
    wakeDescriptors = configuration.wakeDescriptors
    self.isTerminal = isTerminal
    signals = try SignalPipe()
  }

  /// Waits for the next event.
  ///
  /// - Parameters:
  ///   - timeout: The longest wait; `nil` waits forever.
  ///   - respond: Handles the signals that do not ask the program to end.
  /// - Returns: `nil` on timeout.
  func next(timeout: Duration?, respond: ([Int32]) -> Void) -> InputEvent? {
    let end = timeout.map { Self.now + $0.milliseconds }
    var isOver = false
    while true {
      events += decoder.advance(to: Self.now)
      if !events.isEmpty { return events.removeFirst() }
      if isOver { return nil }
      let now = Self.now
      // Even with no time left, input that has already arrived is taken.
      isOver = end.map { now >= $0 } ?? false
      let limit = [end, decoder.deadline].compactMap { $0 }.min().map { max(0, $0 - now) }
      wait(milliseconds: limit, respond)
    }
  }

  /// Notes that the terminal was asked something.
  func expectAnswer() { decoder.expectAnswer(from: Self.now) }

  /// Reports the signals that ask the program to end; returns `false` if there are none.
  func reportEndingSignals(_ signals: [Int32]) -> Bool {
    let ending = SignalPipe.ending(signals)
    events += ending.map(InputEvent.terminate)
    return !ending.isEmpty
  }

  /// Returns the first signal that asks the program to end and has not been taken yet.
  func takeEndingSignal() -> Int32? {
    _ = reportEndingSignals(signals.drain())
    for case .terminate(let signal) in events { return signal }
    return nil
  }

  /// The time of a monotonic clock, in milliseconds.
  private static var now: Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int(time.tv_sec) * 1000 + Int(time.tv_nsec) / 1_000_000
  }

  private func wait(milliseconds: Int?, _ respond: ([Int32]) -> Void) {
    let descriptors = [signals.readEnd, isOpen ? descriptor : -1] + wakeDescriptors
    var sources = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    let limit = milliseconds.map { Int32(clamping: $0) } ?? -1
    guard poll(&sources, nfds_t(sources.count), limit) > 0 else { return }
    if sources[0].revents != 0 {
      let signals = signals.drain()
      if !reportEndingSignals(signals) { respond(signals) }
    }
    if sources[1].revents != 0 { readInput() }
    if sources[2...].contains(where: { $0.revents != 0 }) { events.append(.wake) }
  }

  private func readInput() {
    var bytes = [UInt8](repeating: 0, count: 16_384)
    let count = read(descriptor, &bytes, bytes.count)
    if count > 0 {
      events += decoder.feed(bytes[..<count], at: Self.now)
    } else if count == 0 || (errno != EINTR && errno != EAGAIN) {
      isOpen = false
      // The signal for a lost terminal may come later than the end of its input.
      events.append(isTerminal ? .terminate(signal: SIGHUP) : .closed)
    }
  }
}

extension Duration {
  /// The duration in milliseconds, rounded up, so that a wait never ends too early.
  fileprivate var milliseconds: Int {
    let (seconds, attoseconds) = components
    return Int(clamping: seconds) &* 1000
      + Int((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
  }
}
