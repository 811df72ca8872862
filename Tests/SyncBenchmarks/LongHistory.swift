import Foundation
import Hyperbasis
import SupabaseTestSupport

/// A space with a long history: the cost of pushing it, of pulling it, and of finding that there is
/// nothing to do.
struct LongHistory {
  let events: Int
  let base: URL

  private static let anchorCount = 1000

  func run() async throws {
    try await SupabaseServer.withProject(.migrated) { project in
      let one = storage(project, "one")
      let two = storage(project, "two")
      let space = HBSpace(name: "Benchmark")
      try await one.save(space)
      try await fill(space.id, in: one)
      try await measure("push \(events) events") { try await one.sync() }
      try await measure("pull \(events) events") { try await two.sync() }
      try await measure("idle sync") { try await two.sync() }
      let reopened = storage(project, "two")
      try await project.clearJournal()
      try await measure("idle sync of a store that was just opened") { try await reopened.sync() }
      let counts = try await project.journal().counts.sorted { $0.key < $1.key }
      print("its requests:", counts.map { "\($0.value) \($0.key)" }.joined(separator: ", "))
      print("events on the server:", try project.sql("select count(*) from anchor_events"))
      print("events pulled:", try await two.timeline(spaceId: space.id).events.count)
    }
  }

  private func storage(_ project: SupabaseProject, _ folder: String) -> HBStorage {
    HBStorage(
      config: HBStorageConfig(
        backend: .supabase(url: project.url.absoluteString, anonKey: project.anonymousKey),
        directory: base.appending(path: folder)))
  }

  private func fill(_ space: UUID, in storage: HBStorage) async throws {
    let ids = (0..<Self.anchorCount).map { _ in UUID() }
    for round in 0..<max(1, events / Self.anchorCount) {
      try await storage.save(
        ids.map { id in
          HBAnchor(
            id: id, spaceId: space,
            transform: HBTransform.make(position: SIMD3(Float(round), 0.5, -1.25)),
            metadata: ["text": "An anchor of a benchmark", "color": "#3355aa"])
        })
    }
  }

  private func measure(
    _ what: String, _ body: @Sendable () async throws -> Void
  ) async rethrows {
    let start = ContinuousClock.now
    try await body()
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    print("\(what): \((seconds * 100).rounded() / 100) s")
  }
}
