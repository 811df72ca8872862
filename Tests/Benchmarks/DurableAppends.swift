import Foundation
import Hyperbasis

/// Durable saves by many tasks at once, compared with the number of flushes of the disk per second.
struct DurableAppends {
  let folder: URL
  private static let flushes = 2000

  func run() async throws {
    let flushes = try flushesPerSecond()
    print("  flushes a second of an appended file \(Int(flushes))")
    for savers in [1, 8, 64] {
      let rate = try await savesPerSecond(savers)
      let ratio = String(format: "%.1f", rate / flushes)
      print("  durable saves a second, \(savers) at once    \(Int(rate)), \(ratio) a flush")
    }
  }

  /// Returns how often per second an event's bytes can be appended and flushed, one after the other.
  private func flushesPerSecond() throws -> Double {
    let path = folder.appendingPathComponent("flushes").path
    let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    guard descriptor >= 0 else { throw CocoaError(.fileWriteUnknown) }
    defer { close(descriptor) }
    let line = [UInt8](repeating: 0x20, count: 300)
    let start = ContinuousClock.now
    for _ in 0..<Self.flushes {
      guard write(descriptor, line, line.count) == line.count, Self.flush(descriptor) == 0 else {
        throw CocoaError(.fileWriteUnknown)
      }
    }
    return Double(Self.flushes) / ((ContinuousClock.now - start) / .seconds(1))
  }

  private static func flush(_ descriptor: Int32) -> Int32 {
    #if canImport(Darwin)
      fcntl(descriptor, F_FULLFSYNC)
    #else
      fdatasync(descriptor)
    #endif
  }

  private func savesPerSecond(_ savers: Int) async throws -> Double {
    let store = folder.appendingPathComponent("durable-\(savers)")
    let storage = HBStorage(
      config: HBStorageConfig(directory: store, durability: .disk, actor: "benchmark"))
    let space = UUID()
    let rounds = Self.flushes / savers
    let anchors = (0..<savers).map { _ in
      HBAnchor(spaceId: space, transform: HBTransform.identity, metadata: [:])
    }
    try await storage.save(anchors)
    let start = ContinuousClock.now
    try await withThrowingTaskGroup(of: Void.self) { group in
      for anchor in anchors {
        group.addTask {
          var anchor = anchor
          for round in 0..<rounds {
            anchor.update(transform: HBTransform.make(position: SIMD3(Float(round), 1, 0)))
            try await storage.save(anchor)
          }
        }
      }
      try await group.waitForAll()
    }
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    let saved = try await storage.timeline(spaceId: space).events.count - savers
    guard saved == rounds * savers else { throw CocoaError(.fileWriteUnknown) }
    return Double(saved) / seconds
  }
}
