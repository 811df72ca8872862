import Foundation
import TestSupport

/// Chromium, if this machine has it: opens a page and returns what it then contains.
struct InstalledBrowser {
  let path: String

  init?() {
    let folders = ["/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"]
    let names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]
    let paths = folders.flatMap { folder in names.map { "\(folder)/\($0)" } }
    guard let path = paths.first(where: FileManager.default.isExecutableFile(atPath:)) else {
      return nil
    }
    self.path = path
  }

  /// Whether to run tests with it: if it is installed, or required to be.
  static let isExpected =
    InstalledBrowser() != nil
    || ProcessInfo.processInfo.environment["HYPERBASIS_REQUIRE_BROWSER"] != nil

  struct Look {
    let document: String
    /// The errors that the page reported.
    let complaints: [String]
  }

  /// Loads a page, runs its program for two seconds of its own time, and reads it.
  func look(
    at file: URL, fragment: String = "", width: Int = 1280, height: Int = 800
  ) throws -> Look {
    let profile = file.deletingLastPathComponent().appending(path: "profile-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: profile) }
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = [
      "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
      "--enable-logging=stderr", "--v=0", "--user-data-dir=\(profile.path)",
      "--window-size=\(width),\(height)", "--virtual-time-budget=2000",
      "--run-all-compositor-stages-before-draw", "--dump-dom",
      file.absoluteString + (fragment.isEmpty ? "" : "#\(fragment)"),
    ]
    let log = file.deletingLastPathComponent().appending(path: "\(UUID().uuidString).log")
    try Data().write(to: log)
    defer { try? FileManager.default.removeItem(at: log) }
    let output = Pipe()
    process.standardOutput = output
    process.standardError = try FileHandle(forWritingTo: log)
    try process.run()
    let document = try output.contents()
    process.waitUntilExit()
    let lines = try String(contentsOf: log, encoding: .utf8).split(separator: "\n")
    return Look(
      document: String(decoding: document, as: UTF8.self),
      complaints: lines.filter { $0.contains("CONSOLE") }.map(String.init))
  }
}
