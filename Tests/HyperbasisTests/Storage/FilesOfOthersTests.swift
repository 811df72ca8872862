import Foundation
import Hyperbasis
import Synchronization
import TestSupport
import Testing

@testable import HyperbasisStore

/// What the original SDK writes into anchor files appears in an open store.
@Suite struct FilesOfOthersTests {
  private let folder: TemporaryStore
  private let store: HBLocalStore
  private let space = UUID()

  init() throws {
    folder = try TemporaryStore()
    store = HBLocalStore(baseDirectory: folder.url)
  }

  private func file(_ id: UUID) -> URL {
    folder.url.appending(path: "anchors/\(id.uuidString).json")
  }

  private func makeAnchors(_ count: Int = 1) throws -> [HBAnchor] {
    let anchors = (0..<count).map { _ in
      HBAnchor(spaceId: space, transform: HBTransform.identity, metadata: ["t": "old"])
    }
    try store.perform(.save(anchors), spaceId: space)
    try store.flush()
    #expect(try store.loadAnchors(spaceId: space).count == count)
    return anchors
  }

  /// Rewrites a file as the SDK does: a file with a later date replaces the old one, without an event.
  private func rewrite(_ id: UUID, _ change: (inout [String: Any]) -> Void) throws {
    let json = try JSONSerialization.jsonObject(with: Data(contentsOf: file(id)))
    var object = try #require(json as? [String: Any])
    object["updatedAt"] = "2099-01-01T00:00:00Z"
    change(&object)
    try JSONSerialization.data(withJSONObject: object).write(to: file(id), options: .atomic)
  }

  @Test func `a text`() throws {
    let anchor = try makeAnchors()[0]
    let before = try store.snapshot(of: space)
    for text in ["one", "two"] {
      try rewrite(anchor.id) { $0["metadata"] = ["t": text] }
      #expect(try store.loadAnchor(id: anchor.id)?.metadata == ["t": .string(text)])
      #expect(try store.loadAnchors(spaceId: space).first?.metadata == ["t": .string(text)])
      let after = try #require(try store.snapshots.refresh(before))
      #expect(after.timeline.events.map(\.type) == [.created, .updated])
      #expect(try store.snapshots.refresh(after) == nil)
    }
  }

  @Test func `a deletion`() throws {
    let anchors = try makeAnchors(3)
    try rewrite(anchors[1].id) { $0["deletedAt"] = "2099-01-01T00:00:00Z" }
    #expect(try store.loadAnchors(spaceId: space).filter(\.isDeleted).map(\.id) == [anchors[1].id])
    #expect(try store.plans.plan(.delete([anchors[0].id]), spaceId: space).changes.count == 1)
    #expect(throws: HBAnchorError.self) {
      try store.plans.plan(.delete([anchors[1].id]), spaceId: space)
    }
  }

  @Test func `an anchor that only its file knows, and that goes again`() throws {
    let anchor = try makeAnchors()[0]
    let new = UUID()
    var object = try #require(
      try JSONSerialization.jsonObject(with: Data(contentsOf: file(anchor.id))) as? [String: Any])
    object["id"] = new.uuidString
    try JSONSerialization.data(withJSONObject: object).write(to: file(new), options: .atomic)
    #expect(try store.loadAnchors(spaceId: space).count == 2)
    #expect(try store.snapshot(of: space).timeline.events.count == 2)
    try FileManager.default.removeItem(at: file(new))
    #expect(try store.snapshot(of: space).timeline.events.count == 1)
  }

  @Test func `an anchor that now lives in another space`() throws {
    let anchor = try makeAnchors()[0]
    let other = HBAnchor(spaceId: UUID(), transform: HBTransform.identity, metadata: [:])
    try store.perform(.save([other]), spaceId: other.spaceId)
    #expect(try store.loadAnchors(spaceId: other.spaceId).count == 1)
    try rewrite(anchor.id) { $0["spaceId"] = other.spaceId.uuidString }
    // Whichever space is read first.
    #expect(try store.loadAnchors(spaceId: other.spaceId).count == 2)
    #expect(try store.snapshot(of: space).timeline.events.last?.type == .deleted)
  }

  @Test func `more than one look reads`() throws {
    let anchors = try makeAnchors(20)
    for anchor in anchors { try rewrite(anchor.id) { $0["metadata"] = ["t": "new"] } }
    func texts() throws -> [String?] {
      try store.loadAnchors(spaceId: space).map { $0.stringMetadata(forKey: "t") }
    }
    // The state after checks took so much time that none is left for another.
    store.context.anchors.memory.withLock { $0.budget.spend(.seconds(1_000_000)) }
    #expect(try texts().allSatisfy { $0 == "old" })
    for read in [8, 16, 20] {
      _ = try store.context.anchors.lookAtAll(keeping: nil, readingAtMost: 8)
      #expect(try texts().count { $0 == "new" } == read)
    }
  }

  @Test func `what this store writes is not read again`() throws {
    let anchor = try makeAnchors()[0]
    let end = store.context.anchors.changesEnd
    var moved = anchor
    for x in 1...20 {
      moved.update(transform: HBTransform.make(position: SIMD3(Float(x), 0, 0)))
      try store.perform(.save([moved]), spaceId: space)
      try store.flush()
      #expect(try store.loadAnchor(id: anchor.id)?.position.x == Float(x))
    }
    #expect(store.context.anchors.changesEnd == end)
  }
}

/// How often all files are checked.
@Suite struct LookBudgetTests {
  @Test func `looks that take long are few`() {
    var now = ContinuousClock.now
    var budget = LookBudget(at: now)
    var looks = 0
    for _ in 0..<1000 {
      now += .milliseconds(100)
      guard budget.allowsLook(at: now) else { continue }
      budget.spend(.milliseconds(100))
      looks += 1
    }
    // A fiftieth of a hundred seconds, and what may be spent at once.
    #expect((20...25).contains(looks))
  }

  @Test func `looks that take no time are never refused`() {
    var now = ContinuousClock.now
    var budget = LookBudget(at: now)
    var looks = 0
    for _ in 0..<1000 {
      now += .milliseconds(10)
      if budget.allowsLook(at: now) { looks += 1 }
      budget.spend(.microseconds(150))
    }
    #expect(looks == 1000)
  }

  @Test func `changes that are too old to tell are not told`() {
    var changes = AnchorChanges()
    let ids = (0..<20_000).map { _ in UUID() }
    for id in ids { changes.append(id) }
    #expect(changes.end == 20_000)
    #expect(changes.anchors(since: 0) == nil)
    #expect(changes.anchors(since: 20_000) == [])
    #expect(changes.anchors(since: 19_990) == Set(ids.suffix(10)))
  }
}
