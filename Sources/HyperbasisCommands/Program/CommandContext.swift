import Foundation
import Hyperbasis
import HyperbasisCanvas

/// Everything that a command sees of its environment.
struct CommandContext {
  var environment: [String: String]
  var output: any TextOutput
  var errorOutput: any TextOutput
  /// Reads a line in reply to a question; nil at the end of the input.
  var readLine: () -> String?
  var terminals: Terminals
  var now: @Sendable () -> HBInstant
  var makeUUID: @Sendable () -> UUID
  var localZone: LocalZone
  /// `user@host`, used if no name is given.
  var defaultActor: String
  var homeDirectory: URL
  var temporaryDirectory: URL
  /// Whether the subcommand was left out, so that its first word may be a mistyped one.
  var isImplicitOpen = false
  /// Accesses the files of a store; nil for the machine's file system.
  var files: (any FileSystem)?
  /// Makes the cloud for credentials; nil to use the real one.
  var makeCloud: (@Sendable (ProjectCredentials) -> any CloudService)?
  /// The longest time that a command waits for a cloud after a change.
  var cloudPatience = Duration.seconds(10)
  /// Measures the frames of the time machine; nil for no measurement.
  var frameObserver: (any FrameObserver)?
  /// Whether this program handles signals itself.
  var watchesSignals = false
}

/// Which of the standard streams are terminals, and how wide they are.
struct Terminals: Sendable {
  var input: Bool
  var output: Bool
  var error: Bool
  /// The width of the output's terminal; nil if it is not a terminal.
  var columns: Int?
}

extension CommandContext {
  /// Returns the value of a variable that is set and not empty.
  func variable(_ name: String) -> String? {
    environment[name].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The most columns of a line: those of the terminal, else of COLUMNS, else 80. A terminal that says 0
  /// does not know, and in one that is narrower than a date lines had better wrap than be cut to nothing.
  var lineWidth: Int {
    let named = variable("COLUMNS").flatMap { Int($0) }
    let columns = [terminals.columns, named].lazy.compactMap(\.self).first { $0 > 0 }
    return max(Self.leastLineWidth, columns ?? 80)
  }

  private static let leastLineWidth = 20

  /// Writes one line for the person, whatever happens to the output.
  func writeError(_ message: String) throws {
    let line = "hyperbasis: " + Clause.text(message)
    try errorOutput.writeLine(TerminalText(line).plain(isUTF8: isUTF8))
  }

  /// Writes what the person should know about work that is done all the same.
  func writeWarning(_ message: String) throws {
    try writeError("warning: " + Clause.text(message))
  }

  /// Whether the output may contain characters other than ASCII.
  var isUTF8: Bool {
    let locale = variable("LC_ALL") ?? variable("LC_CTYPE") ?? variable("LANG")
    guard let locale, terminals.output else { return true }
    let name = locale.lowercased()
    return name.contains("utf-8") || name.contains("utf8")
  }
}

/// The folders of a person's own files, by the XDG Base Directory Specification.
struct PersonalDirectories {
  /// What a person writes: `hyperbasis` in `$XDG_CONFIG_HOME`, else in `~/.config`.
  let configuration: URL
  /// What the program remembers: `hyperbasis` in `$XDG_STATE_HOME`, else in `~/.local/state`.
  let state: URL

  init(_ context: CommandContext) {
    configuration = Self.directory(context, "XDG_CONFIG_HOME", else: ".config")
    state = Self.directory(context, "XDG_STATE_HOME", else: ".local/state")
  }

  private static func directory(
    _ context: CommandContext, _ variable: String, else fallback: String
  ) -> URL {
    // > All paths set in these environment variables must be absolute. If an implementation
    // > encounters a relative path in any of these variables it should consider the path invalid
    // > and ignore it.
    let named = context.variable(variable).flatMap { path in
      path.hasPrefix("/") ? URL(filePath: path, directoryHint: .isDirectory) : nil
    }
    let base = named ?? context.homeDirectory.appending(path: fallback, directoryHint: .isDirectory)
    return base.appending(path: "hyperbasis", directoryHint: .isDirectory)
  }
}

/// Paths that begin with a tilde, which no shell has expanded.
enum HomePath {
  /// Expands `~/x` to the `x` of the home directory, which is `$HOME` if that is set, as in a shell.
  static func expanded(_ path: String, home: URL) -> String {
    path.hasPrefix("~/") ? home.path + path.dropFirst() : path
  }
}
