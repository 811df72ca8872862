import Foundation
import Testing

/// The package as an app depends on it.
@Suite struct PackageTests {
  /// Names of targets are one namespace for the whole graph of an app, so that none of ours may be
  /// a plain word that the app uses itself.
  @Test func anAppMayUsePlainWordsForTargetsOfItsOwn() throws {
    let app = try App()
    let outcome = try app.swift("run", "--quiet", "App")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output == "1 added\nCanvas Terminal TimeMachine Models Store Sync CZlib\n")
  }
}

/// An app on top of both products, kept between runs, so that only the first one builds it all.
private struct App {
  private static let words = [
    "Canvas", "Terminal", "TimeMachine", "Models", "Store", "Sync", "CZlib",
  ]
  private let directory: URL

  init(file: String = #filePath) throws {
    let root = URL(filePath: file).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    directory = root.appending(path: ".build/app-of-a-test")
    // Written each time: only then does the package manager look for files that came or went.
    try? FileManager.default.removeItem(at: directory.appending(path: "Package.swift"))
    try write(Self.manifest(of: root), to: "Package.swift")
    for word in Self.words {
      try write("public let name = \"\(word)\"\n", to: "Sources/\(word)/Name.swift")
    }
    // Named, so that the graph has both products; the macros take minutes to build.
    try write("import Revertible\n", to: "Sources/Editor/Editor.swift")
    try write(Self.program, to: "Sources/App/main.swift")
  }

  func swift(_ words: String...) throws -> BuiltProgram.Outcome {
    var program = BuiltProgram(store: directory)
    let environment = ProcessInfo.processInfo.environment
    program.variables = ["PATH": environment["PATH"] ?? "", "HOME": environment["HOME"] ?? ""]
    return try program.shell("cd '\(directory.path)' && swift " + words.joined(separator: " "))
  }

  private func write(_ text: String, to path: String) throws {
    let file = directory.appending(path: path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    // What is there already keeps its date, so that it is not compiled again.
    if (try? String(contentsOf: file, encoding: .utf8)) == text { return }
    try text.write(to: file, atomically: true, encoding: .utf8)
  }

  private static func manifest(of root: URL) -> String {
    let targets = words.map { "    .target(name: \"\($0)\")," }.joined(separator: "\n")
    let names = words.map { "\"\($0)\"" }.joined(separator: ", ")
    let package = root.lastPathComponent
    return """
      // swift-tools-version: 6.2
      import PackageDescription

      let package = Package(
        name: "app",
        platforms: [.macOS(.v15)],
        dependencies: [.package(path: "\(root.path)")],
        targets: [
      \(targets)
          .target(
            name: "Editor",
            dependencies: [.product(name: "Revertible", package: "\(package)")]),
          .executableTarget(
            name: "App",
            dependencies: [\(names), .product(name: "Hyperbasis", package: "\(package)")]),
        ]
      )

      """
  }

  private static let program = """
    import Canvas
    import CZlib
    import Foundation
    import Hyperbasis
    import Models
    import Store
    import Sync
    import Terminal
    import TimeMachine

    let space = UUID()
    let anchor = HBAnchor(spaceId: space, transform: matrix_identity_float4x4)
    let timeline = HBTimeline(spaceId: space, events: [HBAnchorEvent.created(anchor: anchor)])
    print(timeline.diff(from: .distantPast, to: .distantFuture).summary)
    print(
      Canvas.name, Terminal.name, TimeMachine.name, Models.name, Store.name, Sync.name, CZlib.name)

    """
}
