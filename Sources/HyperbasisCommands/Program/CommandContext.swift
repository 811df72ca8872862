import Foundation
import Hyperbasis
import HyperbasisCanvas

/// All that a command sees of the world around it.
struct CommandContext {
  var environment: [String: String]
  var output: any TextOutput
  var errorOutput: any TextOutput
  /// Reads one line of the answer to a question; nil at the end of the input.
  var readLine: () -> String?
  var terminals: Terminals
  var now: @Sendable () -> HBInstant
  var makeUUID: @Sendable () -> UUID
  var localZone: LocalZone
  /// `user@host`, for those who give no name.
  var defaultActor: String
  var homeDirectory: URL
  var temporaryDirectory: URL
  /// Whether the subcommand was left out, so that its first word may be a mistyped one.
  var isImplicitOpen = false
  /// What reaches the files of a store; nil for the machine's.
  var files: (any FileSystem)?
  /// Makes the cloud behind credentials; nil reaches for the real one.
  var makeCloud: (@Sendable (ProjectCredentials) -> any CloudService)?
  /// Nobody waits longer than this for a cloud after a change.
  var cloudPatience = Duration.seconds(10)
  /// Who measures the frames of the time machine; nil for nobody.
  var frameObserver: (any FrameObserver)?
  /// Whether signals are this program's to meet.
  var watchesSignals = false
}

/// Which of the standard streams are terminals, and how wide they are.
struct Terminals: Sendable {
  var input: Bool
  var output: Bool
  var error: Bool
  /// The width of the output's terminal; nil where it is not a terminal.
  var columns: Int?
}

extension CommandContext {
  /// The value of a variable that is set and not empty.
  func variable(_ name: String) -> String? {
    environment[name].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// How wide lines may be: as the terminal; without one as COLUMNS says, else 80 columns.
  var lineWidth: Int { max(1, terminals.columns ?? variable("COLUMNS").flatMap { Int($0) } ?? 80) }

  /// One line for the person, whatever becomes of the output.
  func writeError(_ message: String) throws {
    try errorOutput.writeLine(TerminalText("hyperbasis: " + message).plain(isUTF8: isUTF8))
  }

  /// Whether the text that is written may hold more than ASCII.
  var isUTF8: Bool {
    let locale = variable("LC_ALL") ?? variable("LC_CTYPE") ?? variable("LANG")
    guard let locale, terminals.output else { return true }
    let name = locale.lowercased()
    return name.contains("utf-8") || name.contains("utf8")
  }
}

/// Where a person's own files are, by the XDG Base Directory Specification.
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

/// Paths that begin with a tilde, where no shell has read them.
enum HomePath {
  /// `~/x` as the `x` of the home directory, which is `$HOME` where that is set, as for a shell.
  static func expanded(_ path: String, home: URL) -> String {
    path.hasPrefix("~/") ? home.path + path.dropFirst() : path
  }
}
