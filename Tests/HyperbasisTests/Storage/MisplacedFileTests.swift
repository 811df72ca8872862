import Foundation
import Hyperbasis
import HyperbasisAnchorLog
import StoreSimulation
import SystemPackage
import TestSupport
import Testing

/// Files that lie where another space's belong, and files that are missing.
struct MisplacedFileTests {
  private let first = UUID()
  private let second = UUID()

  private func log(_ space: UUID) -> String { "events/\(space.uuidString)/events.jsonl" }
  private func file(_ space: UUID) -> String { "spaces/\(space.uuidString).json" }

  private func makeStore() throws -> TemporaryStore {
    let folder = try TemporaryStore()
    let store = folder.open()
    for (space, name) in [(first, "Lab"), (second, "Hall")] {
      let now = Date(timeIntervalSince1970: 1_700_000_000)
      try store.saveSpace(
        HBStorageSpace(
          id: space, name: name, worldMapData: Data(name.utf8), createdAt: now, updatedAt: now,
          isCompressed: false))
      for x in 0..<3 { try store.perform(.save([.sample(space, x: Float(x))]), spaceId: space) }
    }
    try store.flush()
    return folder
  }

  private func exchange(_ one: String, _ other: String, _ folder: TemporaryStore) throws {
    let (left, right) = (try folder.read(one), try folder.read(other))
    try folder.overwrite(one, right)
    try folder.overwrite(other, left)
  }

  @Test func `a log in another one's place is one problem, and is never written to`() throws {
    let folder = try makeStore()
    try exchange(log(first), log(second), folder)
    let logs = [try folder.read(log(first)), try folder.read(log(second))]
    let report = try folder.open().verifier.verify()
    #expect(report.problems.map(\.kind) == [.idMismatch, .idMismatch])
    #expect(Set(report.problems.map(\.file)) == [log(first), log(second)])
    let problem = try #require(report.problems.first { $0.file == log(first) })
    #expect(problem.action.contains("belongs to space \(second.uuidString)"))
    #expect(problem.action.contains("or to \(log(second)) if there is none"))
    #expect(!problem.isRepairable)
    #expect(report.severity == .damage)
    #expect(
      try folder.open().verifier.repair().problems.map(\.kind) == [.idMismatch, .idMismatch])
    #expect([try folder.read(log(first)), try folder.read(log(second))] == logs)
    // Back in their places they have lost nothing.
    try exchange(log(first), log(second), folder)
    #expect(try folder.open().verifier.verify().problems.isEmpty)
  }

  @Test func `whoever reads a log in another one's place is warned`() throws {
    let folder = try makeStore()
    try exchange(log(first), log(second), folder)
    let store = folder.open()
    _ = try store.snapshot(of: first)
    #expect(store.catalog.skipped.map(\.file) == [log(first)])
    for _ in 0..<2 {
      let store = folder.open()
      _ = try store.catalog.summaries()
      #expect(Set(store.catalog.skipped.map(\.file)) == [log(first), log(second)])
    }
  }

  @Test func `a few lines of another space are notes`() throws {
    let folder = try makeStore()
    let line = try #require(try folder.read(log(second)).split(separator: 0x0A).first)
    try folder.append(String(decoding: line, as: UTF8.self) + "\n", toLogOf: first)
    #expect(try folder.open().verifier.verify().problems.map(\.kind) == [.foreignSpace])
  }

  @Test func `two files of spaces get each other's names`() throws {
    let folder = try makeStore()
    let files = [try folder.read(file(first)), try folder.read(file(second))]
    try exchange(file(first), file(second), folder)
    let found = try folder.open().verifier.verify().problems
    #expect(found.map(\.kind) == [.idMismatch, .idMismatch])
    #expect(found.map(\.isRepairable) == [true, true])
    _ = try folder.open().verifier.repair()
    #expect([try folder.read(file(first)), try folder.read(file(second))] == files)
    #expect(try folder.open().verifier.verify().problems.isEmpty)
  }

  @Test func `a repair of two names that is cut short keeps both files`() throws {
    let folder = try makeStore()
    try exchange(file(first), file(second), folder)
    let files = FaultyFileSystem { [second] operation, path in
      operation == .rename && path.string.hasSuffix("spaces/\(second.uuidString).json")
        ? .fail(.ioError) : nil
    }
    _ = try folder.open(files: files).verifier.repair()
    let kept = try folder.contents().values.filter {
      $0.range(of: Data("worldMapData".utf8)) != nil
    }
    #expect(kept.count == 2)
    _ = try folder.open().verifier.repair()
    #expect(try folder.open().verifier.verify().severity != .damage)
  }

  @Test func `missing files of anchors are noted, and written by a repair`() throws {
    let folder = try makeStore()
    let names = folder.names(in: "anchors")
    for name in names.prefix(2) {
      try FileManager.default.removeItem(at: folder.url.appending(path: "anchors/\(name)"))
    }
    let report = try later(folder).verifier.verify()
    #expect(report.problems.map(\.kind) == [.missingFile, .missingFile])
    #expect(Set(report.problems.map(\.file)) == Set(names.prefix(2).map { "anchors/\($0)" }))
    #expect(report.severity == .note)
    let repaired = try later(folder).verifier.repair().problems
    #expect(repaired.map(\.action) == ["written from the log", "written from the log"])
    #expect(folder.names(in: "anchors") == names)
    #expect(try later(folder).verifier.verify().problems.isEmpty)
  }

  /// The program that changed it writes it within a second.
  @Test func `the file of an anchor that was just changed may be missing`() throws {
    let folder = try makeStore()
    let store = folder.open()
    let anchor = HBAnchor.sample(first)
    try store.perform(.save([anchor]), spaceId: first)
    let events = try store.loadEvents(spaceId: first)
    let saved = try #require(events.first { $0.anchorId == anchor.id }).timestamp
    let others = folder.open(clock: { HBInstant(saved) })
    let problems = try others.verifier.verify().problems
    #expect(problems.isEmpty, "\(problems)")
  }

  /// Opens a store when all changes are a while ago.
  private func later(_ folder: TemporaryStore) -> HBLocalStore {
    folder.open(clock: { HBInstant(microseconds: 1_706_800_000_000_000) })
  }

  @Test func `very many missing files are one note`() throws {
    let folder = try TemporaryStore()
    let store = folder.open()
    try store.perform(.save((0..<40).map { .sample(first, x: Float($0)) }), spaceId: first)
    try store.flush()
    for name in folder.names(in: "anchors").prefix(30) {
      try FileManager.default.removeItem(at: folder.url.appending(path: "anchors/\(name)"))
    }
    let problem = try #require(try later(folder).verifier.verify().problems.first)
    #expect(problem.kind == .missingFile)
    #expect(problem.excerpt == "30 anchors of space \(first.uuidString)")
  }

  @Test func `the file of a hidden anchor may be missing`() throws {
    let folder = try TemporaryStore()
    let store = folder.open()
    let anchors = (0..<2).map { HBAnchor.sample(first, x: Float($0)) }
    try store.perform(.save(anchors), spaceId: first)
    try store.perform(.delete([anchors[0].id]), spaceId: first)
    try store.flush()
    try FileManager.default.removeItem(
      at: folder.url.appending(path: "anchors/\(anchors[0].id.uuidString).json"))
    #expect(try later(folder).verifier.verify().problems.isEmpty)
  }
}
