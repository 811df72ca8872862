internal import CHyperbasisTerminal
internal import Foundation

/// Turns signals into bytes of a pipe, so that they arrive where input is waited for.
struct SignalPipe: ~Copyable {
  /// Readable when a signal has come.
  let readEnd: Int32
  private let writeEnd: Int32

  /// Includes signals that are rarely sent by hand but come from limits and timers: each of them ends a
  /// process.
  private static let watched = [
    SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT, SIGWINCH, SIGUSR1, SIGUSR2, SIGALRM,
    SIGVTALRM, SIGPROF, SIGXCPU, SIGSYS,
  ]

  /// Returns those of the signals that ask the program to end.
  static func ending(_ signals: [Int32]) -> [Int32] {
    signals.filter { ![SIGCONT, SIGWINCH, SIGTSTP].contains($0) }
  }

  init() throws(TerminalError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw TerminalError(.system(call: "pipe", code: errno)) }
    for end in ends {
      _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    readEnd = ends[0]
    writeEnd = ends[1]
    for signal in Self.watched { _ = terminal_shim_watch(signal, writeEnd) }
  }

  deinit {
    for signal in Self.watched { terminal_shim_unwatch(signal) }
    _ = close(readEnd)
    _ = close(writeEnd)
  }

  /// Returns the signals that have come since the last call, in order.
  borrowing func drain() -> [Int32] {
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = read(readEnd, &bytes, bytes.count)
    return count > 0 ? bytes[..<count].map(Int32.init) : []
  }
}
