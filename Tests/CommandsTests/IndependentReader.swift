import Foundation
import TestSupport

/// A reader of a format by other authors: a Python package, if the machine has it.
enum IndependentReader: String {
  case cmarkgfm, evo, geojson, pygltflib

  /// `$HYPERBASIS_PYTHON`, or else the one that `Tests/IndependentReaders/install.sh` made, or else the
  /// system's.
  private static var python: String? {
    let named = ProcessInfo.processInfo.environment["HYPERBASIS_PYTHON"]
    let top = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
    let installed = top.standardizedFileURL.appending(path: ".build-readers/bin/python").path
    return ([named].compactMap { $0 } + [installed, "/usr/bin/python3", "/usr/local/bin/python3"])
      .first(where: FileManager.default.isExecutableFile(atPath:))
  }

  /// Whether to run a test that needs the package: if `HYPERBASIS_REQUIRE_READERS` is set, it runs and
  /// fails without the package.
  var isInstalled: Bool {
    ProcessInfo.processInfo.environment["HYPERBASIS_REQUIRE_READERS"] != nil
      || (try? run("import \(rawValue)")) != nil
  }

  struct Refusal: Error, CustomStringConvertible {
    let description: String
  }

  /// Runs a program and returns what it prints.
  @discardableResult
  func run(_ program: String, _ arguments: String...) throws -> String {
    guard let python = Self.python else { throw Refusal(description: "there is no Python") }
    let process = Process()
    process.executableURL = URL(filePath: python)
    process.arguments = ["-I", "-c", program] + arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let text = String(
      decoding: try output.contents(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Refusal(description: text) }
    return text
  }
}
