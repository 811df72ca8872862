import Foundation
import Hyperbasis
import SupabaseTestSupport
import Synchronization
import Testing

@testable import HyperbasisSupabase

/// Requests that fail by chance, and servers that ask for a pause.
@Suite(.requiresSupabase) struct RequestRetryTests {
  static let faults: [SupabaseFault] = [
    SupabaseFault { ($0.times, $0.status) = (2, 503) },
    SupabaseFault { ($0.times, $0.status, $0.html) = (2, 502, true) },
    SupabaseFault { ($0.times, $0.drop) = (2, .beforeCommit) },
    SupabaseFault { ($0.times, $0.drop) = (2, .afterCommit) },
  ]

  @Test(arguments: 0..<4) func aRequestIsSentAgain(number: Int) async throws {
    try await SupabaseServer.withProject(.migrated) { project in
      try await Machine.with([Machine(project)]) { machines in
        try await machines[0].storage.save(HBSpace(name: "Kitchen"))
        var fault = Self.faults[number]
        fault.path = "/rest/v1/spaces"
        try await project.arm(fault)
        try await machines[0].storage.sync()
        #expect(try project.sql("select name from spaces") == "Kitchen")
      }
    }
  }

  /// Three times, and each delay may be twice as long as the one before.
  @Test func inTheEndItFails() async throws {
    let delays = Mutex<[TimeInterval]>([])
    try await SupabaseServer.withProject(.migrated) { project in
      try await project.arm(SupabaseFault { ($0.times, $0.status) = (nil, 503) })
      var retry = RequestRetry()
      retry.sleep = { seconds in delays.withLock { $0.append(seconds) } }
      retry.random = { $0 }
      let address = try #require(CloudAddress(project.url.absoluteString))
      let service = SupabaseService(address: address, key: project.anonymousKey, retry: retry)
      let failure = await failure { () throws(CloudFailure) in _ = try await service.probe() }
      guard case .busy(let answer, nil)? = failure else {
        Issue.record("\(String(describing: failure))")
        return
      }
      #expect(answer.status == 503)
      #expect(delays.withLock { $0 } == [0.5, 1, 2])
    }
  }

  @Test func anotherProcessWaitsAsLongAsTheServerWants() async throws {
    try await SupabaseServer.withProject(.migrated) { project in
      try await Machine.with([Machine(project)]) { machines in
        let storage = machines[0].storage
        try await storage.save(HBSpace(name: "Kitchen"))
        try await project.arm(
          SupabaseFault { ($0.times, $0.status, $0.retryAfter) = (1, 429, "120") })
        await #expect(throws: HBStorageError.self) { try await storage.sync() }
        try await project.clearJournal()
        let other = HBStorage(config: storage.config)
        do {
          try await other.sync()
          Issue.record("it did not wait")
        } catch HBStorageError.serverError(let code, _) {
          #expect(code == 429)
        }
        await #expect(throws: HBStorageError.self) { _ = try await other.comparedWithCloud() }
        await #expect(throws: HBStorageError.self) {
          _ = try await other.asking { try await $0.findSpaces(nil) }
        }
        await #expect(throws: HBStorageError.self) {
          _ = try await other.forgetInCloud(UUID(), isRehearsal: true)
        }
        #expect(try await project.journal().requests.isEmpty)
        let later = HBInstant(Date()).advanced(byMicroseconds: 121_000_000)
        let afterwards = HBStorage(
          config: storage.config,
          localStore: HBLocalStore(baseDirectory: machines[0].folder) { later })
        try await afterwards.sync()
        #expect(try project.sql("select count(*) from spaces") == "1")
      }
    }
  }

  @Test(arguments: ["/rest/v1/", "/rest/v1", "/storage/v1/", "//"])
  func theAddressOfAServiceStandsForTheProject(path: String) async throws {
    try await SupabaseServer.withProject(.migrated) { project in
      let address = try #require(CloudAddress(project.url.absoluteString + path))
      #expect(address.text == project.url.absoluteString)
      let service = SupabaseService(address: address, key: project.anonymousKey)
      #expect(try await service.probe() == CloudProbe(.migrated))
    }
  }

  @Test func aServerThatOffersLessSaysWhatItLacks() async throws {
    try await SupabaseServer.withProject(.seed) { project in
      let probe = try await project.service().probe()
      #expect(probe.tier == .plain && probe.reason?.isEmpty == false)
    }
  }
}
