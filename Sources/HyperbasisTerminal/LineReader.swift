internal import CHyperbasisTerminal
internal import Foundation

/// Reads whole lines from a script, and signals as events, for use without a terminal that sends keys.
package final class LineReader {
  package enum Event: Hashable, Sendable {
    /// The bytes of a line, without its terminator.
    case line([UInt8])
    /// A signal asks the program to end.
    case terminate(signal: Int32)
    case wake
    case closed
  }

  private let descriptor = STDIN_FILENO
  private let wakeDescriptors: [Int32]
  private let signals: SignalPipe
  private var pending: [UInt8] = []
  private var events: [Event] = []
  private var isOpen = true

  package init(wakeDescriptors: [Int32]) throws(TerminalError) {
    self.wakeDescriptors = wakeDescriptors
    signals = try SignalPipe()
  }

  /// Waits for the next event; returns `nil` on timeout.
  package func next(timeout: Duration? = nil) -> Event? {
    if events.isEmpty { wait(timeout) }
    return events.isEmpty ? nil : events.removeFirst()
  }

  package func end(bySignal signal: Int32) -> Never { terminal_shim_end_by_signal(signal) }

  /// Returns a signal that asks the program to end and that came after the last event taken.
  package func takeEndingSignal() -> Int32? {
    readSignals()
    for case .terminate(let signal) in events { return signal }
    return nil
  }

  private func wait(_ timeout: Duration?) {
    var sources = ([signals.readEnd, isOpen ? descriptor : -1] + wakeDescriptors).map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    let limit = timeout.map { Int32(clamping: Int(($0 / .milliseconds(1)).rounded(.up))) } ?? -1
    guard poll(&sources, nfds_t(sources.count), limit) > 0 else { return }
    if sources[0].revents != 0 { readSignals() }
    if sources[1].revents != 0 { readInput() }
    if sources[2...].contains(where: { $0.revents != 0 }) { events.append(.wake) }
  }

  private func readSignals() {
    let signals = signals.drain()
    if signals.contains(SIGTSTP) { terminal_shim_stop() }
    let ending = SignalPipe.ending(signals)
    events += ending.map(Event.terminate)
  }

  private func readInput() {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = read(descriptor, &bytes, bytes.count)
    guard count > 0 else {
      if count < 0, errno == EINTR || errno == EAGAIN { return }
      isOpen = false
      // The last line may lack its terminator.
      if !pending.isEmpty { events.append(.line(pending)) }
      pending = []
      events.append(.closed)
      return
    }
    pending += bytes[..<count]
    while let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
      events.append(.line(Array(pending[..<end])))
      pending.removeFirst(end + 1)
    }
  }
}
