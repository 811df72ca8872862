import Foundation
import Hyperbasis
import SupabaseTestSupport
import Testing

/// Waiting for the network costs no work: the system calls of a sync depend on what it sends.
@Suite(.requiresSupabase, .enabled(if: SystemCalls.canCount, "strace is not installed"))
struct SystemCallTests {
  @Test func aPushTakesCallsByTheRequestAndNotByTheMoment() async throws {
    try await SupabaseServer.withProject(.migrated) { project in
      try await Machine.with([Machine(project), Machine(project)]) { machines in
        let space = HBSpace(name: "Long history")
        try await machines[0].storage.save(space)
        let eventCount = Self.eventCount
        try writeLog(of: space.id, eventCount, in: machines[0].folder)
        // Each answer takes a while, as on a real network.
        try await project.arm(
          SupabaseFault { ($0.path, $0.times, $0.delay) = ("/rest/v1/", nil, 0.1) })
        let push = try await SystemCalls.count(machines[0].folder, project)
        #expect(try project.sql("select count(*) from anchor_events") == "\(eventCount)")
        let requests = try await project.journal().requests.count
        #expect(requests <= 25 + eventCount / 450, "\(requests)")
        #expect(push.total < 6_000 + eventCount / 2, "\(push.table)")
        // What was pushed does not come back.
        let next = try await SystemCalls.count(machines[0].folder, project)
        #expect(next.total < 6_000, "\(next.table)")
        let idle = try await SystemCalls.count(machines[0].folder, project)
        #expect(idle.total < 6_000, "\(idle.table)")
        try await project.disarm()
        let pull = try await SystemCalls.count(machines[1].folder, project)
        let pulled = try await machines[1].storage.timeline(spaceId: space.id)
        #expect(pulled.events.count == eventCount)
        print("\(eventCount) events, KiB at most: push \(push.peak), pull \(pull.peak)")
        guard Self.isWhole else { return }
        #expect(push.peak < Self.mostMemory, "\(push.peak) KiB")
        #expect(pull.peak < Self.mostMemory, "\(pull.peak) KiB")
      }
    }
  }

  /// A tenth of the promised size: with `HYPERBASIS_SYNC_EVENTS=100000` and a release build the figures
  /// are measured in full, including memory.
  private static let eventCount =
    ProcessInfo.processInfo.environment["HYPERBASIS_SYNC_EVENTS"].flatMap { Int($0) } ?? 10_000

  /// In KiB: 60 MB.
  private static let mostMemory = 60_000_000 / 1024

  private static let isWhole = eventCount >= 100_000

  private func writeLog(of space: UUID, _ count: Int, in folder: URL) throws {
    let anchors = (0..<100).map { _ in UUID() }
    let lines = (0..<count).map { number in
      let anchor = anchors[number % anchors.count]
      let version = number / anchors.count + 1
      let time = HBInstant(microseconds: 1_706_781_600_000_000 + Int64(number) * 1_000_000)
      return
        #"{"id":"\#(UUID().uuidString)","anchorId":"\#(anchor.uuidString)","spaceId":"\#(space.uuidString)","#
        + #""type":"\#(version == 1 ? "created" : "moved")","timestamp":"\#(time.rfc3339Text)","#
        + #""version":\#(version),"transform":[1,0,0,0,0,1,0,0,0,0,1,0,\#(number),1.2,-2,1]}"#
    }
    let directory = folder.appending(path: "events/\(space.uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    try Data((lines.joined(separator: "\n") + "\n").utf8)
      .write(to: directory.appending(path: "events.jsonl"))
  }
}

/// Counts the system calls of a process.
enum SystemCalls {
  private static let tracer = "/usr/bin/strace"

  static var canCount: Bool { FileManager.default.isExecutableFile(atPath: tracer) }

  /// Returns how many calls it takes to sync a store once, how often each is made, and the peak memory of
  /// the process, in KiB.
  static func count(
    _ folder: URL, _ project: SupabaseProject
  ) async throws -> (total: Int, table: String, peak: Int) {
    let table = folder.appending(path: "calls.txt")
    defer { try? FileManager.default.removeItem(at: table) }
    let process = try SyncOnce(
      folder, project, through: [tracer, "-f", "-c", "-U", "calls,name", "-o", table.path])
    let output = await process.end()
    let text = try String(contentsOf: table, encoding: .utf8)
    let total = try #require(text.split(separator: "\n").last { $0.contains("total") })
    return (
      try #require(total.split(separator: " ").compactMap { Int($0) }.first), text,
      try #require(PassCost(output), "\(output)").peak
    )
  }
}
