import Foundation
import Hyperbasis
import HyperbasisCanvas
import Logging
import Synchronization
import SystemPackage

/// What the program and its libraries log, for those who set `HYPERBASIS_LOG` to a level.
///
/// The lines go to standard error; while the time machine has the screen, to the file `log` in the
/// folder of its state.
enum ProcessLog {
  /// Where lines go. Never closed: they may come until the process ends.
  private static let destination = Mutex(FileDescriptor.standardError)

  /// To be called once, before anything is logged.
  ///
  /// - Returns: what is wrong with the variable; nil where nothing is.
  static func start(_ environment: [String: String]) -> String? {
    guard let name = environment["HYPERBASIS_LOG"], !name.isEmpty else { return nil }
    guard let level = Logger.Level(rawValue: name.lowercased()) else {
      let names = Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")
      return "HYPERBASIS_LOG takes \(names), not \"\(name)\"; nothing is logged"
    }
    LoggingSystem.bootstrap { ProcessLogHandler(label: $0, logLevel: level) }
    return nil
  }

  /// Sends the lines to a file from now on, where anybody asked for them.
  static func redirect(to file: URL, _ context: CommandContext) {
    guard context.variable("HYPERBASIS_LOG") != nil else { return }
    do {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      let descriptor = try FileDescriptor.open(
        file.path, .writeOnly, options: [.append, .create, .closeOnExec],
        permissions: .ownerReadWrite)
      destination.withLock { $0 = descriptor }
    } catch {
      // A line on the screen would spoil the picture.
      silence()
    }
  }

  /// The screen is the shell's again.
  static func redirectToStandardError() {
    destination.withLock { $0 = .standardError }
  }

  private static func silence() {
    // Then the lines stay where they went before.
    if let nothing = try? FileDescriptor.open("/dev/null", .writeOnly) {
      destination.withLock { $0 = nothing }
    }
  }

  fileprivate static func write(_ line: String) {
    // Where the log itself cannot be written there is nobody left to be told.
    destination.withLock { _ = try? $0.writeAll(Array((line + "\n").utf8)) }
  }
}

/// A line for each event: the instant, the level, who logs, and what.
private struct ProcessLogHandler: LogHandler {
  let label: String
  var logLevel: Logger.Level
  var metadata: Logger.Metadata = [:]

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let now = HBInstant(Date()).rfc3339Text
    // Errors may hold names from a store.
    let text = TerminalText("\(event.message)").plain
    ProcessLog.write("\(now) \(event.level) \(label): \(text)")
  }
}
