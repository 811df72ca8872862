#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

extension PseudoTerminal {
  /// Opens both ends of a terminal; children inherit neither.
  static func openPair() throws -> (control: Int32, line: Int32, name: String) {
    let (control, name) = try openControl()
    let line = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard line >= 0 else {
      close(control)
      throw PseudoTerminalError(description: "no terminal line: error \(errno)")
    }
    return (control, line, name)
  }

  #if canImport(Darwin)
    private static func openControl() throws -> (Int32, String) {
      let control = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC)
      var name = [CChar](repeating: 0, count: 128)
      guard control >= 0, grantpt(control) == 0, unlockpt(control) == 0,
        ptsname_r(control, &name, name.count) == 0
      else { throw PseudoTerminalError(description: "no pseudo-terminal: error \(errno)") }
      return (control, String(decoding: name.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self))
    }
  #else
    // Does the work of posix_openpt and its like, which the C library declares only on request.
    private static func openControl() throws -> (Int32, String) {
      let control = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
      let setLock: UInt = 0x4004_5431
      let getNumber: UInt = 0x8004_5430
      var lock: Int32 = 0
      var number: Int32 = 0
      guard control >= 0, ioctl(control, setLock, &lock) == 0,
        ioctl(control, getNumber, &number) == 0
      else { throw PseudoTerminalError(description: "no pseudo-terminal: error \(errno)") }
      return (control, "/dev/pts/\(number)")
    }
  #endif

  static func setSize(of descriptor: Int32, columns: Int, rows: Int) {
    var size = winsize(
      ws_row: UInt16(clamping: rows), ws_col: UInt16(clamping: columns), ws_xpixel: 0,
      ws_ypixel: 0)
    _ = ioctl(descriptor, UInt(TIOCSWINSZ), &size)
  }

  /// Starts a program as the leader of a session whose terminal is the named line.
  static func spawn(
    _ executable: String, _ arguments: [String], _ environment: [String: String],
    onLine name: String
  ) throws -> pid_t {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    // Opened by name in the child, so that it becomes the session's controlling terminal.
    posix_spawn_file_actions_addopen(&actions, 0, name, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, 0, 1)
    posix_spawn_file_actions_adddup2(&actions, 0, 2)
    resetSignals(&attributes)

    let words = ([executable] + arguments).map { strdup($0) } + [nil]
    let variables = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { for word in words + variables { free(word) } }
    var child: pid_t = 0
    let code = posix_spawn(&child, executable, &actions, &attributes, words, variables)
    guard code == 0 else {
      throw PseudoTerminalError(description: "\(executable) did not start: error \(code)")
    }
    return child
  }

  #if canImport(Darwin)
    private typealias SpawnAttributes = posix_spawnattr_t?
  #else
    private typealias SpawnAttributes = posix_spawnattr_t
  #endif

  /// Unblocks signals: threads of the test runner block them, and a child must not inherit that.
  private static func resetSignals(_ attributes: inout SpawnAttributes) {
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    var all = sigset_t()
    sigemptyset(&all)
    for signal in [SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGTSTP, SIGCONT, SIGWINCH, SIGPIPE, SIGTTOU] {
      sigaddset(&all, signal)
    }
    posix_spawnattr_setsigdefault(&attributes, &all)
    let newSession: Int32 = 0x80
    let flags = Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF)
    #if canImport(Darwin)
      posix_spawnattr_setflags(&attributes, Int16(flags | Int32(POSIX_SPAWN_SETSID)))
    #else
      // POSIX_SPAWN_SETSID, which the C library declares only on request.
      posix_spawnattr_setflags(&attributes, Int16(flags | newSession))
    #endif
  }
}
