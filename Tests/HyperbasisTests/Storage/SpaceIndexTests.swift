import Foundation
import Hyperbasis
import HyperbasisAnchorLog
import HyperbasisStore
import StoreSimulation
import SystemPackage
import TestSupport
import Testing

/// A space opens from its index on disk as it does from its log.
struct SpaceIndexTests {
  private static let eager: IndexPolicy = {
    var policy = IndexPolicy()
    policy.leastEvents = 1
    return policy
  }()

  /// How many bytes at its end identify a log that has only grown.
  private static let endBytes = 64

  /// Returns a store with a log of random lines, which are the same for the same seed.
  private func makeStore(
    seed: UInt64, lines: Int = 300
  ) throws -> (folder: TemporaryStore, history: RandomHistory) {
    let folder = try TemporaryStore()
    var history = RandomHistory(seed: seed, anchors: 9)
    try folder.write(
      "events/\(history.space.uuidString)/events.jsonl", Self.text(&history, lines: lines))
    return (folder, history)
  }

  private static func text(_ history: inout RandomHistory, lines: Int) -> String {
    (0..<lines).map { _ in history.line(.odd) + "\n" }.joined()
  }

  private func indexPath(_ space: UUID) -> String { ".hyperbasis/index/\(space.uuidString).index" }

  private func facts(
    _ folder: TemporaryStore, _ space: UUID, files: any Hyperbasis.FileSystem = LiveFileSystem(),
    policy: IndexPolicy = eager
  ) throws -> IndexFacts {
    IndexFacts(
      try folder.open(files: files, indexPolicy: policy).snapshot(of: space).timeline.index)
  }

  /// Returns how many bytes of a log an opening reads.
  private func bytesRead(
    _ folder: TemporaryStore, _ space: UUID, policy: IndexPolicy = eager
  ) throws -> (facts: IndexFacts, bytes: Int) {
    let files = MeasuringFileSystem(ending: "events.jsonl")
    let facts = try facts(folder, space, files: files, policy: policy)
    return (facts, files.bytes)
  }

  @Test func `a second opening reads the end of the log alone`() throws {
    var (folder, history) = try makeStore(seed: 1, lines: 2000)
    let size = try folder.log(of: history.space).count
    let first = try bytesRead(folder, history.space)
    #expect(first.bytes >= size)
    #expect(folder.exists(indexPath(history.space)))
    let second = try bytesRead(folder, history.space)
    #expect(second.facts == first.facts)
    #expect(second.bytes <= 64 * 4096 + Self.endBytes)
    try folder.append(Self.text(&history, lines: 50), toLogOf: history.space)
    let third = try bytesRead(folder, history.space)
    #expect(third.bytes < 64 * 4096 + 50 * 1000)
    #expect(try third.facts == facts(folder, history.space, policy: .unread))
  }

  @Test(arguments: 0..<12)
  func `whatever happens to the index, the space says the same`(seed: Int) throws {
    var (folder, history) = try makeStore(seed: UInt64(seed))
    let space = history.space
    for round in 0..<8 {
      let before = try facts(folder, space, policy: .unread)
      #expect(try facts(folder, space) == before, "seed \(seed), round \(round)")
      #expect(try facts(folder, space) == before, "seed \(seed), round \(round)")
      try spoilIndex(of: folder, &history)
      #expect(try facts(folder, space) == before, "seed \(seed), round \(round)")
      if Bool.random(using: &history.random) {
        try folder.append(Self.text(&history, lines: 40), toLogOf: space)
      }
    }
  }

  /// Deletes, cuts, changes or replaces the index.
  private func spoilIndex(of folder: TemporaryStore, _ history: inout RandomHistory) throws {
    let path = indexPath(history.space)
    var bytes = [UInt8](try folder.read(path))
    switch Int.random(in: 0...5, using: &history.random) {
    case 0: return try FileManager.default.removeItem(at: folder.url.appending(path: path))
    case 1: bytes.removeLast(Int.random(in: 1...bytes.count, using: &history.random))
    case 2:
      for _ in 0..<3 {
        bytes[Int.random(in: 0..<bytes.count, using: &history.random)] ^=
          1 << UInt8.random(in: 0...7, using: &history.random)
      }
    case 3:
      let start = Int.random(in: 0..<bytes.count, using: &history.random)
      for place in start..<min(bytes.count, start + 4096) { bytes[place] = 0 }
    case 4:
      let other = try makeStore(seed: history.random.next())
      _ = try facts(other.folder, other.history.space)
      bytes = [UInt8](try other.folder.read(indexPath(other.history.space)))
    default: bytes = Array("{}".utf8)
    }
    // Replaced as a program does that knows how; a process that has the old one mapped keeps it.
    try FileManager.default.removeItem(at: folder.url.appending(path: path))
    try folder.write(path, Data(bytes))
  }

  @Test func `an index that turns out to be damaged is written again`() throws {
    let (folder, history) = try makeStore(seed: 13, lines: 6000)
    let path = indexPath(history.space)
    let expected = try facts(folder, history.space)
    let whole = try folder.read(path)
    var damaged = whole
    // In the first column, which follows the header.
    damaged[2048] ^= 0x40
    for policy in [IndexPolicy.readOnly, Self.eager] {
      try FileManager.default.removeItem(at: folder.url.appending(path: path))
      try folder.write(path, damaged)
      #expect(try facts(folder, history.space, policy: policy) == expected)
      #expect(folder.exists(path) == !policy.isWritten)
    }
    #expect(try facts(folder, history.space) == expected)
    #expect(try folder.read(path).count == whole.count)
    #expect(try bytesRead(folder, history.space).bytes <= 64 * 4096 + Self.endBytes)
  }

  @Test func `a log that was rewritten is read again`() throws {
    let (folder, history) = try makeStore(seed: 5)
    let space = history.space
    _ = try facts(folder, space)
    let log = "events/\(space.uuidString)/events.jsonl"
    let lines = try folder.read(log).split(separator: 0x0A, omittingEmptySubsequences: true)
    // The same bytes in another order, and so of the same size, in the same file.
    let reversed = lines.reversed().map { $0 + [0x0A] }.reduce(Data(), +)
    try folder.overwrite(log, reversed)
    #expect(try facts(folder, space) == facts(folder, space, policy: .unread))
    // Cut back, and grown beyond its former size.
    _ = try facts(folder, space)
    try folder.overwrite(log, Data(reversed.prefix(reversed.count / 2)))
    var other = RandomHistory(seed: 77, anchors: 3)
    try folder.append(Self.text(&other, lines: 500), toLogOf: space)
    #expect(try facts(folder, space) == facts(folder, space, policy: .unread))
    // Replaced by a copy.
    let copy = try folder.read(log)
    try FileManager.default.removeItem(at: folder.url.appending(path: log))
    try folder.write(log, copy)
    let again = try bytesRead(folder, space)
    #expect(again.bytes >= copy.count)
    #expect(try again.facts == facts(folder, space, policy: .unread))
  }

  @Test func `an index that others may write to is not used`() throws {
    let (folder, history) = try makeStore(seed: 6, lines: 2000)
    _ = try facts(folder, history.space)
    #expect(try bytesRead(folder, history.space).bytes <= 64 * 4096 + Self.endBytes)
    let path = folder.url.appending(path: indexPath(history.space)).path
    try FileManager.default.setAttributes([.posixPermissions: 0o620], ofItemAtPath: path)
    let size = try folder.log(of: history.space).count
    #expect(try bytesRead(folder, history.space, policy: .readOnly).bytes >= size)
  }

  @Test func `a session that writes nothing writes no index`() throws {
    let (folder, history) = try makeStore(seed: 7)
    let before = try folder.contents()
    var policy = Self.eager
    policy.isWritten = false
    _ = try facts(folder, history.space, policy: policy)
    #expect(try folder.contents() == before)
  }

  @Test(arguments: [FileOperation.createDirectory, .open, .write, .truncate, .rename])
  func `an index that cannot be written is no fault`(_ operation: FileOperation) throws {
    let (folder, history) = try makeStore(seed: 8)
    let files = FaultyFileSystem { failing, path in
      let isIndex = path.string.contains(".hyperbasis")
      return failing == operation && isIndex ? .fail(.readOnlyFileSystem) : nil
    }
    let expected = try facts(folder, history.space, policy: .unread)
    #expect(try facts(folder, history.space, files: files) == expected)
    #expect(folder.names(in: ".hyperbasis/index").isEmpty)
  }

  @Test func `a deleted space leaves no index behind`() throws {
    let (folder, history) = try makeStore(seed: 9)
    _ = try facts(folder, history.space)
    #expect(folder.exists(indexPath(history.space)))
    try folder.open().deleteSpace(id: history.space)
    #expect(folder.names(in: ".hyperbasis/index").isEmpty)
  }

  @Test func `checking reads the log, whatever its index says`() throws {
    let (folder, history) = try makeStore(seed: 10, lines: 2000)
    _ = try facts(folder, history.space)
    let files = MeasuringFileSystem(ending: "events.jsonl")
    _ = try folder.open(files: files, indexPolicy: Self.eager).verifier.verify()
    #expect(try files.bytes >= folder.log(of: history.space).count)
  }

  @Test func `what implies events is taken in when a space opens from its index`() throws {
    let folder = try TemporaryStore()
    let space = UUID()
    let store = folder.open(indexPolicy: Self.eager)
    let anchor = HBAnchor.sample(space)
    try store.perform(.save([anchor, .sample(space, x: 4)]), spaceId: space)
    try store.flush()
    _ = try facts(folder, space)
    var moved = anchor
    moved.update(transform: HBTransform.make(position: SIMD3(9, 0, 0)))
    try folder.open().anchors.save(moved)
    let index = try folder.open(indexPolicy: Self.eager).snapshot(of: space).timeline.index
    #expect((0..<index.count).count { index.isSynthetic($0) } == 1)
    #expect(try facts(folder, space) == facts(folder, space, policy: .unread))
  }

  @Test func `appends go on in a space that was opened from its index`() throws {
    let (folder, history) = try makeStore(seed: 12)
    _ = try facts(folder, history.space)
    let store = folder.open(indexPolicy: Self.eager)
    let early = try store.snapshot(of: history.space)
    let known = IndexFacts(early.timeline.index)
    for number in 0..<40 {
      try store.perform(.save([.sample(history.space, x: Float(number))]), spaceId: history.space)
    }
    #expect(IndexFacts(early.timeline.index) == known)
    #expect(try facts(folder, history.space) == facts(folder, history.space, policy: .unread))
    let index = try store.snapshot(of: history.space).timeline.index
    #expect(try IndexFacts(index) == facts(folder, history.space, policy: .unread))
  }
}

extension TemporaryStore {
  /// Replaces the bytes of a file in place.
  func overwrite(_ path: String, _ data: Data) throws {
    let file = try FileHandle(forWritingTo: url.appending(path: path))
    defer { try? file.close() }
    try file.truncate(atOffset: 0)
    try file.write(contentsOf: data)
  }
}
