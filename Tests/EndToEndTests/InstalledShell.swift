import Foundation

/// A shell of this machine.
enum InstalledShell: String, CaseIterable {
  case bash, zsh, fish

  /// Where it is; nil where it is not installed.
  var path: String? {
    ["/usr/bin", "/bin", "/usr/local/bin", "/opt/homebrew/bin"].map { "\($0)/\(rawValue)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// Whether tests with it are to run: where it is installed, and where it has to be.
  var isExpected: Bool {
    path != nil || ProcessInfo.processInfo.environment["HYPERBASIS_REQUIRE_SHELLS"] != nil
  }
}
