import Foundation
import Hyperbasis
import HyperbasisAnchorLog
import StoreSimulation
import SystemPackage
import TestSupport
import Testing

/// Verifying a store finds logs that have become shorter, or are gone.
struct LogShrunkTests {
  private let space = UUID()
  private var log: String { "events/\(space.uuidString)/events.jsonl" }

  private func makeStore() throws -> TemporaryStore {
    let folder = try TemporaryStore()
    let store = folder.open()
    for x in 0..<6 { try store.perform(.save([.sample(space, x: Float(x))]), spaceId: space) }
    try store.flush()
    return folder
  }

  private func shrunk(_ folder: TemporaryStore) throws -> [HBStoreProblem] {
    try folder.open().verifier.verify().problems.filter { $0.kind == .logShrunk }
  }

  private func cut(_ folder: TemporaryStore, lines count: Int) throws {
    let lines = try folder.read(log).split(separator: 0x0A)
    try folder.overwrite(log, lines.prefix(count).map { $0 + [0x0A] }.reduce(Data(), +))
  }

  @Test func `a log that only grows is no problem`() throws {
    let folder = try makeStore()
    #expect(try shrunk(folder).isEmpty)
    var history = RandomHistory(seed: 1, anchors: 2)
    try folder.append(history.line() + "\n", toLogOf: space)
    #expect(try shrunk(folder).isEmpty)
  }

  @Test func `a log that lost its last lines is told, and since when`() throws {
    let folder = try makeStore()
    let size = try folder.read(log).count
    try cut(folder, lines: 4)
    let problem = try #require(try shrunk(folder).first)
    #expect(problem.file == log)
    #expect(problem.action.contains("had \(size) bytes at 2024-02-01T"))
    #expect(problem.action.contains("has \(try folder.read(log).count) now"))
    #expect(problem.excerpt.contains("2024-02-01T"))
    #expect(try folder.open().verifier.verify().severity == .damage)
    // It is reported until it is accepted.
    #expect(try shrunk(folder).count == 1)
  }

  @Test func `what was lost is told though the log has grown again`() throws {
    let folder = try makeStore()
    let size = try folder.read(log).count
    try cut(folder, lines: 4)
    let store = folder.open()
    for x in 10..<20 { try store.perform(.save([.sample(space, x: Float(x))]), spaceId: space) }
    try store.flush()
    #expect(try folder.read(log).count > size)
    let problem = try #require(try shrunk(folder).first)
    #expect(problem.action.contains("had \(size) bytes"))
    #expect(problem.action.contains("noticed at 2024-02-01T"))
  }

  /// A line without a checksum does not reveal that it was altered.
  @Test func `of a log that is as long as it was nothing is missing`() throws {
    let folder = try makeStore()
    let text = String(decoding: try folder.read(log), as: UTF8.self)
    try folder.overwrite(log, Data(text.replacing("\"check\"", with: "\"chock\"").utf8))
    let problem = try #require(try shrunk(folder).first)
    #expect(problem.action.contains("had \(text.utf8.count) bytes at 2024-02-01T"))
    #expect(problem.action.contains("; some of them have changed since then"))
    #expect(!problem.action.contains("the rest"))
  }

  @Test func `of a log that cannot be read nothing is known`() throws {
    let folder = try makeStore()
    let files = FaultyFileSystem { [log] operation, path in
      operation == .open && path.string.hasSuffix(log) ? .fail(.permissionDenied) : nil
    }
    let store = folder.open(files: files)
    #expect(try store.verifier.verify().problems.map(\.kind) == [.badFile])
    #expect(try store.verifier.repair().problems.map(\.kind) == [.badFile])
    try cut(folder, lines: 4)
    #expect(try store.verifier.verify().problems.map(\.kind) == [.badFile])
    #expect(try shrunk(folder).count == 1)
  }

  @Test func `a repair that cannot write accepts nothing`() throws {
    let folder = try makeStore()
    try cut(folder, lines: 4)
    let files = FaultyFileSystem { operation, path in
      operation.isWriting || path.extension == "lock" ? .fail(.readOnlyFileSystem) : nil
    }
    let report = try folder.open(files: files).verifier.repair()
    #expect(report.events == 4)
    #expect(report.obstacle?.contains("could not be opened for writing") == true)
    #expect(report.problems.contains { $0.kind == .logShrunk && !$0.action.contains("accepted") })
    #expect(!report.problems.contains { $0.kind == .badFile })
    #expect(try shrunk(folder).count == 1)
  }

  @Test func `a log that is gone is told`() throws {
    let folder = try makeStore()
    try FileManager.default.removeItem(at: folder.url.appending(path: log))
    #expect(try shrunk(folder).map { $0.action.contains("is gone") } == [true])
    // Together with everything else of the space.
    try FileManager.default.removeItem(at: folder.url.appending(path: "anchors"))
    try FileManager.default.removeItem(at: folder.url.appending(path: "events"))
    #expect(try shrunk(folder).count == 1)
    let report = try folder.open().verifier.repair()
    #expect(report.problems.map(\.kind) == [.logShrunk])
    #expect(try shrunk(folder).isEmpty)
  }

  @Test func `a repair accepts what is left`() throws {
    let folder = try makeStore()
    try cut(folder, lines: 3)
    let report = try folder.open().verifier.repair()
    #expect(report.problems.contains { $0.kind == .logShrunk && $0.action.contains("accepted") })
    #expect(try shrunk(folder).isEmpty)
  }

  @Test func `moving damaged lines away loses nothing`() throws {
    let folder = try makeStore()
    let lines = try folder.read(log).split(separator: 0x0A)
    let damaged = lines.prefix(3) + [Data("{damaged".utf8)] + lines.dropFirst(3)
    try folder.write(log, damaged.map { $0 + [0x0A] }.reduce(Data(), +))
    let store = folder.open()
    try store.perform(.save([.sample(space, x: 30)]), spaceId: space)
    try store.flush()
    _ = try folder.open().verifier.repair()
    #expect(try folder.open().verifier.verify().problems.map(\.kind) == [])
  }

  @Test func `a space in the trash is not missed`() throws {
    let folder = try makeStore()
    try folder.open().deleteSpace(id: space)
    #expect(try shrunk(folder).isEmpty)
    #expect(try folder.open().verifier.verify().problems.isEmpty)
    let trashed = try #require(try folder.open().trash.list().first)
    try folder.open().trash.restore(trashed)
    #expect(try shrunk(folder).isEmpty)
  }

  @Test func `a log that was only looked at is missed all the same`() throws {
    let folder = try makeStoreWithoutMemory()
    folder.open().snapshots.rememberReach(of: space)
    try cut(folder, lines: 4)
    #expect(try shrunk(folder).count == 1)
  }

  @Test func `a log whose index was written is missed all the same`() throws {
    let folder = try makeStoreWithoutMemory()
    _ = try folder.open().events.load(of: space)
    #expect(!folder.exists(reach))
    var policy = IndexPolicy.standard
    policy.leastEvents = 1
    _ = try folder.open(indexPolicy: policy).events.load(of: space)
    try FileManager.default.removeItem(at: folder.url.appending(path: log))
    #expect(try shrunk(folder).count == 1)
  }

  @Test func `a log that was only verified is missed all the same`() throws {
    let folder = try makeStoreWithoutMemory()
    #expect(try shrunk(folder).isEmpty)
    try FileManager.default.removeItem(at: folder.url.appending(path: log))
    #expect(try shrunk(folder).map { $0.action.contains("is gone") } == [true])
  }

  @Test func `a log that was only repaired is missed all the same`() throws {
    let folder = try makeStoreWithoutMemory()
    _ = try folder.open().verifier.repair()
    try cut(folder, lines: 4)
    #expect(try shrunk(folder).count == 1)
  }

  @Test func `what is known of a log is not written again`() throws {
    let folder = try makeStore()
    let files = FaultyFileSystem { operation, path in
      operation.isWriting || path.extension == "lock" ? .fail(.notPermitted) : nil
    }
    let memory = try folder.read(reach)
    folder.open(files: files).snapshots.rememberReach(of: space)
    #expect(try folder.read(reach) == memory)
  }

  @Test func `a log can be read where nothing can be written`() throws {
    let folder = try makeStoreWithoutMemory()
    let files = FaultyFileSystem { operation, path in
      operation.isWriting || path.extension == "lock" ? .fail(.readOnlyFileSystem) : nil
    }
    let store = folder.open(files: files)
    store.snapshots.rememberReach(of: space)
    #expect(try store.verifier.verify().events == 6)
    #expect(!folder.exists(reach))
  }

  @Test func `whoever writes remembers how far the log reaches himself`() throws {
    let folder = try makeStoreWithoutMemory()
    let store = folder.open()
    try store.open[space].lock.withLock {
      folder.open().snapshots.rememberReach(of: space)
    }
    #expect(!folder.exists(reach))
  }

  @Test func `a log that is gone after its return from the trash is told`() throws {
    let folder = try makeStore()
    try folder.open().deleteSpace(id: space)
    let store = folder.open()
    try store.trash.restore(try #require(try store.trash.list().first))
    try FileManager.default.removeItem(at: folder.url.appending(path: log))
    #expect(try shrunk(folder).count == 1)
  }

  @Test func `a deletion that was cut short loses nothing`() throws {
    let folder = try makeStore()
    let files = FaultyFileSystem { [log] operation, path in
      operation == .remove && path.string.contains(".hyperbasis/index")
        && !FileManager.default
          .fileExists(atPath: folder.url.appending(path: log).path)
        ? .fail(.ioError) : nil
    }
    try folder.open(files: files).deleteSpace(id: space)
    #expect(try shrunk(folder).isEmpty)
  }

  @Test func `a repair that was cut short loses nothing`() throws {
    let folder = try makeStore()
    let lines = try folder.read(log).split(separator: 0x0A)
    try folder.overwrite(
      log, (lines + [Data("{damaged".utf8)]).map { $0 + [0x0A] }.reduce(Data(), +))
    folder.open().snapshots.rememberReach(of: space)
    let size = try folder.read(log).count
    // As if the process had died once the damaged line was gone.
    let files = FaultyFileSystem { [log] operation, path in
      guard let now = try? folder.read(log), now.count < size else { return nil }
      return operation.isWriting || path.extension == "lock" ? .fail(.readOnlyFileSystem) : nil
    }
    _ = try folder.open(files: files).verifier.repair()
    #expect(try folder.read(log).count < size)
    #expect(try shrunk(folder).isEmpty)
  }

  private var reach: String { ".hyperbasis/index/\(space.uuidString).reach" }

  /// A store that another program wrote, about which nothing is remembered.
  private func makeStoreWithoutMemory() throws -> TemporaryStore {
    let folder = try makeStore()
    try FileManager.default.removeItem(at: folder.url.appending(path: ".hyperbasis"))
    return folder
  }
}
