// swift-tools-version: 6.2
import CompilerPluginSupport
import PackageDescription

// Dependencies point strictly downwards:
//
//   HyperbasisCLI -> HyperbasisCommands -> DemoSpaces, Terminal, TimeMachine, Hyperbasis
//   TimeMachine   -> Canvas, Hyperbasis          Terminal -> Canvas, CNcurses, CTerminalShim
//   DemoSpaces    -> Hyperbasis -> CZlib         Canvas, RevertibleCore -> nothing
//   Revertible    -> RevertibleCore, RevertiblePlugin -> RevertibleMacros -> swift-syntax
//
// `swift build --explicit-target-dependency-import-check error` holds the line.
let package = Package(
  name: "hyperbasis",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .library(name: "Hyperbasis", targets: ["Hyperbasis"]),
    .library(name: "Revertible", targets: ["Revertible"]),
    .executable(name: "hyperbasis", targets: ["HyperbasisCLI"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
    .package(url: "https://github.com/apple/swift-system", from: "1.4.0"),
    .package(url: "https://github.com/swiftlang/swift-syntax", "602.0.0"..<"604.0.0"),
  ],
  targets: [
    // System libraries. The module map links them; pkg-config is left out because its flags
    // for ncursesw are refused by the package manager.
    .systemLibrary(name: "CNcurses"),
    .systemLibrary(name: "CZlib"),

    // The library: models, event log, timeline, diff, storage, compression.
    .target(
      name: "Hyperbasis",
      dependencies: ["CZlib", .product(name: "SystemPackage", package: "swift-system")]),

    // Undo and redo for values. The runtime stands alone, because the macros bring swift-syntax with
    // them. They are a library so that tests can link them; the plug-in only names them.
    .target(
      name: "RevertibleMacros",
      dependencies: [
        .product(name: "SwiftDiagnostics", package: "swift-syntax"),
        .product(name: "SwiftParser", package: "swift-syntax"),
        .product(name: "SwiftSyntax", package: "swift-syntax"),
        .product(name: "SwiftSyntaxBuilder", package: "swift-syntax"),
        .product(name: "SwiftSyntaxMacros", package: "swift-syntax"),
      ]),
    .macro(
      name: "RevertiblePlugin",
      dependencies: [
        "RevertibleMacros",
        .product(name: "SwiftCompilerPlugin", package: "swift-syntax"),
        .product(name: "SwiftSyntaxMacros", package: "swift-syntax"),
      ]),

    .target(name: "Revertible", dependencies: ["RevertibleCore", "RevertiblePlugin"]),
    .target(name: "RevertibleCore"),

    // The time machine: a pure core, the terminal, and what ties them together.
    .target(name: "Canvas"),
    .target(name: "TimeMachine", dependencies: ["Canvas", "Hyperbasis", "RevertibleCore"]),
    .target(name: "CTerminalShim"),
    .target(name: "Terminal", dependencies: ["Canvas", "CNcurses", "CTerminalShim"]),
    .target(
      name: "DemoSpaces", dependencies: ["Hyperbasis"], path: "Resources",
      exclude: ["hyperbasis.1", "supabase"]),
    .target(
      name: "HyperbasisCommands",
      dependencies: [
        "Canvas", "DemoSpaces", "Hyperbasis", "Terminal", "TimeMachine",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    .executableTarget(
      name: "HyperbasisCLI",
      dependencies: [
        "HyperbasisCommands", .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),

    // Measurements, apart from the tests.
    .executableTarget(
      name: "Benchmarks", dependencies: ["Hyperbasis", "TestSupport"], path: "Tests/Benchmarks"),
    .executableTarget(
      name: "TimeMachineBenchmarks",
      dependencies: ["Canvas", "Hyperbasis", "TestSupport", "TimeMachine"],
      path: "Tests/TimeMachineBenchmarks"),
    .systemLibrary(name: "CAllocator", path: "Tests/CAllocator"),
    .executableTarget(
      name: "RevertibleBenchmarks", dependencies: ["CAllocator", "RevertibleCore"],
      path: "Tests/RevertibleBenchmarks"),

    // Pictures of the real program.
    .executableTarget(
      name: "Screenshots", dependencies: ["Canvas", "TestSupport"], path: "Tests/Screenshots",
      exclude: ["take.sh"]),

    // Tests.
    .target(
      name: "TestSupport",
      dependencies: [
        "Canvas", "Hyperbasis", .product(name: "SystemPackage", package: "swift-system"),
      ],
      path: "Tests/TestSupport"),
    .executableTarget(name: "AppendLoop", dependencies: ["Hyperbasis"], path: "Tests/AppendLoop"),
    .testTarget(
      name: "HyperbasisTests",
      dependencies: [
        "AppendLoop", "Hyperbasis", "TestSupport",
        .product(name: "SystemPackage", package: "swift-system"),
      ]),
    .testTarget(name: "RevertibleCoreTests", dependencies: ["RevertibleCore"]),
    .testTarget(
      name: "RevertibleMacrosTests",
      dependencies: [
        "RevertibleMacros",
        .product(name: "SwiftDiagnostics", package: "swift-syntax"),
        .product(name: "SwiftSyntax", package: "swift-syntax"),
        .product(name: "SwiftSyntaxBuilder", package: "swift-syntax"),
        .product(name: "SwiftSyntaxMacroExpansion", package: "swift-syntax"),
        .product(name: "SwiftSyntaxMacros", package: "swift-syntax"),
        .product(name: "SwiftSyntaxMacrosGenericTestSupport", package: "swift-syntax"),
      ]),
    .testTarget(name: "RevertibleTests", dependencies: ["Revertible"]),
    .testTarget(name: "CanvasTests", dependencies: ["Canvas", "TestSupport"]),
    .testTarget(
      name: "TimeMachineTests", dependencies: ["Canvas", "TimeMachine", "TestSupport"],
      exclude: ["Frames"]),
    .executableTarget(
      name: "TerminalProbe", dependencies: ["Canvas", "Terminal"], path: "Tests/TerminalProbe"),
    .testTarget(
      name: "TerminalTests",
      dependencies: [
        "Canvas", "Hyperbasis", "Terminal", "TimeMachine", "CNcurses", "CTerminalShim",
        "TerminalProbe", "TestSupport",
      ]),
    .testTarget(
      name: "CommandsTests",
      dependencies: [
        "Canvas", "DemoSpaces", "Hyperbasis", "HyperbasisCommands", "TestSupport", "TimeMachine",
      ]),
    .testTarget(
      name: "EndToEndTests",
      dependencies: ["Hyperbasis", "HyperbasisCLI", "SupabaseTestSupport", "TestSupport"]),

    // Synchronisation, against the server in Tests/SupabaseServer.
    .target(name: "SupabaseTestSupport", path: "Tests/SupabaseTestSupport"),
    .executableTarget(name: "SyncOnce", dependencies: ["Hyperbasis"], path: "Tests/SyncOnce"),
    .executableTarget(
      name: "SyncBenchmarks", dependencies: ["Hyperbasis", "SupabaseTestSupport"],
      path: "Tests/SyncBenchmarks"),
    .testTarget(
      name: "SupabaseTests",
      dependencies: [
        "Hyperbasis", "SupabaseTestSupport", "SyncOnce", "TestSupport",
        .product(name: "SystemPackage", package: "swift-system"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets where target.type != .system {
  target.swiftSettings = [
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0335-existential-any.md
    .enableUpcomingFeature("ExistentialAny"),
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0444-member-import-visibility.md
    .enableUpcomingFeature("MemberImportVisibility"),
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0409-access-level-on-imports.md
    .enableUpcomingFeature("InternalImportsByDefault"),
    .treatAllWarnings(as: .error),
  ]
}
