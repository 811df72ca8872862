import Foundation
import Hyperbasis
import HyperbasisTerminal
import SystemPackage

extension Program {
  /// Runs the words of this process's command line in its world.
  ///
  /// - Parameter frameObserver: who measures the frames of the time machine; nil for nobody.
  package static func main(frameObserver: (any FrameObserver)? = nil) -> Int32 {
    // Written to a closed pipe, an error to be met quietly is better than a signal.
    signal(SIGPIPE, SIG_IGN)
    var program = Program(context: .process)
    if let problem = ProcessLog.start(program.context.environment) {
      // Where this cannot be said, the output will fail as well, and that is.
      try? program.context.writeError("warning: \(problem)")
    }
    program.context.frameObserver = frameObserver
    return program.run(Array(CommandLine.arguments.dropFirst()))
  }
}

extension CommandContext {
  /// The world of this process.
  static var process: CommandContext {
    let environment = ProcessInfo.processInfo.environment
    var context = CommandContext(
      environment: environment, output: DescriptorOutput(.standardOutput),
      errorOutput: DescriptorOutput(.standardError, blockSize: 0), readLine: { Swift.readLine() },
      terminals: .process, now: { HBInstant(Date()) }, makeUUID: { UUID() },
      localZone: .autoupdatingCurrent, defaultActor: defaultActor(environment),
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
