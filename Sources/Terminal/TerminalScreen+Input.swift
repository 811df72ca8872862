package import Canvas

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

extension TerminalScreen {
  /// Waits for what comes next.
  ///
  /// Nothing runs meanwhile: the process sleeps until input, a signal or a wake-up comes.
  /// - Parameter timeout: The longest wait; `nil` waits for ever.
  /// - Returns: `nil` when the time is over.
  package func next(timeout: Duration? = nil) -> InputEvent? {
    let end = timeout.map { Self.now + $0.milliseconds }
    var isOver = false
    while true {
      events += decoder.advance(to: Self.now)
      if !events.isEmpty { return events.removeFirst() }
      if isOver { return nil }
      let now = Self.now
      // With no time left what has come already is still taken.
      isOver = end.map { now >= $0 } ?? false
      wait(milliseconds: [end, decoder.deadline].compactMap { $0 }.min().map { max(0, $0 - now) })
    }
  }

  /// Milliseconds of a clock that only goes forwards.
  private static var now: Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int(time.tv_sec) * 1000 + Int(time.tv_nsec) / 1_000_000
  }

  private func wait(milliseconds: Int?) {
    let wake = configuration.wakeDescriptor ?? -1
    var sources = [signals.readEnd, isInputOpen ? configuration.input : -1, wake].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    let limit = milliseconds.map { Int32(clamping: $0) } ?? -1
    guard poll(&sources, nfds_t(sources.count), limit) > 0 else { return }
    if sources[0].revents != 0 { takeSignals() }
    if sources[1].revents != 0 { takeInput() }
    if sources[2].revents != 0 { events.append(.wake) }
  }

  private func takeInput() {
    var bytes = [UInt8](repeating: 0, count: 16_384)
    let count = read(configuration.input, &bytes, bytes.count)
    if count > 0 {
      events += decoder.feed(bytes[..<count], at: Self.now)
    } else if count == 0 || (errno != EINTR && errno != EAGAIN) {
      isInputOpen = false
      // The signal that tells of a lost terminal may come later than the end of its input.
      events.append(foundModes == nil ? .closed : .terminate(signal: SIGHUP))
    }
  }

  private func takeSignals() {
    let signals = signals.drain()
    if takeEndingSignals(signals) { return }
    if signals.contains(SIGCONT) { resume() }
    if signals.contains(SIGWINCH) { measureAgain(isTold: true) }
    if signals.contains(SIGTSTP) { events.append(.suspend) }
  }

  /// Reports the signals that ask the program to end; `false` if there are none.
  func takeEndingSignals(_ signals: [Int32]) -> Bool {
    let ending = signals.filter { ![SIGCONT, SIGWINCH, SIGTSTP].contains($0) }
    events += ending.map(InputEvent.terminate)
    return !ending.isEmpty
  }
}

extension Duration {
  /// Rounded up, so that a wait never ends too early.
  fileprivate var milliseconds: Int {
    let (seconds, attoseconds) = components
    return Int(clamping: seconds) &* 1000
      + Int((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
  }
}
