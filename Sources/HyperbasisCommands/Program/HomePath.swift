import Foundation

/// Paths that begin with a tilde, where no shell has read them.
enum HomePath {
  /// `~/x` as the `x` of the home directory, which is `$HOME` where that is set, as for a shell.
  static func expanded(_ path: String, home: URL) -> String {
    path.hasPrefix("~/") ? home.path + path.dropFirst() : path
  }
}
