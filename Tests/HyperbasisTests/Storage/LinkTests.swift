import Foundation
import Hyperbasis
import SystemPackage
import Testing

/// Nothing is read or written outside a store, wherever links in it lead.
@Suite struct LinkTests {
  private let space = UUID()
  private let anchor = UUID()

  static let folders = [
    "spaces", "anchors", "events", "events/SPACE", "worldmaps", ".hyperbasis", ".hyperbasis/locks",
    ".hyperbasis/index",
    ".hyperbasis/quarantine", ".hyperbasis/trash", ".hyperbasis/imports", ".hyperbasis/sync",
  ]

  private func open(_ folder: TemporaryStore, isStepwise: Bool) -> HBLocalStore {
    let root = FilePath(folder.url.path)
    return HBLocalStore(
      baseDirectory: folder.url, durability: .disk, actor: "tester",
      files: LiveFileSystem(root: root, isStepwise: isStepwise), lockPatience: 0.2,
      clock: TestClock().now)
  }

  private func fill(_ store: HBLocalStore) throws {
    let now = Date(timeIntervalSince1970: 1_700_000_000)
    try store.saveSpace(
      HBStorageSpace(
        id: space, name: "Room", worldMapData: Data([1, 2, 3]), createdAt: now, updatedAt: now,
        isCompressed: false))
    try store.perform(.save([.sample(space, id: anchor)]), spaceId: space)
    try store.flush()
  }

  /// Every possible change, each of which may fail.
  private func changes(_ store: HBLocalStore) -> [() throws -> Void] {
    [
      { try fill(store) },
      { try store.perform(.save([.sample(space, id: anchor, x: 9)]), spaceId: space) },
      { try store.perform(.delete([anchor]), spaceId: space) },
      { try store.perform(.undo, spaceId: space) },
      { try store.saveAnchor(.sample(space, id: anchor, x: 4)) },
      { try store.flush() },
      { try store.spaces.rename(space, to: "Other") },
      { _ = try store.bookmarks.add(store.bookmarks.make("n", at: .init(Date()), spaceId: space)) },
      { try store.importRecords.save(["a": .int(1)], of: space) },
      { try store.savePendingOperations([HBPendingOperation(type: .saveSpace(space))]) },
      { try store.purgeDeletedAnchors(before: .distantFuture) },
      { _ = try store.verifier.repair() },
      { try store.deleteSpace(id: space) },
      { for trashed in try store.trash.list() { try store.trash.restore(trashed) } },
      { try store.clearAll() },
    ]
  }

  @Test(arguments: folders, [false, true])
  func aLinkedFolderIsNotGoneInto(name: String, isStepwise: Bool) throws {
    let (folder, outside) = (try TemporaryStore(), try TemporaryStore())
    do { try fill(open(folder, isStepwise: isStepwise)) }
    // The target is such that a store could continue with it.
    let path = name.replacing("SPACE", with: space.uuidString)
    let place = folder.url.appending(path: path)
    let target = outside.url.appending(path: "target")
    if folder.exists(path) {
      try FileManager.default.moveItem(at: place, to: target)
    } else {
      try FileManager.default.createDirectory(at: target, withIntermediateDirectories: true)
    }
    try FileManager.default.createSymbolicLink(at: place, withDestinationURL: target)
    let before = try outside.contents()
    for change in 0..<changes(open(folder, isStepwise: isStepwise)).count {
      // Most of them fail; what matters is what they leave behind.
      try? changes(open(folder, isStepwise: isStepwise))[change]()
      #expect(try outside.contents() == before, "change \(change)")
    }
  }

  @Test(arguments: [false, true]) func aStoreMayBeReachedThroughALink(isStepwise: Bool) throws {
    let (folder, outside) = (try TemporaryStore(), try TemporaryStore())
    let link = outside.url.appending(path: "store")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: folder.url)
    let store = HBLocalStore(
      baseDirectory: link, durability: .disk,
      files: LiveFileSystem(root: FilePath(link.path), isStepwise: isStepwise),
      clock: TestClock().now)
    try fill(store)
    #expect(try store.loadAnchors(spaceId: space).count == 1)
    #expect(try folder.open().loadAnchors(spaceId: space).count == 1)
    #expect(try store.verifier.verify().problems.isEmpty)
  }

  @Test func whereTheLinkToAStoreLeadsIsLookedUpAgain() throws {
    let (one, two, outside) = (try TemporaryStore(), try TemporaryStore(), try TemporaryStore())
    let link = outside.url.appending(path: "store")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: one.url)
    let files = LiveFileSystem(root: FilePath(link.path))
    let path = FilePath(link.path).appending("a.json")
    try files.replace(path, with: Data("one".utf8), .durable)
    #expect(one.names(in: "") == ["a.json"])
    try FileManager.default.removeItem(at: one.url)
    try FileManager.default.removeItem(at: link)
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: two.url)
    try files.replace(path, with: Data("two".utf8), .durable)
    #expect(two.names(in: "") == ["a.json"])
  }

  @Test func aHardLinkedLogIsReadButNotWritten() throws {
    let (folder, outside) = (try TemporaryStore(), try TemporaryStore())
    do { try fill(folder.open()) }
    let log = folder.url.appending(path: "events/\(space.uuidString)/events.jsonl")
    try FileManager.default.linkItem(at: log, to: outside.url.appending(path: "log"))
    let before = try outside.contents()
    let store = folder.open()
    #expect(try store.loadAnchors(spaceId: space).count == 1)
    let error = #expect(throws: HBStorageError.self) {
      try store.perform(.save([.sample(space)]), spaceId: space)
    }
    #expect(error?.errorDescription?.contains("hard link") == true)
    #expect(try store.verifier.verify().problems.map(\.kind) == [.badFile])
    #expect(try store.verifier.repair().problems.map(\.kind) == [.badFile])
    try folder.open().perform(.save([.sample(space)]), spaceId: space)
    #expect(try folder.open().verifier.verify().problems.isEmpty)
    #expect(try outside.contents() == before)
  }

  /// If it moved the link, a new log would be begun from what the anchor files say.
  @Test(arguments: ["events/SPACE/events.jsonl", "events/SPACE", "events"])
  func `a repair leaves a link to a log where it is`(name: String) throws {
    let (folder, outside) = (try TemporaryStore(), try TemporaryStore())
    do {
      let store = folder.open()
      try fill(store)
      try store.perform(.save([.sample(space, id: anchor, x: 4)]), spaceId: space)
      try store.flush()
    }
    let path = name.replacing("SPACE", with: space.uuidString)
    let (place, target) = (folder.url.appending(path: path), outside.url.appending(path: "target"))
    try FileManager.default.moveItem(at: place, to: target)
    try FileManager.default.createSymbolicLink(at: place, withDestinationURL: target)
    let report = try folder.open().verifier.verify()
    let problem = try #require(report.problems.first)
    #expect(report.problems.count == 1 && problem.kind == .badFile && problem.file == path)
    #expect(problem.excerpt.contains("a symbolic link") && !problem.isRepairable)
    #expect(problem.action.contains("replace it with what it leads to"))
    #expect(try folder.open().verifier.repair().problems == [problem])
    #expect(try folder.open().verifier.verify().problems == [problem])
    // Once it is put back, everything is there.
    try FileManager.default.removeItem(at: place)
    try FileManager.default.moveItem(at: target, to: place)
    #expect(try folder.open().verifier.verify().problems.isEmpty)
    #expect(try folder.open().loadEvents(spaceId: space).count == 2)
  }

  @Test func whoElseMayWriteIsNoted() throws {
    let folder = try TemporaryStore()
    do { try fill(folder.open()) }
    #expect(try folder.open().verifier.verify().problems.isEmpty)
    let anchors = folder.url.appending(path: "anchors")
    #expect(chmod(anchors.path, 0o777) == 0)
    let path = "events/\(space.uuidString)/events.jsonl"
    #expect(chmod(folder.url.appending(path: path).path, 0o666) == 0)
    let report = try folder.open().verifier.verify()
    #expect(report.problems.map(\.kind) == [.worldWritable, .worldWritable])
    #expect(report.problems.map(\.file) == ["anchors", "events/\(space.uuidString)"])
    #expect(report.severity == .note)
  }

  @Test func whatSomebodyElseOwnsIsNoted() throws {
    let folder = try TemporaryStore()
    do { try fill(folder.open()) }
    // Only the superuser may give files away.
    guard geteuid() == 0 else { return }
    #expect(chown(folder.url.appending(path: "spaces").path, 12_345, 12_345) == 0)
    let report = try folder.open().verifier.verify()
    #expect(report.problems.map(\.kind) == [.foreignOwner])
    #expect(report.problems.map(\.file) == ["spaces"])
    #expect(report.severity == .note)
  }
}
