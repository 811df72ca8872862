#if canImport(Darwin)
  package import Darwin
#else
  package import Glibc
#endif

/// A program that runs in a terminal of its own, as a user's would.
///
/// The program's output is read only while one of the waiting methods runs. To be used from one thread;
/// the program is killed when the object goes away.
package final class PseudoTerminal {
  package enum ExitStatus: Hashable, Sendable {
    case exited(Int32)
    case signaled(Int32)
  }

  /// How long a wait lasts at most by default. A wait ends as soon as its condition holds, so only
  /// failures take this long; it must outlast a busy machine.
  package static let patience = Duration.seconds(90)

  package let processIdentifier: pid_t
  /// What the screen shows now.
  package internal(set) var screen: VirtualScreen
  /// Everything that the program has written so far.
  package internal(set) var output: [UInt8] = []
  package internal(set) var exitStatus: ExitStatus?
  /// Whether the program was stopped and has not continued.
  package internal(set) var isStopped = false

  private(set) var control: Int32
  /// Held open, so that nothing written is lost when the program ends, and to read the modes.
  let line: Int32

  /// Starts a program.
  ///
  /// - Parameter environment: Added to `TERM`, `LANG` and `PATH`; nothing else is inherited.
  package init(
    executable: String, arguments: [String] = [], environment: [String: String] = [:],
    columns: Int = 100, rows: Int = 30
  ) throws {
    let name: String
    (control, line, name) = try Self.openPair()
    screen = VirtualScreen(columns: columns, rows: rows)
    Self.setSize(of: control, columns: columns, rows: rows)
    do {
      let usual = [
        "TERM": "xterm-256color", "LANG": "C.UTF-8", "TZ": "UTC",
        "PATH": "/usr/local/bin:/usr/bin:/bin",
      ]
      processIdentifier = try Self.spawn(
        executable, arguments, usual.merging(environment) { $1 }, onLine: name)
    } catch {
      close(control)
      close(line)
      throw error
    }
  }

  deinit {
    if exitStatus == nil {
      sendSignal(SIGKILL)
      var status: Int32 = 0
      _ = waitpid(processIdentifier, &status, 0)
    }
    close(control)
    close(line)
  }
}

/// Why a pseudo-terminal gave up; the screen says more than the reason.
package struct PseudoTerminalError: Error, CustomStringConvertible {
  package let description: String
}

// MARK: - Doing

extension PseudoTerminal {
  /// Types keys, or any bytes.
  package func send(_ text: String) { send(bytes: Array(text.utf8)) }

  package func send(bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(control, $0.baseAddress, $0.count) }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  /// Presses keys that have names.
  package func press(_ keys: TerminalKey...) {
    for key in keys { send(key.rawValue) }
  }

  package func resize(columns: Int, rows: Int) {
    screen.resize(columns: columns, rows: rows)
    Self.setSize(of: control, columns: columns, rows: rows)
  }

  /// Takes the terminal away, as closing its window does; nothing more can be read.
  package func hangUp() {
    close(control)
    control = -1
  }

  package func sendSignal(_ signal: Int32) {
    guard exitStatus == nil else { return }
    _ = kill(processIdentifier, signal)
  }

  /// The modes of the line as they are now.
  package var modes: termios {
    var modes = termios()
    _ = tcgetattr(line, &modes)
    return modes
  }

  /// Whether the line echoes and waits for whole lines, as a shell leaves it.
  package var isCooked: Bool {
    let flags = modes.c_lflag
    return flags & tcflag_t(ECHO) != 0 && flags & tcflag_t(ICANON) != 0
      && flags & tcflag_t(ISIG) != 0
  }
}

/// The bytes of keys that no single character represents.
package enum TerminalKey: String, Sendable {
  case up = "\u{1B}[A"
  case down = "\u{1B}[B"
  case right = "\u{1B}[C"
  case left = "\u{1B}[D"
  case shiftLeft = "\u{1B}[1;2D"
  case shiftRight = "\u{1B}[1;2C"
  case home = "\u{1B}[H"
  case end = "\u{1B}[F"
  case pageUp = "\u{1B}[5~"
  case pageDown = "\u{1B}[6~"
  case delete = "\u{1B}[3~"
  case escape = "\u{1B}"
  case enter = "\r"
  case tab = "\t"
  case backTab = "\u{1B}[Z"
  case backspace = "\u{7F}"
  case help = "\u{1B}OP"
  case controlC = "\u{3}"
  case controlL = "\u{C}"
  case controlR = "\u{12}"
  case controlZ = "\u{1A}"
}

// MARK: - Waiting

extension PseudoTerminal {
  /// Waits until the screen meets a condition and the picture is whole; throws with the screen after the
  /// timeout.
  ///
  /// - Parameter pause: How many milliseconds without output to wait before checking again.
  package func wait(
    until what: String = "the screen is as wanted", timeout: Duration = PseudoTerminal.patience,
    pause: Int = 20, _ condition: (VirtualScreen) -> Bool
  ) throws {
    try pump(until: what, timeout: timeout, pause: pause) { condition(screen) }
    takeWholePicture()
  }

  /// Waits until some row shows a text.
  package func wait(for text: String, timeout: Duration = PseudoTerminal.patience) throws {
    try wait(until: "\"\(text)\" is shown", timeout: timeout) { $0.contains(text) }
  }

  /// Waits until the program has written these bytes, from an index of `output` on.
  package func wait(
    forOutput text: String, from start: Int = 0, timeout: Duration = PseudoTerminal.patience
  ) throws {
    try pump(until: "the bytes of \(text.debugDescription) are written", timeout: timeout) {
      contains(text, from: start)
    }
  }

  /// Whether the program has written these bytes, from an index of `output` on.
  package func contains(_ text: String, from start: Int = 0) -> Bool {
    String(decoding: output.dropFirst(start), as: UTF8.self).contains(text)
  }

  /// Waits until the program ends, and reads the rest of its output.
  @discardableResult
  package func waitForExit(timeout: Duration = PseudoTerminal.patience) throws -> ExitStatus {
    try pump(until: "the program ends", timeout: timeout) { exitStatus != nil }
    while takeOutput(milliseconds: 0) {}
    guard let exitStatus else { throw PseudoTerminalError(description: "no exit status") }
    return exitStatus
  }

  /// Waits until the program has stopped itself.
  package func waitForStop(timeout: Duration = PseudoTerminal.patience) throws {
    try pump(until: "the program stops", timeout: timeout) { isStopped }
    while takeOutput(milliseconds: 0) {}
  }

  /// Reads output until there is none for a while.
  package func settle(milliseconds: Int = 100) {
    while takeOutput(milliseconds: milliseconds) {}
    observe()
  }

  private func pump(
    until what: String, timeout: Duration, pause: Int = 20, _ isDone: () -> Bool
  ) throws {
    let end = ContinuousClock.now + timeout
    while true {
      observe()
      if isDone() { return }
      guard ContinuousClock.now < end else {
        throw PseudoTerminalError(
          description: "Waited \(timeout) until \(what); the screen shows:\n\(screen.text)")
      }
      if let exitStatus, !takeOutput(milliseconds: 0) {
        if isDone() { return }
        throw PseudoTerminalError(
          description: "Waited until \(what), but the program has \(exitStatus) after "
            + "\(output.count) bytes; the screen shows:\n\(screen.text)")
      }
      _ = takeOutput(milliseconds: pause)
    }
  }

  /// Reads what the program wrote, waiting at most this long; returns `false` if there was nothing.
  func takeOutput(milliseconds: Int) -> Bool {
    var source = pollfd(fd: control, events: Int16(POLLIN), revents: 0)
    guard poll(&source, 1, Int32(milliseconds)) > 0 else { return false }
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = read(control, &bytes, bytes.count)
    guard count > 0 else { return false }
    output += bytes[..<count]
    screen.feed(bytes[..<count])
    return true
  }

  /// Notes whether the program stopped, continued or ended.
  private func observe() {
    guard exitStatus == nil else { return }
    var status: Int32 = 0
    while waitpid(processIdentifier, &status, WNOHANG | WUNTRACED | WCONTINUED) > 0 {
      if status == 0xFFFF {
        isStopped = false
      } else if status & 0xFF == 0x7F {
        isStopped = true
      } else {
        let signal = status & 0x7F
        exitStatus = signal == 0 ? .exited(status >> 8 & 0xFF) : .signaled(signal)
        return
      }
    }
  }
}
