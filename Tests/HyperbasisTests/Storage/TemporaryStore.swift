import Foundation
import Hyperbasis
import SystemPackage
import TestSupport
import Testing

/// A folder that is removed with its last reference.
final class TemporaryStore: Sendable {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory
      .appending(path: "hyperbasis-tests-\(UUID().uuidString)", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  /// Creates a writable copy of a store.
  convenience init(copying source: URL) throws {
    try self.init()
    try FileManager.default.copyStore(source, into: url)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }
}

extension TemporaryStore {
  /// Returns a store whose clock advances by one second at each call, from 2024-02-01T10:00:00Z.
  func open(
    durability: HBDurability = .os, files: any Hyperbasis.FileSystem = LiveFileSystem(),
    lockPatience: TimeInterval = 4.8, indexPolicy: IndexPolicy = .standard,
    clock: @escaping @Sendable () -> HBInstant = TestClock().now
  ) -> HBLocalStore {
    HBLocalStore(
      baseDirectory: url, durability: durability, actor: "tester", files: files,
      lockPatience: lockPatience, indexPolicy: indexPolicy, clock: clock)
  }

  func read(_ path: String) throws -> Data {
    try Data(contentsOf: url.appending(path: path))
  }

  func write(_ path: String, _ data: Data) throws {
    let file = url.appending(path: path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: file)
  }

  func write(_ path: String, _ text: String) throws {
    try write(path, Data(text.utf8))
  }

  func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: url.appending(path: path).path)
  }

  func names(in path: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: url.appending(path: path).path))?
      .sorted() ?? []
  }

  func log(of space: UUID) throws -> Data {
    try read("events/\(space.uuidString)/events.jsonl")
  }

  /// Appends to a log as a program does that ignores locks.
  func append(_ text: String, toLogOf space: UUID) throws {
    let file = try FileHandle(
      forWritingTo: url.appending(path: "events/\(space.uuidString)/events.jsonl"))
    defer { try? file.close() }
    try file.seekToEnd()
    try file.write(contentsOf: Data(text.utf8))
  }

  /// Returns every file with its bytes, by path, so that two moments can be compared.
  func contents() throws -> [String: Data] {
    var result: [String: Data] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: url.path) {
      var isDirectory: ObjCBool = false
      let file = url.appending(path: path)
      guard FileManager.default.fileExists(atPath: file.path, isDirectory: &isDirectory) else {
        continue
      }
      result[path] = isDirectory.boolValue ? Data() : try Data(contentsOf: file)
    }
    return result
  }

  /// Returns the same without what is remembered of the lengths of logs, which reading notes as well.
  func contentsButReach() throws -> [String: Data] {
    let folders = [".hyperbasis", ".hyperbasis/index", ".hyperbasis/locks"]
    return try contents().filter { path, _ in
      !folders.contains(path) && !path.hasSuffix(".reach") && !path.hasSuffix(".lock")
    }
  }
}

/// A clock that advances by one second at each call.
final class TestClock: Sendable {
  private let ticks: Counter

  init() {
    ticks = Counter()
  }

  @Sendable func now() -> HBInstant {
    HBInstant(microseconds: 1_706_781_600_000_000 + Int64(ticks.next()) * 1_000_000)
  }
}

/// Counts from 0.
final class Counter: Sendable {
  private let value = Locked(0)

  func next() -> Int {
    value.withLock { value in
      defer { value += 1 }
      return value
    }
  }
}

extension HBAnchor {
  /// Returns an anchor at a position in metres.
  static func sample(
    _ space: UUID, id: UUID = UUID(), x: Float = 0,
    metadata: [String: AnyCodableValue] = ["text": "note"]
  ) -> HBAnchor {
    HBAnchor(
      id: id, spaceId: space, transform: HBTransform.make(position: SIMD3(x, 0, 0)),
      metadata: metadata, createdAt: Date(timeIntervalSince1970: 1_705_000_000))
  }
}

/// The stores that the environment names, for tests that run on real ones.
enum RealStores {
  static var all: [URL] {
    guard let path = ProcessInfo.processInfo.environment["HYPERBASIS_TEST_STORES"] else {
      return []
    }
    let folder = URL(fileURLWithPath: path)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.sorted().map { folder.appending(path: $0) }
  }

  static var legacy: URL? { all.first { $0.lastPathComponent == "legacy" } }
}
