import Foundation

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
    let base =
      named ?? context.homeDirectory.appending(path: fallback, directoryHint: .isDirectory)
    return base.appending(path: "hyperbasis", directoryHint: .isDirectory)
  }
}
