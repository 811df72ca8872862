import Foundation
import Hyperbasis
import HyperbasisStore
import StoreSimulation
import SystemPackage
import Testing

/// What another process does between the moment when a change is worked out and the moment when its turn
/// comes.
///
/// Some further anchors are saved along, unchanged: a large change is worked out before its turn comes, a
/// small one is not.
@Suite struct WaitingWriterTests {
  private static let companies = [0, 20]
  private let space = UUID()

  private func company(_ count: Int) -> [HBAnchor] { (0..<count).map { _ in .sample(space) } }

  private func file(_ id: UUID) -> String { "anchors/\(id.uuidString).json" }

  /// Returns a store with an action that runs when it first tries the space's lock.
  private func open(
    _ folder: TemporaryStore, before action: @escaping @Sendable () throws -> Void
  ) -> HBLocalStore {
    let isDone = Locked(false)
    let lock = "\(space.uuidString).lock"
    let files = FaultyFileSystem { operation, path in
      guard operation == .lock, path.lastComponent?.string == lock,
        !isDone.withLock({ isDone in
          defer { isDone = true }
          return isDone
        })
      else { return nil }
      do { try action() } catch { Issue.record(error) }
      return nil
    }
    return folder.open(files: files)
  }

  private func versions(_ folder: TemporaryStore, _ anchor: HBAnchor) throws -> [Int] {
    try folder.open().loadEvents(anchorId: anchor.id, spaceId: space).map(\.version)
  }

  @Test(arguments: companies)
  func `a save goes by what others made of its anchor meanwhile`(count: Int) throws {
    let folder = try TemporaryStore()
    let company = company(count)
    let other = folder.open()
    let (space, anchor) = (space, HBAnchor.sample(space, x: 1))
    try other.perform(.save([anchor] + company), spaceId: space)
    let late = open(folder) {
      try other.perform(
        .save([.sample(space, id: anchor.id, x: 5, metadata: ["text": "theirs"])]),
        spaceId: space)
    }
    let written = try late.perform(
      .save([.sample(space, id: anchor.id, x: 9)] + company), spaceId: space)
    #expect(written.changes[0].before?.metadata == ["text": "theirs"])
    #expect(written.events.map(\.type) == [.moved, .updated])
    #expect(try versions(folder, anchor) == [1, 2, 3, 4, 5])
    #expect(try late.loadAnchor(id: anchor.id)?.metadata == ["text": "note"])
    #expect(try folder.open().verifier.verify().problems.isEmpty)
  }

  @Test(arguments: companies)
  func `what others do to other anchors changes nothing but where it is written`(count: Int) throws
  {
    let folder = try TemporaryStore()
    let company = company(count)
    let other = folder.open()
    let (space, anchor, stranger) = (space, HBAnchor.sample(space), HBAnchor.sample(space))
    try other.perform(.save([anchor] + company), spaceId: space)
    let late = open(folder) { try other.perform(.save([stranger]), spaceId: space) }
    let written = try late.perform(
      .save([.sample(space, id: anchor.id, x: 9)] + company), spaceId: space)
    #expect(written.head.events == 2 + count)
    #expect(written.events.map(\.version) == [2])
    let events = try folder.open().loadEvents(anchorId: anchor.id, spaceId: space)
    #expect(events.last == written.events.last)
    #expect(try folder.open().verifier.verify().problems.isEmpty)
  }

  @Test(arguments: companies)
  func `an anchor that others create meanwhile is changed and not created again`(count: Int) throws
  {
    let folder = try TemporaryStore()
    let company = company(count)
    let other = folder.open()
    let (space, anchor) = (space, HBAnchor.sample(space))
    try other.perform(.save([.sample(space)] + company), spaceId: space)
    let late = open(folder) { try other.perform(.save([anchor]), spaceId: space) }
    let written = try late.perform(
      .save([.sample(space, id: anchor.id, x: 9)] + company), spaceId: space)
    #expect(written.events.map(\.type) == [.moved])
    #expect(try versions(folder, anchor) == [1, 2])
  }

  @Test(arguments: companies)
  func `what others deleted meanwhile cannot be deleted`(count: Int) throws {
    let folder = try TemporaryStore()
    let company = company(count)
    let other = folder.open()
    let (space, anchor) = (space, HBAnchor.sample(space))
    try other.perform(.save([anchor] + company), spaceId: space)
    let late = open(folder) { try other.perform(.delete([anchor.id]), spaceId: space) }
    #expect(throws: HBAnchorError.alreadyDeleted) {
      try late.perform(.delete([anchor.id] + company.map(\.id)), spaceId: space)
    }
    #expect(try versions(folder, anchor) == [1, 2])
  }

  @Test(arguments: companies)
  func `what a file says by then is written first`(count: Int) throws {
    let folder = try TemporaryStore()
    let company = company(count)
    let other = folder.open()
    let (space, anchor) = (space, HBAnchor.sample(space, x: 1))
    try other.perform(.save([anchor] + company), spaceId: space)
    try other.flush()
    let path = file(anchor.id)
    let late = open(folder) {
      // Writes as the original SDK does: without an event, at a later date.
      let text = String(decoding: try folder.read(path), as: UTF8.self)
        .replacing(/"updatedAt":"[^"]*"/, with: #""updatedAt":"2024-02-01T11:00:00Z""#)
        .replacing("0,0,0,1,0,1,0,0,1]", with: "0,0,0,1,0,7,0,0,1]")
      try folder.write(path, text)
    }
    let written = try late.perform(
      .save([.sample(space, id: anchor.id, x: 9)] + company), spaceId: space)
    #expect(written.changes[0].before?.position.x == 7)
    #expect(try versions(folder, anchor) == [1, 2, 3])
  }
}

/// Anchor files that are written while other processes continue.
@Suite struct AnchorFileBatchTests {
  private let space = UUID()

  private func file(_ id: UUID) -> String { "anchors/\(id.uuidString).json" }

  @Test func `others change the space while files are written`() throws {
    let folder = try TemporaryStore()
    let (space, anchor) = (space, HBAnchor.sample(space))
    let other = folder.open(lockPatience: 0)
    try other.perform(.save([.sample(space)]), spaceId: space)
    try other.flush()
    let count = Counter()
    let files = FaultyFileSystem { operation, path in
      guard operation == .write, path.extension == "hbtmp", path.string.contains("/anchors/"),
        count.next() == 0
      else { return nil }
      do {
        try other.perform(.save([.sample(space, id: anchor.id, x: 9)]), spaceId: space)
      } catch {
        Issue.record(error)
      }
      return nil
    }
    let store = folder.open(files: files)
    try store.perform(.save([anchor]), spaceId: space)
    try store.flush()
    #expect(count.next() > 0)
    try other.flush()
    #expect(try folder.open().verifier.verify().problems.isEmpty)
    #expect(folder.names(in: "anchors").allSatisfy { $0.hasSuffix(".json") })
    let last = try #require(try folder.open().loadAnchor(id: anchor.id))
    #expect(last.position.x == 9)
    #expect(String(decoding: try folder.read(file(anchor.id)), as: UTF8.self).contains(",9,0,0,1]"))
  }

  @Test func `a file that somebody else writes meanwhile is not overwritten unseen`() throws {
    let folder = try TemporaryStore()
    let (space, anchor) = (space, HBAnchor.sample(space, x: 1))
    do {
      let store = folder.open()
      try store.perform(.save([anchor]), spaceId: space)
    }
    let path = file(anchor.id)
    let count = Counter()
    let files = FaultyFileSystem { operation, temporary in
      guard operation == .write, temporary.extension == "hbtmp",
        temporary.string.contains("/anchors/"), count.next() == 0
      else { return nil }
      do {
        let text = String(decoding: try folder.read(path), as: UTF8.self)
          .replacing(/"updatedAt":"[^"]*"/, with: #""updatedAt":"2030-02-01T11:00:00Z""#)
          .replacing("0,0,0,1,0,1,0,0,1]", with: "0,0,0,1,0,7,0,0,1]")
        try folder.write(path, text)
      } catch {
        Issue.record(error)
      }
      return nil
    }
    let store = folder.open(files: files)
    try store.perform(.save([.sample(space, id: anchor.id, x: 9)]), spaceId: space)
    try store.flush()
    #expect(count.next() > 0)
    #expect(String(decoding: try folder.read(path), as: UTF8.self).contains(",7,0,0,1]"))
    #expect(try folder.open().loadAnchor(id: anchor.id)?.position.x == 7)
    #expect(folder.names(in: "anchors") == ["\(anchor.id.uuidString).json"])
  }

  @Test func `files are written though another process keeps its turn`() throws {
    let folder = try TemporaryStore()
    let anchor = HBAnchor.sample(space)
    let store = folder.open()
    try store.perform(.save([anchor]), spaceId: space)
    let files = LiveFileSystem()
    let lock = FilePath(folder.url.path).appending(".hyperbasis/locks/anchors.lock")
    let holder = try files.open(lock, .lock)
    #expect(try files.tryLock(holder))
    try withExtendedLifetime(holder) { try store.flush() }
    #expect(folder.exists(file(anchor.id)))
  }
}
