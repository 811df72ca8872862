import Foundation
import Hyperbasis

/// Processes that save into one space at the same time, as fast as they can.
struct ManyWriters {
  let folder: URL
  private static let processes = 8

  func run() throws {
    for (batch, saves) in [(1, 4000), (100, 250)] {
      try run(batch: batch, saves: saves, durability: .os)
    }
    try run(batch: 1, saves: 300, durability: .disk)
  }

  private func run(batch: Int, saves: Int, durability: HBDurability) throws {
    let store = folder.appendingPathComponent("writers-\(batch)-\(durability.rawValue)")
    let space = UUID()
    try FileManager.default.createDirectory(at: store, withIntermediateDirectories: true)
    let start = ContinuousClock.now
    let processes = try (0..<Self.processes).map { number in
      let process = Process()
      process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
      process.arguments = [
        "writer", store.path, space.uuidString, "\(saves)", "\(batch)", durability.rawValue,
      ]
      try process.run()
      return process
    }
    for process in processes { process.waitUntilExit() }
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    let events = try HBLocalStore(baseDirectory: store).loadEvents(spaceId: space).count
    guard events == (saves + 1) * batch * Self.processes else {
      return print("  \(Self.processes) processes lost events: \(events)")
    }
    let name = "\(Self.processes) processes at .\(durability.rawValue), \(batch) an append"
    print(
      "  \(name.padding(toLength: 37, withPad: " ", startingAt: 0))"
        + "\(Int(Double(events) / seconds)) events a second")
  }

  /// Runs one of the processes.
  static func write(_ arguments: [String]) throws {
    guard arguments.count == 5, let space = UUID(uuidString: arguments[1]),
      let saves = Int(arguments[2]), let batch = Int(arguments[3]),
      let durability = HBDurability(rawValue: arguments[4])
    else { throw CocoaError(.featureUnsupported) }
    let store = HBLocalStore(
      baseDirectory: URL(fileURLWithPath: arguments[0], isDirectory: true),
      durability: durability, actor: "writer", lockPatience: 60)
    var anchors = (0..<batch).map { _ in
      HBAnchor(spaceId: space, transform: HBTransform.identity, metadata: [:])
    }
    for round in 0...saves {
      try store.perform(.save(anchors), spaceId: space)
      for place in anchors.indices {
        anchors[place].update(transform: HBTransform.make(position: SIMD3(Float(round), 1, 0)))
      }
    }
    try store.flush()
  }
}
