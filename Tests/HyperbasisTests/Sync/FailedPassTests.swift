import Foundation
import Hyperbasis
import HyperbasisStore
import Synchronization
import TestSupport
import Testing

@testable import HyperbasisSync

/// A pass that failed on this machine is recorded as a failure.
struct FailedPassTests {
  private let party: Party
  private var one: Device { party.devices[0] }

  /// Creates two devices of which the second has news for the first.
  init() async throws {
    party = try Party(.migrated)
    let space = try party.devices[0].makeSpace("Hall")
    let anchor = try party.devices[0].add(space)
    await party.syncAll()
    try party.devices[1].move(anchor, x: 3)
    await party.devices[1].sync()
    party.time.pass(60)
  }

  /// The status as another process finds it.
  private func status() async -> HBSyncStatus {
    one.restart()
    return await one.storage().syncStatus()
  }

  @Test func `a full disk is no success`() async throws {
    let before = try #require(await status().lastSync)
    one.life.refuseWrite(to: "events.jsonl")
    let outcome = await one.sync()
    #expect(outcome.error != nil && outcome.lastSync?.date == before)
    let failed = await status()
    #expect(failed.lastSync == before && failed.lastError != nil)
    #expect(await one.sync().error == nil)
    let good = await status()
    let lastSync = try #require(good.lastSync)
    #expect(lastSync > before && good.lastError == nil)
  }

  /// The note is small, but even a small file may have no room beside the old one.
  @Test func `a failure is noted where there is no room for a new file`() async throws {
    one.connection.cut()
    one.life.refuseWrite(to: "sync_metadata.json")
    #expect(await one.sync().error != nil)
    #expect(await status().lastError != nil)
    one.connection.set(nil)
    #expect(await one.sync().error == nil)
    #expect(await status().lastError == nil)
  }

  /// Whoever waits for another process learns that it does, and whoever only looks does not wait long.
  @Test func `a lock that another process holds is reported`() async throws {
    let other = one.openElsewhere().context
    let lock = StoreLock(
      other.layout.syncLock, in: other, patience: 0, refusal: .syncUnderWay)
    let held = try #require(try lock.acquireIfFree())
    let sleeps = Mutex(0)
    let pace = SyncPace(
      sleep: { _ in
        sleeps.withLock { $0 += 1 }
        await Task.yield()
      }, random: { $0 })
    let storage = one.storage(pace: pace)
    let waits = Mutex<[Bool]>([])
    await #expect(throws: HBStorageError.self) {
      let record: @Sendable (HBSyncStatus) -> Void = { status in
        waits.withLock { $0.append(status.waitsForOtherSync) }
      }
      try await storage.reportingSyncStatus(to: record) { try await storage.sync() }
    }
    #expect(waits.withLock { $0.contains(true) && $0.last == false })
    #expect(sleeps.withLock { $0 } == 150)
    sleeps.withLock { $0 = 0 }
    await #expect(throws: HBStorageError.self) { _ = try await storage.rehearseSync([]) }
    #expect(sleeps.withLock { $0 } == 25)
    withExtendedLifetime(held) {}
  }
}
