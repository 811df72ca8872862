import Foundation

/// A shell on this machine.
enum InstalledShell: String, CaseIterable {
  case bash, zsh, fish

  /// The path of the shell; nil if it is not installed.
  var path: String? {
    ["/usr/bin", "/bin", "/usr/local/bin", "/opt/homebrew/bin"].map { "\($0)/\(rawValue)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// Whether to run tests with it: if it is installed, or required to be.
  var isExpected: Bool {
    path != nil || ProcessInfo.processInfo.environment["HYPERBASIS_REQUIRE_SHELLS"] != nil
  }
}
