import Foundation
import Hyperbasis
import HyperbasisAnchorLog
import TestSupport
import Testing

@testable import HyperbasisStore

/// The contents of anchor files are remembered from one process to the next.
struct AnchorIndexTests {
  private static let eager: IndexPolicy = {
    var policy = IndexPolicy()
    (policy.leastEvents, policy.leastFiles, policy.leastSpaces) = (1, 1, 1)
    return policy
  }()
  private static let path = ".hyperbasis/index/anchors.index"

  private let space = UUID()

  private func makeStore(anchors: Int) throws -> (folder: TemporaryStore, anchors: [HBAnchor]) {
    let folder = try TemporaryStore()
    let anchors = (0..<anchors).map { HBAnchor.sample(space, x: Float($0)) }
    let store = folder.open(indexPolicy: .unread)
    try store.perform(.save(anchors), spaceId: space)
    try store.flush()
    try folder.age()
    return (folder, anchors)
  }

  private func facts(
    _ folder: TemporaryStore, policy: IndexPolicy = eager
  ) throws -> (facts: IndexFacts, filesRead: Int) {
    let files = MeasuringFileSystem(ending: ".json", in: "anchors")
    let store = folder.open(files: files, indexPolicy: policy)
    let facts = IndexFacts(try store.snapshot(of: space).timeline.index)
    return (facts, files.files)
  }

  @Test func `unchanged files are not read again`() throws {
    let (folder, anchors) = try makeStore(anchors: 60)
    #expect(try facts(folder).filesRead == 60)
    #expect(try facts(folder).filesRead == 0)
    #expect(try facts(folder).facts == facts(folder, policy: .unread).facts)
    // The SDK writes into the file in place.
    var moved = anchors[7]
    moved.update(transform: HBTransform.make(position: SIMD3(5, 5, 5)))
    try folder.overwrite("anchors/\(moved.id.uuidString).json", AnchorFile.encode(moved))
    let changed = try facts(folder)
    #expect(changed.filesRead == 1)
    #expect(changed.facts.events.count { $0.isSynthetic } == 1)
    #expect(try changed.facts == facts(folder, policy: .unread).facts)
    // A file that implies events is read at every opening.
    #expect(try facts(folder).filesRead == 1)
  }

  @Test func `a file whose anchor the log has changed is read again`() throws {
    let (folder, anchors) = try makeStore(anchors: 20)
    _ = try facts(folder)
    var moved = anchors[3]
    moved.update(transform: HBTransform.make(position: SIMD3(5, 5, 5)))
    let store = folder.open(indexPolicy: .readOnly)
    try store.perform(.save([moved]), spaceId: space)
    // The state after a writer's death: the log is ahead of the file.
    let again = try facts(folder)
    #expect(again.filesRead <= 1)
    #expect(try again.facts == facts(folder, policy: .unread).facts)
    try store.flush()
  }

  @Test(arguments: 0..<12)
  func `whatever happens to the files and to what is known of them`(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let (folder, anchors) = try makeStore(anchors: 12)
    for round in 0..<12 {
      let anchor = anchors[Int.random(in: 0..<anchors.count, using: &random)]
      let file = "anchors/\(anchor.id.uuidString).json"
      let url = folder.url.appending(path: file)
      switch Int.random(in: 0...6, using: &random) {
      case 0 where folder.exists(file): try FileManager.default.removeItem(at: url)
      case 1:
        var moved = anchor
        moved.update(transform: HBTransform.make(position: SIMD3(Float(round), 1, 1)))
        try folder.write(file, AnchorFile.encode(moved))
      case 2: try folder.write(file, "{")
      case 3:
        let other = HBAnchor.sample(UUID(), id: anchor.id)
        try folder.write(file, AnchorFile.encode(other))
      case 4 where folder.exists(Self.path):
        var bytes = try folder.read(Self.path)
        bytes[Int.random(in: 0..<bytes.count, using: &random)] ^= 0x10
        try folder.write(Self.path, bytes)
      case 5:
        let store = folder.open(indexPolicy: Self.eager)
        try store.perform(.save([.sample(space, x: 70)]), spaceId: space)
        try store.flush()
      default: try folder.age()
      }
      let expected = try facts(folder, policy: .unread).facts
      #expect(try facts(folder).facts == expected, "seed \(seed), round \(round)")
      #expect(try facts(folder).facts == expected, "seed \(seed), round \(round)")
    }
  }

  @Test func `a file that may still change unnoticed counts as changed`() {
    let now: Int64 = 1_700_000_000_500_000_000
    func stamp(_ modified: Int64) -> FileStamp { FileStamp(inode: 1, size: 2, modified: modified) }
    #expect(stamp(now).mayStillChange(at: now))
    #expect(stamp(now + 5).mayStillChange(at: now))
    #expect(stamp(now - 10_000_000).mayStillChange(at: now))
    #expect(!stamp(now - 100_000_000).mayStillChange(at: now))
    // A clock that ticks in seconds.
    #expect(stamp(now - 1_500_000_000).mayStillChange(at: now))
    #expect(!stamp(now - 3_500_000_000).mayStillChange(at: now))
  }
}

extension TemporaryStore {
  /// Sets the modification date of all files to long ago, at a time as a fine clock gives it.
  func age() throws {
    let long = Date(timeIntervalSince1970: 1_706_000_000.25)
    for path in try FileManager.default.subpathsOfDirectory(atPath: url.path)
    where !path.hasPrefix(".hyperbasis") {
      try FileManager.default.setAttributes(
        [.modificationDate: long], ofItemAtPath: url.appending(path: path).path)
    }
  }
}
