import Foundation
import Hyperbasis
import StoreSimulation
import SystemPackage
import Testing

/// Where a file belongs, there is something that is not a file or cannot be read: it is skipped, reported
/// and kept, and blocks nothing else.
@Suite struct BadFileTests {
  private let here = UUID()
  private let there = UUID()
  private let anchors = [UUID(), UUID()]

  /// A store of two spaces with an anchor each.
  private func store() throws -> TemporaryStore {
    let folder = try TemporaryStore()
    let store = folder.open()
    for (space, anchor) in zip([here, there], anchors) {
      let now = Date(timeIntervalSince1970: 1_700_000_000)
      try store.saveSpace(
        HBStorageSpace(
          id: space, name: space == here ? "Here" : "There", worldMapData: Data(), createdAt: now,
          updatedAt: now, isCompressed: false))
      try store.perform(.save([.sample(space, id: anchor)]), spaceId: space)
    }
    try store.flush()
    return folder
  }

  private func expectBothSpacesWork(
    _ folder: TemporaryStore, _ files: (any Hyperbasis.FileSystem)? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let store =
      files.map { folder.open(files: $0) }
      ?? HBLocalStore(baseDirectory: folder.url, clock: TestClock().now)
    #expect(try store.catalog.summaries().count == 2, sourceLocation: sourceLocation)
    for space in [here, there] {
      let before = try store.loadEvents(spaceId: space).count
      try store.perform(.save([.sample(space)]), spaceId: space)
      #expect(
        try store.loadEvents(spaceId: space).count == before + 1, sourceLocation: sourceLocation)
    }
    try store.flush()
  }

  private func badFiles(_ folder: TemporaryStore) throws -> [String] {
    try folder.open().verifier.verify().problems.filter { $0.kind == .badFile }.map(\.file)
  }

  @Test(arguments: BadFile.allCases) func anAnchorFileBlocksNothing(kind: BadFile) throws {
    let folder = try store()
    let path = "anchors/\(UUID().uuidString).json"
    guard try kind.put(at: folder.url.appending(path: path)) else { return }
    let identity = folder.identity(path)
    try expectBothSpacesWork(folder)
    #expect(folder.identity(path) == identity)
    #expect(try badFiles(folder) == [path])
    #expect(try folder.open().verifier.verify().events == 4)
    _ = try folder.open().verifier.repair()
    #expect(try badFiles(folder) == [])
    #expect(folder.identity(path) == nil)
    #expect(
      folder.names(in: ".hyperbasis/quarantine").filter { $0.hasSuffix(".bytes") }.count == 1)
  }

  @Test(arguments: BadFile.allCases)
  func theFileOfAKnownAnchorStaysUntilTheAnchorChanges(kind: BadFile) throws {
    let folder = try store()
    let path = "anchors/\(anchors[0].uuidString).json"
    guard try kind.put(at: folder.url.appending(path: path)) else { return }
    let identity = folder.identity(path)
    try expectBothSpacesWork(folder)
    #expect(folder.identity(path) == identity)
    do {
      let store = folder.open()
      #expect(try store.loadAnchors(spaceId: here).count == 2)
      try store.perform(.save([.sample(here, id: anchors[0], x: 3)]), spaceId: here)
      try store.flush()
    }
    #expect(folder.identity(path) != identity)
    #expect(try badFiles(folder) == [])
    #expect(try folder.open().loadAnchor(id: anchors[0])?.position.x == 3)
  }

  @Test(arguments: BadFile.allCases) func aLogStopsItsOwnSpaceAlone(kind: BadFile) throws {
    let folder = try store()
    let path = "events/\(there.uuidString)/events.jsonl"
    guard try kind.put(at: folder.url.appending(path: path)) else { return }
    let store = folder.open()
    let summaries = try store.catalog.summaries()
    #expect(summaries.map(\.name) == ["Here", "There"])
    #expect(summaries.map(\.events) == [1, 0])
    #expect(summaries.map(\.problems) == [0, 1])
    #expect(store.catalog.skipped.map(\.file) == [path])
    try store.perform(.save([.sample(here)]), spaceId: here)
    #expect(try store.loadAnchor(id: anchors[0]) != nil)
    #expect(throws: HBStorageError.self) {
      try store.perform(.save([.sample(there)]), spaceId: there)
    }
    #expect(throws: HBStorageError.self) { try store.snapshot(of: there) }
    #expect(try badFiles(folder) == [path])
    #expect(try folder.open().verifier.verify(spaceId: here).problems.isEmpty)
    _ = try folder.open().verifier.repair()
    // The target of a link may well be the history, so the link stays.
    let stays = [.link, .danglingLink].contains(kind)
    #expect(try badFiles(folder) == (stays ? [path] : []))
  }

  @Test(arguments: BadFile.allCases) func aSpacesFolderOfEventsStopsItAlone(kind: BadFile) throws {
    let folder = try store()
    let path = "events/\(there.uuidString)"
    guard kind != .directory, try kind.put(at: folder.url.appending(path: path)) else { return }
    let store = folder.open()
    #expect(try store.catalog.summaries().count == 2)
    try store.perform(.save([.sample(here)]), spaceId: here)
    #expect(try badFiles(folder).contains(path))
  }

  @Test(arguments: BadFile.allCases) func aSpacesFileHidesItsNameAlone(kind: BadFile) throws {
    let folder = try store()
    let path = "spaces/\(there.uuidString).json"
    guard try kind.put(at: folder.url.appending(path: path)) else { return }
    let identity = folder.identity(path)
    try expectBothSpacesWork(folder)
    #expect(try folder.open().catalog.names().map(\.name) == ["Here", nil])
    #expect(throws: HBStorageError.self) { try folder.open().loadSpace(id: there) }
    #expect(folder.identity(path) == identity)
    #expect(try badFiles(folder) == [path])
  }

  @Test(arguments: BadFile.allCases) func aWorldMapStopsNothing(kind: BadFile) throws {
    let folder = try store()
    let path = "worldmaps/\(there.uuidString).bin"
    guard try kind.put(at: folder.url.appending(path: path)) else { return }
    try expectBothSpacesWork(folder)
    #expect(try folder.open().loadAllSpaces().map(\.id) == [here])
    #expect(try badFiles(folder) == [path])
  }

  @Test(
    arguments: BadFile.allCases,
    [
      "pending_operations.json", "sync_metadata.json", ".hyperbasis/bookmarks.json",
      ".hyperbasis/imports/00000000-0000-4000-8000-000000000001.json",
    ])
  func aSmallFileStopsNothing(kind: BadFile, path: String) throws {
    let folder = try store()
    guard try kind.put(at: folder.url.appending(path: path)) else { return }
    try expectBothSpacesWork(folder)
    let store = folder.open()
    #expect(store.loadPendingOperations().isEmpty)
    let imported = try #require(UUID(uuidString: "00000000-0000-4000-8000-000000000001"))
    #expect(try store.importRecords.load(imported) == nil)
    #expect(try badFiles(folder) == [path])
    _ = try folder.open().verifier.repair()
    #expect(folder.identity(path) == nil)
    try folder.open().savePendingOperations([HBPendingOperation(type: .saveSpace(here))])
    #expect(folder.open().loadPendingOperations().count == 1)
  }

  @Test(arguments: BadFile.allCases) func aListOfWhatWaitsIsMovedAwayWhenSaved(kind: BadFile) throws
  {
    let folder = try store()
    guard try kind.put(at: folder.url.appending(path: "pending_operations.json")) else { return }
    try folder.open().savePendingOperations([HBPendingOperation(type: .saveSpace(here))])
    #expect(folder.open().loadPendingOperations().count == 1)
  }

  @Test(arguments: BadFile.allCases) func aLockFileStopsChangesOfItsSpaceAlone(kind: BadFile) throws
  {
    let folder = try store()
    let path = ".hyperbasis/locks/\(there.uuidString).lock"
    guard try kind.put(at: folder.url.appending(path: path)) else { return }
    let store = folder.open()
    #expect(try store.loadAnchors(spaceId: there).count == 1)
    try store.perform(.save([.sample(here)]), spaceId: here)
    #expect(throws: HBStorageError.self) {
      try store.perform(.save([.sample(there)]), spaceId: there)
    }
    #expect(try badFiles(folder) == [path])
  }

  @Test(arguments: ["anchors", "spaces", "events", "worldmaps", ".hyperbasis"])
  func aFileInAFoldersPlaceIsTold(name: String) throws {
    let folder = try store()
    let url = folder.url.appending(path: name)
    if folder.exists(name) { try FileManager.default.removeItem(at: url) }
    try folder.write(name, "not a folder")
    #expect(try folder.open().catalog.summaries().count <= 2)
    #expect(try badFiles(folder) == [name])
    guard name == "anchors" else { return }
    try folder.open().perform(.save([.sample(here)]), spaceId: here)
    #expect(try folder.open().loadEvents(spaceId: here).count == 2)
  }
}

// MARK: - Without permission

extension BadFileTests {
  /// Refuses by itself, since the tests may run as a user whom no permission stops.
  private func refusing(_ path: String) -> FaultyFileSystem {
    FaultyFileSystem { operation, place in
      operation == .open && place.string.hasSuffix(path) ? .fail(.permissionDenied) : nil
    }
  }

  @Test func anAnchorFileWithoutPermissionBlocksNothing() throws {
    let folder = try store()
    let path = "anchors/\(anchors[1].uuidString).json"
    let before = try folder.read(path)
    try expectBothSpacesWork(folder, refusing(path))
    #expect(try folder.read(path) == before)
    let report = try folder.open(files: refusing(path)).verifier.verify()
    #expect(report.problems.filter { $0.kind == .badFile }.map(\.file) == [path])
    #expect(report.events == 4)
  }

  @Test func aLogWithoutPermissionStopsItsOwnSpaceAlone() throws {
    let folder = try store()
    let path = "events/\(there.uuidString)/events.jsonl"
    let store = folder.open(files: refusing(path))
    #expect(try store.catalog.summaries().map(\.events) == [1, 0])
    try store.perform(.save([.sample(here)]), spaceId: here)
    #expect(throws: HBStorageError.self) { try store.snapshot(of: there) }
    let report = try store.verifier.verify()
    #expect(report.problems.filter { $0.kind == .badFile }.map(\.file) == [path])
    #expect(report.events == 2)
    let repaired = try store.verifier.repair()
    #expect(repaired.problems.contains { $0.file == path && $0.kind == .badFile })
    #expect(try folder.open().loadEvents(spaceId: there).count == 1)
  }

  @Test(arguments: [Errno.tooManyOpenFiles, .noMemory])
  func aStarvedProcessIsNotABadFile(code: Errno) throws {
    let folder = try store()
    let path = "anchors/\(anchors[1].uuidString).json"
    let files = FaultyFileSystem { operation, place in
      operation == .open && place.string.hasSuffix(path) ? .fail(code) : nil
    }
    let store = folder.open(files: files)
    #expect(throws: HBStorageError.self) { try store.catalog.summaries() }
    #expect(throws: HBStorageError.self) { try store.verifier.verify() }
    #expect(store.catalog.skipped.isEmpty)
  }
}

// MARK: - Sizes

extension BadFileTests {
  @Test func aHugeFileIsNotRead() throws {
    let folder = try store()
    let path = "anchors/\(UUID().uuidString).json"
    try folder.write(path, "")
    // Sparse: it takes no room on the disk.
    #expect(truncate(folder.url.appending(path: path).path, 1 << 42) == 0)
    try expectBothSpacesWork(folder)
    #expect(try badFiles(folder) == [path])
  }
}
