import Foundation
import Hyperbasis
import StoreSimulation
import SystemPackage
import Testing

/// Disks that are full or broken.
@Suite struct FaultTests {
  private let space = UUID()

  @Test(arguments: [1, 2, 7, 4096]) func shortWritesAreContinued(size: Int) throws {
    let folder = try TemporaryStore()
    let files = FaultyFileSystem { operation, _ in operation == .write ? .short(size) : nil }
    let store = folder.open(files: files)
    try store.perform(.save([.sample(space), .sample(space)]), spaceId: space)
    try store.flush()
    let report = try folder.open().verifier.verify()
    #expect(report.problems.isEmpty)
    #expect(report.events == 2)
    #expect(folder.names(in: "anchors").count == 2)
  }

  @Test(arguments: [Errno.noSpace, .ioError, .diskQuotaExceeded])
  func aFailedWriteIsTakenBack(code: Errno) throws {
    let folder = try TemporaryStore()
    try folder.open().perform(.save([.sample(space)]), spaceId: space)
    let log = try folder.log(of: space)
    let calls = Counter()
    let files = FaultyFileSystem { operation, path in
      guard operation == .write, path.extension == "jsonl" else { return nil }
      return calls.next() == 0 ? .short(40) : .fail(code)
    }
    let store = folder.open(files: files)
    let error = #expect(throws: HBStorageError.self) {
      try store.perform(.save([.sample(space)]), spaceId: space)
    }
    #expect(error?.errorDescription?.contains("events.jsonl") == true)
    #expect(try folder.log(of: space) == log)
  }

  @Test func ofSeveralOperationsThoseThatAreSavedAreSaid() throws {
    let folder = try TemporaryStore()
    do {
      let store = folder.open()
      for _ in 0..<2 { try store.perform(.save([.sample(space)]), spaceId: space) }
    }
    let calls = Counter()
    let files = FaultyFileSystem { operation, path in
      guard operation == .write, path.extension == "jsonl" else { return nil }
      return calls.next() == 0 ? nil : .fail(.noSpace)
    }
    let store = folder.open(files: files)
    let plans = try store.plans.rehearse(.undo, atMost: 2, spaceId: space)
    #expect(plans.count == 2)
    let error = #expect(throws: PartlyWrittenError.self) { try store.plans.execute(plans) }
    #expect(error?.written.map(\.operation) == [plans[0].operation])
    #expect(error?.errorDescription?.hasPrefix("1 of 2 operations is saved; ") == true)
    #expect(try folder.open().loadEvents(spaceId: space).count == 3)
    #expect(try folder.open().verifier.verify().problems.isEmpty)
  }

  @Test func aFragmentThatCannotBeTakenBackHidesNothing() throws {
    let folder = try TemporaryStore()
    try folder.open().perform(.save([.sample(space)]), spaceId: space)
    let calls = Counter()
    let files = FaultyFileSystem { operation, path in
      guard path.extension == "jsonl" else { return nil }
      switch operation {
      case .write: return calls.next() == 0 ? .short(40) : .fail(.ioError)
      case .truncate: return .fail(.ioError)
      default: return nil
      }
    }
    #expect(throws: HBStorageError.self) {
      try folder.open(files: files).perform(.save([.sample(space)]), spaceId: space)
    }
    let store = folder.open()
    #expect(try store.verifier.verify().problems.map(\.kind) == [.tornTail])
    try store.perform(.save([.sample(space)]), spaceId: space)
    #expect(try store.verifier.verify().problems.map(\.kind) == [.damagedLine])
    #expect(try store.loadEvents(spaceId: space).count == 2)
  }

  @Test func aFailedFlushIsAnErrorAndTheNextSaveWritesAgain() throws {
    let folder = try TemporaryStore()
    let calls = Counter()
    let files = FaultyFileSystem { operation, path in
      guard operation == .synchronize, path.extension == "jsonl" else { return nil }
      return calls.next() == 0 ? .fail(.ioError) : nil
    }
    let store = folder.open(durability: .disk, files: files)
    let anchor = HBAnchor.sample(space)
    #expect(throws: HBStorageError.self) { try store.perform(.save([anchor]), spaceId: space) }
    #expect(try folder.log(of: space).isEmpty)
    let plan = try store.perform(.save([anchor]), spaceId: space)
    #expect(plan.events.count == 1)
    #expect(try folder.open().loadEvents(spaceId: space).map(\.id) == plan.events.map(\.id))
  }

  @Test func diskDurabilityFlushesLogAndDirectoriesOnCreation() throws {
    let folder = try TemporaryStore()
    let flushed = Locked<[String]>([])
    let files = FaultyFileSystem { operation, path in
      if operation == .synchronize {
        flushed.withLock { $0.append(path.lastComponent?.string ?? "") }
      }
      return nil
    }
    let store = folder.open(durability: .disk, files: files)
    try store.perform(.save([.sample(space)]), spaceId: space)
    let base = folder.url.lastPathComponent
    // The folder for locks is created before, and flushed as well.
    let ofLog = flushed.value.drop { $0 != "events.jsonl" }
    #expect(ofLog == ["events.jsonl", space.uuidString, "events", base])
    let before = flushed.value.count
    try store.perform(.save([.sample(space)]), spaceId: space)
    #expect(flushed.value.dropFirst(before) == ["events.jsonl"])
  }

  @Test func `a log that another process began is flushed with its directories`() throws {
    let folder = try TemporaryStore()
    try folder.open().perform(.save([.sample(space)]), spaceId: space)
    let flushed = Locked<[String]>([])
    let files = FaultyFileSystem { operation, path in
      if operation == .synchronize {
        flushed.withLock { $0.append(path.lastComponent?.string ?? "") }
      }
      return nil
    }
    let store = folder.open(durability: .disk, files: files)
    try store.perform(.save([.sample(space)]), spaceId: space)
    let base = folder.url.lastPathComponent
    #expect(flushed.value == ["events.jsonl", space.uuidString, "events", base])
  }

  /// Makes every call of a small scenario fail in turn, once or from then on.
  @Test(arguments: [false, true]) func everyCallFailing(forEver: Bool) throws {
    for number in 0..<500 {
      let folder = try TemporaryStore()
      let calls = Counter()
      let files = FaultyFileSystem { operation, _ in
        let call = calls.next()
        return call == number || (forEver && call > number) ? .fail(.ioError) : nil
      }
      let isFaultless = try survives(folder, files)
      if isFaultless, calls.next() <= number { return }
    }
    Issue.record("the scenario makes more calls than expected")
  }

  /// - Returns: whether everything succeeded.
  private func survives(_ folder: TemporaryStore, _ files: FaultyFileSystem) throws -> Bool {
    var acknowledged: [UUID] = []
    var isFaultless = true
    let anchor = HBAnchor.sample(space)
    do {
      let store = folder.open(durability: .disk, files: files)
      for request in [HBPlanRequest.save([anchor, .sample(space)]), .delete([anchor.id])] {
        if let plan = try? store.perform(request, spaceId: space) {
          acknowledged += plan.events.map(\.id)
        } else {
          isFaultless = false
        }
      }
      if (try? store.flush()) == nil { isFaultless = false }
    }
    let store = folder.open()
    let report = try store.verifier.verify()
    #expect((report.severity ?? .note) <= .tornTail)
    #expect(try Set(store.loadEvents(spaceId: space).map(\.id)).isSuperset(of: acknowledged))
    try store.perform(.save([.sample(space)]), spaceId: space)
    #expect(try store.loadEvents(spaceId: space).count >= acknowledged.count + 1)
    return isFaultless
  }
}
