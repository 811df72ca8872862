import Foundation
import Hyperbasis
import HyperbasisTerminal
import SystemPackage

extension Program {
  /// Runs the words of this process's command line in its context.
  ///
  /// - Parameter frameObserver: measures the frames of the time machine; nil for no measurement.
  package static func main(frameObserver: (any FrameObserver)? = nil) -> Int32 {
    // When the output's reader is gone, an error that can be handled quietly is better than a signal.
    signal(SIGPIPE, SIG_IGN)
    // The same applies to a file that has reached the shell's limit (ulimit -f).
    signal(SIGXFSZ, SIG_IGN)
    holdStandardDescriptors()
    var program = Program(context: .process)
    if let problem = ProcessLog.start(program.context.environment) {
      // If this cannot be written, the output will fail as well, and that is reported.
      try? program.context.writeWarning(problem)
    }
    if let problem = Self.shortage {
      // As above.
      try? program.context.writeError(problem)
      return ExitStatus.failed
    }
    program.context.frameObserver = frameObserver
    return program.run(Array(CommandLine.arguments.dropFirst()))
  }
}

extension Program {
  /// What the process lacks to do anything at all; nil if it has enough.
  private static var shortage: String? {
    AddressSpace.hasRoom(for: leastRoom)
      ? nil
      : "too little memory is left: the address space is limited; raise the limit (ulimit -v)"
  }

  /// The memory that the smallest command takes, with its threads.
  private static let leastRoom = 32 << 20

  /// Keeps files of the store from being opened as the standard output or error output of a process
  /// that was started without them: anything printed would end up in a log.
  private static func holdStandardDescriptors() {
    for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) == -1 && errno == EBADF {
      // The lowest free descriptor is taken. Writing to it fails, as it did before.
      _ = open("/dev/null", O_RDONLY)
    }
  }
}

extension CommandContext {
  /// The context of this process.
  static var process: CommandContext {
    let environment = ProcessInfo.processInfo.environment
    var context = CommandContext(
      environment: environment, output: DescriptorOutput(.standardOutput),
      errorOutput: DescriptorOutput(.standardError, blockSize: 0), readLine: { Swift.readLine() },
      terminals: .process, now: { HBInstant(Date()) }, makeUUID: { UUID() },
      localZone: LocalZone(variable: environment["TZ"]), defaultActor: defaultActor(environment),
      homeDirectory: StoreDirectory.home(environment),
      temporaryDirectory: FileManager.default.temporaryDirectory)
    context.watchesSignals = true
    return context
  }

  private static func defaultActor(_ environment: [String: String]) -> String {
    let user = [environment["USER"], environment["LOGNAME"], NSUserName()]
      .compactMap { $0 }.first { !$0.isEmpty }
    return "\(user ?? "someone")@\(ProcessInfo.processInfo.hostName)"
  }
}

extension Terminals {
  static var process: Terminals {
    let isOutput = isatty(1) == 1
    return Terminals(
      input: isatty(0) == 1, output: isOutput, error: isatty(2) == 1,
      columns: isOutput ? windowColumns : nil)
  }

  private static var windowColumns: Int? {
    var size = winsize()
    guard ioctl(1, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }
}
