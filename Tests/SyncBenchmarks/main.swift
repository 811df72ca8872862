import Foundation
import Hyperbasis
import SupabaseTestSupport

// Pushes a long history to the server of the tests and pulls it into an empty store, over the
// loopback interface. Needs what the tests of syncing need.
//
//   swift run -c release SyncBenchmarks [EVENTS]
//   swift run -c release SyncBenchmarks spaces [SPACES [EVENTS]]
//
// The second form counts what each pass costs a store of very many spaces; build SyncOnce as well.

if CommandLine.arguments.dropFirst().first == "spaces" {
  let numbers = CommandLine.arguments.dropFirst(2).compactMap { Int($0) }
  let base = FileManager.default.temporaryDirectory.appending(path: "hyperbasis-\(UUID())")
  defer { try? FileManager.default.removeItem(at: base) }
  try await ManySpaces(
    spaces: numbers.first ?? 2000, events: numbers.dropFirst().first ?? 10_000, base: base
  ).run()
  exit(0)
}

let count = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 100_000
let anchorCount = 1000

func storage(_ project: SupabaseProject, _ folder: URL) -> HBStorage {
  HBStorage(
    config: HBStorageConfig(
      backend: .supabase(url: project.url.absoluteString, anonKey: project.anonymousKey),
      directory: folder))
}

func measure(_ what: String, _ body: @Sendable () async throws -> Void) async rethrows {
  let clock = ContinuousClock()
  let start = clock.now
  try await body()
  let time = start.duration(to: clock.now)
  let seconds = Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18
  let rounded = (seconds * 100).rounded() / 100
  print("\(what): \(rounded) s")
}

let base = FileManager.default.temporaryDirectory.appending(path: "hyperbasis-\(UUID())")
defer { try? FileManager.default.removeItem(at: base) }

try await SupabaseServer.withProject(.migrated) { project in
  let one = storage(project, base.appending(path: "one"))
  let two = storage(project, base.appending(path: "two"))
  let space = HBSpace(name: "Benchmark")
  try await one.save(space)
  let ids = (0..<anchorCount).map { _ in UUID() }
  for round in 0..<max(1, count / anchorCount) {
    try await one.save(
      ids.map { id in
        HBAnchor(
          id: id, spaceId: space.id,
          transform: HBTransform.make(position: SIMD3(Float(round), 0.5, -1.25)),
          metadata: ["text": "An anchor of a benchmark", "color": "#3355aa"])
      })
  }
  try await measure("push \(count) events") { try await one.sync() }
  try await measure("pull \(count) events") { try await two.sync() }
  try await measure("idle sync") { try await two.sync() }
  let reopened = storage(project, base.appending(path: "two"))
  try await project.clearJournal()
  try await measure("idle sync of a store that was just opened") { try await reopened.sync() }
  let counts = try await project.journal().counts.sorted { $0.key < $1.key }
  print("its requests:", counts.map { "\($0.value) \($0.key)" }.joined(separator: ", "))
  print("events on the server:", try project.sql("select count(*) from anchor_events"))
  print("events pulled:", try await two.timeline(spaceId: space.id).events.count)
}
