import Foundation
import Testing

/// The package as a dependency of an app.
@Suite struct PackageTests {
  /// Target names share one namespace in the whole graph of an app, so none of ours may be a plain word
  /// that the app uses itself. The package manager refuses the graph before it compiles.
  @Test func anAppMayUsePlainWordsForTargetsOfItsOwn() throws {
    let outcome = try App(targets: [
      "Canvas", "Terminal", "TimeMachine", "Models", "Store", "Sync", "CZlib",
    ]).build(target: "CZlib")
    #expect(outcome.status == 0, "\(outcome.errors)")
  }

  @Test func aNameOfOursIsTaken() throws {
    let outcome = try App(targets: ["HyperbasisModels"]).build(target: "HyperbasisModels")
    #expect(outcome.status != 0)
    #expect(outcome.errors.contains("HyperbasisModels"), "\(outcome.errors)")
  }
}

/// An app that uses both products, in a folder of its own for each set of targets.
private struct App {
  private let targets: [String]
  private let directory: URL

  init(targets: [String], file: String = #filePath) throws {
    self.targets = targets
    let root = URL(filePath: file).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    directory = root.appending(path: ".build/app-of-a-test/with-\(targets.count)-targets")
    // Always written anew: only then does the package manager look for added or removed files.
    try? FileManager.default.removeItem(at: directory.appending(path: "Package.swift"))
    try write(manifest(of: root), to: "Package.swift")
    for target in targets {
      try write("public let name = \"\(target)\"\n", to: "Sources/\(target)/Name.swift")
    }
    try write("import Hyperbasis\nimport Revertible\n", to: "Sources/App/main.swift")
  }

  func build(target: String) throws -> BuiltProgram.Outcome {
    var program = BuiltProgram(store: directory)
    let environment = ProcessInfo.processInfo.environment
    program.variables = ["PATH": environment["PATH"] ?? "", "HOME": environment["HOME"] ?? ""]
    return try program.shell("cd '\(directory.path)' && swift build --target \(target)")
  }

  private func write(_ text: String, to path: String) throws {
    let file = directory.appending(path: path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    // Unchanged files keep their dates, so that they are not compiled again.
    if (try? String(contentsOf: file, encoding: .utf8)) == text { return }
    try text.write(to: file, atomically: true, encoding: .utf8)
  }

  private func manifest(of root: URL) -> String {
    let plain = targets.map { "    .target(name: \"\($0)\")," }.joined(separator: "\n")
    let names = targets.map { "\"\($0)\"" }.joined(separator: ", ")
    let package = root.lastPathComponent
    return """
      // swift-tools-version: 6.2
      import PackageDescription

      let package = Package(
        name: "app",
        platforms: [.macOS(.v15)],
        dependencies: [.package(path: "\(root.path)")],
        targets: [
      \(plain)
          .executableTarget(
            name: "App",
            dependencies: [
              \(names),
              .product(name: "Hyperbasis", package: "\(package)"),
              .product(name: "Revertible", package: "\(package)"),
            ]),
        ]
      )

      """
  }
}
