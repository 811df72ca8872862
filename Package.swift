// swift-tools-version: 6.2
import CompilerPluginSupport
import PackageDescription

let argumentParser = Target.Dependency.product(
  name: "ArgumentParser", package: "swift-argument-parser")
let systemPackage = Target.Dependency.product(name: "SystemPackage", package: "swift-system")

// Dependencies point strictly downwards (names without their prefix, `Hyperbasis`):
//
//   CLI -> Commands -> DemoSpaces, Terminal, TimeMachine, Wording, Hyperbasis, Drift
//   Commands        -> Reports -> TimeMachine, Exchange
//   TimeMachine     -> Wording, RevertibleCore                 Terminal -> Canvas, ncurses
//   Wording         -> Canvas, SyncStatus, History
//   Hyperbasis      -> Supabase -> HTTP -> Sync -> Store -> History -> Drift -> AnchorLog
//   Hyperbasis      -> Exchange -> History, Compression       Store, Sync -> Compression
//   Sync            -> SyncStatus -> Models
//   AnchorLog       -> JSONText -> Models
//   Revertible      -> RevertibleCore, RevertiblePlugin -> RevertibleMacros -> swift-syntax
//   Canvas, Models, RevertibleCore -> nothing
//
// Every target that a product reaches has a prefix, because target names share one namespace across the
// whole graph of an app.
// `swift build --explicit-target-dependency-import-check error` enforces the layering.
let package = Package(
  name: "hyperbasis",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .library(name: "Hyperbasis", targets: ["Hyperbasis"]),
    .library(name: "Revertible", targets: ["Revertible"]),
    // The same without macros, and hence without swift-syntax.
    .library(name: "RevertibleCore", targets: ["RevertibleCore"]),
    .executable(name: "hyperbasis", targets: ["HyperbasisCLI"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
    .package(url: "https://github.com/apple/swift-system", from: "1.4.0"),
    .package(url: "https://github.com/swiftlang/swift-syntax", "602.0.0"..<"604.0.0"),
  ],
  targets: [
    // System libraries. The module map links them; pkg-config is left out because the package manager
    // refuses its flags for ncursesw.
    .systemLibrary(name: "CHyperbasisNcurses"),
    .systemLibrary(name: "CHyperbasisZlib"),

    // Failures that do not make a call fail, for anyone who looks into the log.
    .target(
      name: "HyperbasisDiagnostics", dependencies: [.product(name: "Logging", package: "swift-log")]
    ),

    // The library, in layers; an app imports only the last one.
    .target(name: "HyperbasisModels"),
    .target(name: "HyperbasisJSONText", dependencies: ["HyperbasisModels"]),
    .target(name: "HyperbasisAnchorLog", dependencies: ["HyperbasisJSONText", "HyperbasisModels"]),
    // The shifts of a space through its history, and how to take them out.
    .target(name: "HyperbasisDrift", dependencies: ["HyperbasisAnchorLog", "HyperbasisModels"]),
    .target(
      name: "HyperbasisHistory",
      dependencies: ["HyperbasisAnchorLog", "HyperbasisDrift", "HyperbasisModels"]),
    .target(name: "HyperbasisCompression", dependencies: ["CHyperbasisZlib", "HyperbasisModels"]),
    // Other people's data in and out: bytes to rows, rows to samples, samples to events, and back.
    // Nothing here opens a file of the store.
    .target(
      name: "HyperbasisExchange",
      dependencies: [
        "HyperbasisAnchorLog", "HyperbasisCompression", "HyperbasisHistory", "HyperbasisJSONText",
        "HyperbasisModels",
      ]),
    .target(name: "CHyperbasisFiles"),
    .target(
      name: "HyperbasisStore",
      dependencies: [
        "CHyperbasisFiles", "HyperbasisDiagnostics", "HyperbasisAnchorLog", "HyperbasisCompression",
        "HyperbasisHistory", "HyperbasisJSONText", "HyperbasisModels", systemPackage,
      ]),
    // How syncing stands and what it found: values that a screen can show without the engine.
    .target(name: "HyperbasisSyncStatus", dependencies: ["HyperbasisModels"]),
    .target(
      name: "HyperbasisSync",
      dependencies: [
        "HyperbasisDiagnostics", "HyperbasisAnchorLog", "HyperbasisCompression",
        "HyperbasisHistory", "HyperbasisJSONText", "HyperbasisModels", "HyperbasisStore",
        "HyperbasisSyncStatus", systemPackage,
      ]),
    .target(name: "CHyperbasisCurl"),
    // Requests and responses, and what sends them: libcurl, and URLSession on Apple's platforms.
    // URLSession is in a module of its own, because on Linux it makes the linked program depend on
    // libcurl, which could then not be left out; only tests use it there.
    .target(
      name: "HyperbasisHTTP",
      dependencies: ["CHyperbasisCurl", "HyperbasisStore", "HyperbasisSync", systemPackage]),
    .target(
      name: "HyperbasisURLSession",
      dependencies: [
        "HyperbasisDiagnostics", "HyperbasisHTTP", "HyperbasisStore", "HyperbasisSync",
        systemPackage,
      ]),
    .target(
      name: "HyperbasisSupabase",
      dependencies: [
        "HyperbasisAnchorLog", "HyperbasisHTTP", "HyperbasisJSONText", "HyperbasisModels",
        .target(
          name: "HyperbasisURLSession",
          condition: .when(platforms: [
            .macOS, .macCatalyst, .iOS, .tvOS, .watchOS, .visionOS,
          ])),
        "HyperbasisStore", "HyperbasisSync", systemPackage,
      ]),
    .target(
      name: "Hyperbasis",
      dependencies: [
        "HyperbasisDiagnostics", "HyperbasisAnchorLog", "HyperbasisCompression",
        "HyperbasisExchange", "HyperbasisHistory", "HyperbasisModels", "HyperbasisStore",
        "HyperbasisSupabase", "HyperbasisSync", "HyperbasisSyncStatus", systemPackage,
      ]),

    // Undo and redo for values. The runtime stands alone, because the macros bring swift-syntax with
    // them. The macros are a library so that tests can link them; the plug-in only names them.
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
        "RevertibleMacros", .product(name: "SwiftCompilerPlugin", package: "swift-syntax"),
        .product(name: "SwiftSyntaxMacros", package: "swift-syntax"),
      ]),

    .target(name: "Revertible", dependencies: ["RevertibleCore", "RevertiblePlugin"]),
    .target(name: "RevertibleCore"),

    // The time machine: a pure core, the terminal, and the code that connects them.
    .target(name: "HyperbasisCanvas"),
    // Common wording for the screen, the commands and the reports.
    .target(
      name: "HyperbasisWording",
      dependencies: [
        "HyperbasisAnchorLog", "HyperbasisCanvas", "HyperbasisDrift", "HyperbasisHistory",
        "HyperbasisJSONText", "HyperbasisModels", "HyperbasisSyncStatus",
      ]),
    .target(
      name: "HyperbasisTimeMachine",
      dependencies: [
        "HyperbasisAnchorLog", "HyperbasisCanvas", "HyperbasisDrift", "HyperbasisHistory",
        "HyperbasisJSONText", "HyperbasisSyncStatus", "HyperbasisWording", "RevertibleCore",
      ]),
    // What people pass on: a comparison or a whole history, readable without this program.
    .target(
      name: "HyperbasisReports",
      dependencies: [
        "HyperbasisAnchorLog", "HyperbasisCanvas", "HyperbasisDrift", "HyperbasisExchange",
        "HyperbasisHistory", "HyperbasisJSONText", "HyperbasisModels", "HyperbasisTimeMachine",
        "HyperbasisWording",
      ]),
    .target(name: "CHyperbasisTerminal"),
    .target(
      name: "HyperbasisTerminal",
      dependencies: ["HyperbasisCanvas", "CHyperbasisNcurses", "CHyperbasisTerminal"]),
    .target(
      name: "HyperbasisDemoSpaces",
      dependencies: ["Hyperbasis", "HyperbasisAnchorLog"], path: "Resources",
      exclude: [
        "build-release.sh", "debian-package.sh", "hyperbasis.1", "install.sh",
        "select-icu-data.swift", "supabase",
      ]),
    .target(
      name: "HyperbasisCommands",
      dependencies: [
        "HyperbasisDiagnostics", .product(name: "Logging", package: "swift-log"), systemPackage,
        "HyperbasisCanvas", "HyperbasisDemoSpaces", "HyperbasisDrift", "Hyperbasis",
        "HyperbasisAnchorLog", "HyperbasisExchange", "HyperbasisJSONText", "HyperbasisReports",
        "HyperbasisTerminal", "HyperbasisTimeMachine", "HyperbasisWording", argumentParser,
      ]),
    .executableTarget(
      name: "HyperbasisCLI", dependencies: ["HyperbasisCommands", argumentParser]),

    // Measurements, apart from the tests.
    .executableTarget(
      name: "Benchmarks",
      dependencies: ["Hyperbasis", "HyperbasisAnchorLog", "TestSupport", argumentParser],
      path: "Tests/Benchmarks"),
    .executableTarget(
      name: "MeasuredProgram",
      dependencies: [
        "HyperbasisCanvas", "HyperbasisCommands", "HyperbasisTimeMachine", systemPackage,
      ],
      path: "Tests/MeasuredProgram"),
    .executableTarget(
      name: "TimeMachineBenchmarks",
      dependencies: [
        "HyperbasisCanvas", "Hyperbasis", "TestSupport", "HyperbasisTimeMachine", argumentParser,
      ],
      path: "Tests/TimeMachineBenchmarks"),
    .systemLibrary(name: "CAllocator", path: "Tests/CAllocator"),
    .executableTarget(
      name: "RevertibleBenchmarks",
      dependencies: ["CAllocator", "RevertibleCore", argumentParser],
      path: "Tests/RevertibleBenchmarks"),

    // What apps do with the libraries, on a small scale.
    .executableTarget(
      name: "NotesExample", dependencies: ["Hyperbasis"], path: "Tests/Examples/Notes"),
    .executableTarget(
      name: "EditorExample", dependencies: ["Revertible"], path: "Tests/Examples/Editor"),

    // Pictures of the real program.
    .executableTarget(
      name: "Screenshots", dependencies: ["HyperbasisCanvas", "TestSupport"],
      path: "Tests/Screenshots",
      exclude: ["take.sh"]),

    // Tests.
    .target(
      name: "TestSupport",
      dependencies: [
        "HyperbasisCanvas", "Hyperbasis", "HyperbasisAnchorLog", "SeededRandom", systemPackage,
      ],
      path: "Tests/TestSupport"),
    .target(name: "SeededRandom", path: "Tests/SeededRandom"),
    // A file system in memory that loses power, and calls that fail.
    .target(
      name: "StoreSimulation",
      dependencies: ["HyperbasisAnchorLog", "HyperbasisStore", "SeededRandom", systemPackage],
      path: "Tests/StoreSimulation"),
    // The attacks on the store, as the tests and the campaign run them.
    .target(
      name: "StoreTrials",
      dependencies: [
        "Hyperbasis", "HyperbasisAnchorLog", "HyperbasisCanvas", "HyperbasisCompression",
        "HyperbasisHistory", "HyperbasisJSONText", "HyperbasisModels", "HyperbasisStore",
        "SeededRandom", "StoreSimulation", "TestSupport", systemPackage,
      ],
      path: "Tests/StoreTrials"),
    .executableTarget(
      name: "StoreCampaign",
      dependencies: ["StoreTrials", argumentParser],
      path: "Tests/StoreCampaign"),
    .testTarget(
      name: "StoreTrialTests",
      dependencies: [
        "HyperbasisStore", "SeededRandom", "StoreCampaign", "StoreSimulation", "StoreTrials",
        systemPackage,
      ]),
    .testTarget(
      name: "HyperbasisTests",
      dependencies: [
        "DriftTestSupport", "Hyperbasis", "HyperbasisAnchorLog", "HyperbasisDrift",
        "HyperbasisHistory", "HyperbasisJSONText", "HyperbasisStore", "HyperbasisSync",
        "StoreSimulation", "TestSupport", systemPackage,
      ]),
    .testTarget(
      name: "ExchangeTests",
      dependencies: [
        "HyperbasisAnchorLog", "HyperbasisCompression", "HyperbasisExchange", "HyperbasisHistory",
        "ExchangeTestSupport", "HyperbasisJSONText", "HyperbasisModels", "SeededRandom",
      ],
      exclude: ["Samples"]),
    .target(
      name: "ExchangeTestSupport",
      dependencies: [
        "HyperbasisAnchorLog", "HyperbasisExchange", "HyperbasisJSONText", "SeededRandom",
      ],
      path: "Tests/ExchangeTestSupport"),
    .executableTarget(
      name: "ExchangeBenchmarks",
      dependencies: [
        "ExchangeTestSupport", "HyperbasisAnchorLog", "HyperbasisExchange", "HyperbasisModels",
        "SeededRandom", argumentParser,
      ],
      path: "Tests/ExchangeBenchmarks"),
    .testTarget(
      name: "ReportTests",
      dependencies: [
        "Hyperbasis", "HyperbasisAnchorLog", "HyperbasisCanvas", "HyperbasisDrift",
        "HyperbasisExchange", "HyperbasisHistory", "HyperbasisModels", "HyperbasisReports",
        "HyperbasisTimeMachine", "TestSupport",
      ]),
    .target(
      name: "DriftTestSupport",
      dependencies: ["HyperbasisAnchorLog", "HyperbasisDrift", "HyperbasisModels", "SeededRandom"],
      path: "Tests/DriftTestSupport"),
    .testTarget(
      name: "DriftTests",
      dependencies: [
        "DriftTestSupport", "HyperbasisAnchorLog", "HyperbasisDrift", "HyperbasisModels",
        "SeededRandom",
      ]),
    .executableTarget(
      name: "DriftBenchmarks",
      dependencies: [
        "DriftTestSupport", "HyperbasisAnchorLog", "HyperbasisDrift", "HyperbasisModels",
        "SeededRandom", argumentParser,
      ],
      path: "Tests/DriftBenchmarks"),
    .testTarget(name: "RevertibleCoreTests", dependencies: ["RevertibleCore", "SeededRandom"]),
    .testTarget(
      name: "RevertibleMacrosTests",
      dependencies: [
        "RevertibleMacros", .product(name: "SwiftDiagnostics", package: "swift-syntax"),
        .product(name: "SwiftSyntax", package: "swift-syntax"),
        .product(name: "SwiftSyntaxBuilder", package: "swift-syntax"),
        .product(name: "SwiftSyntaxMacroExpansion", package: "swift-syntax"),
        .product(name: "SwiftSyntaxMacros", package: "swift-syntax"),
        .product(name: "SwiftSyntaxMacrosGenericTestSupport", package: "swift-syntax"),
      ]),
    .testTarget(name: "RevertibleTests", dependencies: ["Revertible"]),
    .testTarget(name: "CanvasTests", dependencies: ["HyperbasisCanvas", "TestSupport"]),
    .testTarget(
      name: "WordingTests",
      dependencies: [
        "HyperbasisAnchorLog", "HyperbasisCanvas", "HyperbasisHistory", "HyperbasisModels",
        "HyperbasisSync", "HyperbasisWording", "TestSupport",
      ]),
    .testTarget(
      name: "TimeMachineTests",
      dependencies: [
        "DriftTestSupport", "Hyperbasis", "HyperbasisAnchorLog", "HyperbasisCanvas",
        "HyperbasisDrift", "HyperbasisStore", "HyperbasisSync", "HyperbasisTimeMachine",
        "HyperbasisWording", "TestSupport",
      ],
      exclude: ["Frames"]),
    .executableTarget(
      name: "TerminalProbe", dependencies: ["HyperbasisCanvas", "HyperbasisTerminal"],
      path: "Tests/TerminalProbe"),
    .testTarget(
      name: "TerminalTests",
      dependencies: [
        "HyperbasisCanvas", "Hyperbasis", "HyperbasisStore", "HyperbasisTerminal",
        "HyperbasisTimeMachine", "CHyperbasisNcurses", "CHyperbasisTerminal", "TerminalProbe",
        "TestSupport",
      ]),
    .testTarget(
      name: "CommandsTests",
      dependencies: [
        "HyperbasisDiagnostics", "DriftTestSupport", "HyperbasisCanvas", "HyperbasisDemoSpaces",
        "HyperbasisDrift", "Hyperbasis", "HyperbasisAnchorLog", "HyperbasisCommands",
        "HyperbasisModels", "HyperbasisReports", "HyperbasisTimeMachine", "HyperbasisWording",
        "StoreSimulation", "TestSupport", argumentParser, systemPackage,
      ]),
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "DriftTestSupport", "EditorExample", "HyperbasisCLI", "HyperbasisCanvas",
        "HyperbasisModels", "NotesExample", "SeededRandom", "SupabaseTestSupport", "TestSupport",
      ]),

    // Synchronisation, against the server in Tests/SupabaseServer.
    .target(
      name: "SupabaseTestSupport", dependencies: ["TestSupport"],
      path: "Tests/SupabaseTestSupport"),
    .executableTarget(
      name: "SyncOnce",
      dependencies: ["Hyperbasis"], path: "Tests/SyncOnce"),
    .executableTarget(
      name: "SyncBenchmarks",
      dependencies: ["Hyperbasis", "SupabaseTestSupport", argumentParser],
      path: "Tests/SyncBenchmarks"),
    .testTarget(
      name: "SupabaseTests",
      dependencies: [
        "Hyperbasis", "HyperbasisAnchorLog", "HyperbasisHTTP", "HyperbasisStore",
        "HyperbasisSupabase", "HyperbasisSync", "HyperbasisURLSession", "SupabaseTestSupport",
        "SyncOnce", "TestSupport", systemPackage,
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

// The modules that the tests use most are optimised, while everything else is built quickly; see
// Tests/all.sh. Apps never set this variable, so that their package manager sees no flags of ours.
if Context.environment["HYPERBASIS_OPTIMIZE_CORE"] != nil {
  let busiest: Set = [
    "HyperbasisAnchorLog", "HyperbasisDrift", "HyperbasisExchange", "HyperbasisHistory",
    "HyperbasisJSONText", "HyperbasisModels", "HyperbasisStore",
    // The simulated disk, the terminal, and the histories that tests make up.
    "DriftTestSupport", "ExchangeTestSupport", "SeededRandom", "StoreSimulation", "StoreTrials",
    "TestSupport",
  ]
  for target in package.targets where busiest.contains(target.name) {
    // The compiler proper obeys the last of its flags; its driver would obey `-Xswiftc -Onone`.
    target.swiftSettings?.append(.unsafeFlags(["-Xfrontend", "-O"]))
  }
}
