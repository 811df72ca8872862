import Foundation
import Hyperbasis
import HyperbasisCanvas
import Logging
import Synchronization
import SystemPackage

/// What the program and its libraries log if `HYPERBASIS_LOG` is set to a level.
///
/// The lines go to standard error or, while the time machine has the screen, to the file `log` in its
/// state folder.
enum ProcessLog {
  /// Where lines go. It is never closed: lines may come until the process ends.
  private static let destination = Mutex(FileDescriptor.standardError)

  /// Starts logging. Must be called once, before anything is logged.
  ///
  /// - Returns: what is wrong with the variable; nil if nothing is.
  static func start(_ environment: [String: String]) -> String? {
    guard let name = environment["HYPERBASIS_LOG"], !name.isEmpty else { return nil }
    guard let level = Logger.Level(rawValue: name.lowercased()) else {
      let names = Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")
      return "HYPERBASIS_LOG takes \(names), not \"\(name)\"; nothing is logged"
    }
    LoggingSystem.bootstrap { ProcessLogHandler(label: $0, logLevel: level) }
    return nil
  }

  /// Sends the lines to a file from now on, if logging was asked for.
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

  /// Sends the lines to standard error again, when the screen is the shell's once more.
  static func redirectToStandardError() {
    destination.withLock { $0 = .standardError }
  }

  private static func silence() {
    // If that fails, the lines go where they went before.
    if let nothing = try? FileDescriptor.open("/dev/null", .writeOnly) {
      destination.withLock { $0 = nothing }
    }
  }

  fileprivate static func write(_ line: String) {
    // If the log itself cannot be written, there is nowhere to report it.
    destination.withLock { _ = try? $0.writeAll(Array((line + "\n").utf8)) }
  }
}

/// Writes a line for each event: the instant, the level, the logger's label, and the message.
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
    // Errors may contain names from a store.
    let text = TerminalText("\(event.message)").plain
    ProcessLog.write("\(now) \(event.level) \(label): \(text)")
  }
}
