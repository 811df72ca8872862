import Foundation
import Hyperbasis
import SupabaseTestSupport

/// The cost of keeping a store of very many spaces in sync, with each pass in a process of its own.
struct ManySpaces {
  let spaces: Int
  let events: Int
  let base: URL

  /// Lets a store pull everything from one server, and push it to another one.
  func run() async throws {
    let store = base.appending(path: "store")
    try await SupabaseServer.withProject(.migrated) { project in
      try fill(project)
      try await passes("first pull", store, project)
    }
    try await SupabaseServer.withProject(.migrated) { project in
      try await passes("first push", store, project)
      print("events on the server:", try project.sql("select count(*) from anchor_events"))
    }
  }

  /// Fills the database directly: creating that many spaces one by one takes longer than everything
  /// measured.
  private func fill(_ project: SupabaseProject) throws {
    try project.sql(
      """
      create temporary table new_spaces as
        select gen_random_uuid() as id, n from generate_series(0, \(spaces) - 1) as n;
      create temporary table new_anchors as
        select gen_random_uuid() as id, new_spaces.id as space_id,
          array[1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, place / \(spaces), 0.5, -1.25, 1]::float8[]
            as transform,
          '{"text": "An anchor of a benchmark", "color": "#3355aa"}'::jsonb as metadata,
          '2024-01-01Z'::timestamptz + place * interval '1 millisecond' as instant
        from generate_series(0, \(events) - 1) as place
        join new_spaces on new_spaces.n = place % \(spaces);
      insert into public.spaces (id, name, created_at, updated_at)
        select id, 'Space ' || n, '2024-01-01Z', '2024-01-01Z' from new_spaces;
      insert into public.anchor_events
          (id, anchor_id, space_id, type, "timestamp", version, transform, metadata)
        select gen_random_uuid(), id, space_id, 'created', instant, 1, transform, metadata
        from new_anchors;
      insert into public.anchors (id, space_id, transform, metadata, created_at, updated_at)
        select id, space_id, transform, metadata, instant, instant from new_anchors;
      """)
  }

  private func passes(_ first: String, _ folder: URL, _ project: SupabaseProject) async throws {
    try await pass(first, folder, project)
    try await pass("the pass after it", folder, project)
    try await pass("idle", folder, project)
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
    guard let cost = PassCost(said) else { return print("\(name): failed: \(said)") }
    let journal = try await project.journal()
    let counts = journal.counts.sorted { $0.key < $1.key }
    print(
      "\(name): \((seconds * 100).rounded() / 100) s, processor \(cost.processor) ms,",
      "at most \(cost.peak / 1024) MiB, written \(cost.written) bytes,",
      "moved \(cost.moved) bytes,",
      "requests \(counts.reduce(0) { $0 + $1.value }):",
      counts.map { "\($0.value) \($0.key)" }.joined(separator: ", "))
  }
}
