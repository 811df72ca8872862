import Foundation
import Hyperbasis
import Synchronization
import TestSupport
import Testing

@testable import HyperbasisSync

/// When passes run, and what is reported of them.
@Suite struct CoordinatorTests {
  @Test(.timeLimit(.minutes(5))) func savesAreSyncedInTheBackground() async throws {
    let party = try Party(.migrated)
    let storage = party.devices[0].storage(.onSave)
    let updates = storage.syncStatusUpdates()
    let space = HBSpace(name: "Kitchen")
    try await storage.save(space)
    for number in 0..<5 { try await storage.save(HBAnchor.sample(space.id, x: Float(number))) }
    for await status in updates where status.lastSync != nil && status.pending == 0 {
      if party.cloud.now.events.count == 5 { break }
    }
    #expect(party.cloud.now.anchors.count == 5)
  }

  @Test(.timeLimit(.minutes(5))) func aFailureShowsInTheStatusAndIsTriedAgain() async throws {
    let party = try Party(.plain)
    let one = party.devices[0]
    let waits = Recorder()
    let failures = Recorder()
    one.connection.set { call, moment throws(CloudFailure) in
      guard call == .spaceManifest, moment == .before, failures.all.count < 3 else { return }
      failures.add(1)
      throw .unreachable("cut")
    }
    let pace = SyncPace(
      sleep: {
        waits.add($0)
        await Task.yield()
      }, random: { $0 })
    let storage = one.storage(.onSave, pace: pace)
    let updates = storage.syncStatusUpdates()
    var hasSeenFailure = false
    try await storage.save(HBSpace(name: "Kitchen"))
    for await status in updates {
      if case HBStorageError.networkError? = status.lastError as? HBStorageError {
        hasSeenFailure = true
      }
      if status.lastSync != nil, status.pending == 0 { break }
    }
    #expect(hasSeenFailure && waits.all == [1, 2, 4])
    #expect(party.cloud.now.spaces.count == 1)
  }

  @Test func theServersWishToWaitBindsExplicitCallsToo() async throws {
    let party = try Party(.plain)
    let one = party.devices[0]
    one.connection.set { _, _ throws(CloudFailure) in
      throw .busy(ServerResponse(status: 503), retryAfter: 60)
    }
    let storage = one.storage()
    await #expect(throws: HBStorageError.self) { try await storage.sync() }
    one.connection.set(nil)
    party.cloud.resetCounts()
    await #expect(throws: HBStorageError.self) { try await storage.sync() }
    #expect(party.cloud.now.calls.isEmpty)
    party.time.pass(61)
    try await storage.sync()
  }

  /// A view that goes away or a time limit cancels a caller: the server may never answer.
  @Test(.timeLimit(.minutes(5))) func whoeverIsCancelledDoesNotWaitForAPass() async throws {
    let (gate, opener) = AsyncStream<Void>.makeStream()
    let pass = Task<Int, any Error> {
      for await _ in gate { break }
      return 5
    }
    let cancelled = Task { try await pass.valueUnlessCancelled }
    let patient = Task { try await pass.valueUnlessCancelled }
    cancelled.cancel()
    await #expect(throws: CancellationError.self) { try await cancelled.value }
    opener.finish()
    #expect(try await patient.value == 5)
    let late = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await pass.valueUnlessCancelled
    }
    await #expect(throws: CancellationError.self) { try await late.value }
  }

  @Test func callsAtOnceShareAPass() async throws {
    let party = try Party(.plain)
    let one = party.devices[0]
    // The first pass waits for the lock until all callers have asked.
    let context = one.store.context
    let lock = StoreLock(
      context.layout.syncLock, in: context, patience: 0, refusal: .syncUnderWay)
    var held = try lock.acquireIfFree()
    #expect(held != nil)
    let asked = Recorder()
    let (gate, opener) = AsyncStream<Void>.makeStream()
    var pace = SyncPace.still
    pace.sleep = { _ in for await _ in gate { break } }
    let storage = one.storage(.manual, pace: pace)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          asked.add(1)
          try await storage.sync()
        }
      }
      while asked.all.count < 8 { await Task.yield() }
      for _ in 0..<100 { await Task.yield() }
      held = nil
      opener.finish()
      try await group.waitForAll()
    }
    // One that was under way, and one for all the calls that came meanwhile.
    #expect(party.cloud.now.calls[.spaceManifest] ?? 0 <= 3)
  }

  @Test func oneProcessSyncsAtATime() async throws {
    let party = try Party(.plain)
    let one = party.devices[0]
    let context = one.store.context
    let lock = StoreLock(
      context.layout.syncLock, in: context, patience: 0, refusal: .syncUnderWay)
    var held = try lock.acquireIfFree()
    #expect(held != nil)
    var pace = SyncPace.still
    pace.lockTries = 3
    let storage = one.storage(.manual, pace: pace)
    await #expect {
      try await storage.sync()
    } throws: { error in
      if case HBStorageError.syncUnderWay = error { true } else { false }
    }
    held = nil
    try await storage.sync()
  }

  @Test func aMissingSpaceIsFetched() async throws {
    for tier in CloudTier.allCases {
      let party = try Party(tier)
      let (one, two) = (party.devices[0], party.devices[1])
      let space = try one.makeSpace("Kitchen", map: [1, 2, 3])
      let anchor = try one.add(space)
      await one.sync()
      let storage = two.storage()
      let found = try #require(try await storage.loadSpace(id: space))
      #expect(found.name == "Kitchen" && found.worldMapData == Data([1, 2, 3]))
      #expect(try await storage.loadSpace(id: UUID()) == nil)
      try await storage.sync()
      #expect(try two.anchor(anchor) != nil && two.pending == 0)
      // A space that was deleted here is not requested.
      try await storage.deleteSpace(id: space)
      #expect(try await storage.loadSpace(id: space) == nil)
    }
  }

  @Test func whatIsRefusedIsListedAndCanBeSentAgain() async throws {
    let party = try Party(.plain)
    let one = party.devices[0]
    let storage = one.storage()
    let space = HBSpace(name: "Kitchen")
    try await storage.save(space)
    try party.cloud.change { $0.isInvisible = true }
    await #expect {
      try await storage.sync()
    } throws: { error in
      if case HBStorageError.refusedByCloud = error { true } else { false }
    }
    #expect(await storage.syncStatus().quarantined.map(\.id) == [space.id])
    try party.cloud.change { $0.isInvisible = false }
    // It goes through by itself once the cloud allows it.
    try await storage.sync()
    #expect(storage.pendingOperationCount == 0)
    try await storage.retryQuarantined()
    #expect(await storage.syncStatus().quarantined.isEmpty)
  }

  @Test func eachFailureHasItsOwnError() async throws {
    let answer = ServerResponse(status: 418, code: "X", message: "m")
    let failures: [CloudFailure] = [
      .unreachable("x"), .unauthorized(answer), .missing("table anchors", answer),
      .unexpectedAnswer(answer), .busy(answer, retryAfter: nil),
    ]
    var texts = Set<String>()
    for failure in failures {
      let party = try Party(.plain)
      party.devices[0].connection.set { _, _ throws(CloudFailure) in throw failure }
      let storage = party.devices[0].storage()
      do {
        try await storage.sync()
        Issue.record("no error for \(failure)")
      } catch let error as HBStorageError {
        texts.insert(error.errorDescription ?? "")
      }
    }
    #expect(texts.count == failures.count)
  }
}
