import Foundation
import Hyperbasis

/// Saves through the public API of the store, into a space that has the whole log.
struct Saves {
  let store: URL
  let space: UUID

  func run() async throws {
    let storage = HBStorage(config: HBStorageConfig(directory: store, actor: "benchmark"))
    var opening = Samples()
    var timeline: HBTimeline?
    let start = ContinuousClock().now
    timeline = try await storage.timeline(spaceId: space)
    opening.add(ContinuousClock().now - start)
    let anchors = timeline.map { Array($0.state(at: .distantFuture).prefix(50)) } ?? []
    var saves = Samples()
    for round in 0..<4 {
      for var anchor in anchors {
        anchor.update(transform: HBTransform.make(position: SIMD3(Float(round), 7, 7)))
        let start = ContinuousClock().now
        try await storage.save(anchor)
        // The first round also writes what the fresh store still lacks.
        if round > 0 { saves.add(ContinuousClock().now - start) }
      }
    }
    Questions.report("opening the store, first timeline", opening)
    Questions.report("one save at .os", saves, "0.2 ms")
    if let megabytes = privateMegabytes() {
      print(String(format: "  private memory with the store open   %.0f MB", megabytes))
    }
  }
}
