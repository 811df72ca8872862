import Foundation
import Hyperbasis
import SupabaseTestSupport

/// What it takes to keep a store of very many spaces in step, each pass in a process of its own.
struct ManySpaces {
  let spaces: Int
  let events: Int
  let base: URL

  func run() async throws {
    let (one, two) = (base.appending(path: "one"), base.appending(path: "two"))
    try fill(one)
    try await SupabaseServer.withProject(.migrated) { project in
      try await pass("first push", one, project)
      try await pass("next pass", one, project)
      try await pass("idle", one, project)
      try await pass("first pull", two, project)
      try await pass("next pass there", two, project)
      try await pass("idle there", two, project)
      print("events on the server:", try project.sql("select count(*) from anchor_events"))
    }
  }

  private func fill(_ folder: URL) throws {
    let store = HBLocalStore(baseDirectory: folder)
    var left = events
    // What is in one of them says nothing of the next, so that one look is enough.
    try store.atOneLook {
      for number in 0..<spaces {
        let stored = try HBStorageSpace(HBSpace(name: "Space \(number)"), compression: .none)
        try store.saveSpace(stored)
        let space = stored.id
        let count = left / (spaces - number)
        left -= count
        guard count > 0 else { continue }
        let anchors = (0..<count).map { place in
          HBAnchor(
            spaceId: space, transform: HBTransform.make(position: SIMD3(Float(place), 0.5, -1.25)),
            metadata: ["text": "An anchor of a benchmark", "color": "#3355aa"])
        }
        try store.perform(.save(anchors), spaceId: space)
      }
      try store.flush()
    }
  }

  private func pass(_ name: String, _ folder: URL, _ project: SupabaseProject) async throws {
    try await project.clearJournal()
    let process = Process()
    process.executableURL = Bundle.main.bundleURL.appending(path: "SyncOnce")
    process.arguments = [folder.path]
    process.environment = [
      "SUPABASE_URL": project.url.absoluteString, "SUPABASE_ANON_KEY": project.anonymousKey,
    ]
    let output = Pipe()
    process.standardOutput = output
    let (clock, start) = (ContinuousClock(), ContinuousClock().now)
    try process.run()
    let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let seconds = start.duration(to: clock.now) / .seconds(1)
    let numbers = said.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
    guard numbers.count == 5 else { return print("\(name): failed: \(said)") }
    let journal = try await project.journal()
    let counts = journal.counts.sorted { $0.key < $1.key }
    print(
      "\(name): \((seconds * 100).rounded() / 100) s, processor \(numbers[2]) ms,",
      "at most \(numbers[1] / 1024) MiB, written \(numbers[3]) bytes,",
      "moved \(numbers[4]) bytes,",
      "requests \(counts.reduce(0) { $0 + $1.value }):",
      counts.map { "\($0.value) \($0.key)" }.joined(separator: ", "))
  }
}
