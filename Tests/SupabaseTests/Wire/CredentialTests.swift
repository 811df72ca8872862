import Foundation
import Hyperbasis
import SupabaseTestSupport
import Synchronization
import Testing

@testable import HyperbasisSupabase

/// Both forms of keys, the tokens of users and their renewal, and that none of them is ever shown.
@Suite(.requiresSupabase) struct CredentialTests {
  @Test(arguments: [true, false])
  func eitherFormOfKeyWorks(isOpaque: Bool) async throws {
    try await SupabaseServer.withProject(.migrated) { project in
      try await MapFolder.with { folder in
        let service = try project.service(
          key: isOpaque ? project.publishableKey : project.anonymousKey)
        _ = try await service.write(spaces: [SpaceRow.sample()].asNew, tier: .migrated)
        _ = try await service.upload(map: folder.map(bytes: 10), of: UUID())
        #expect(try await service.identity().user == nil)
      }
    }
  }

  @Test func eachUserHasAWorldOfTheirOwn() async throws {
    try await SupabaseServer.withProject(.secured) { project in
      let users = [UUID(), UUID()]
      let tokens = [
        try await project.token(for: users[0]), try await project.token(for: users[1]),
      ]
      let machines = try tokens.map { token in
        try Machine(
          project, key: project.publishableKey,
          accessToken: HBAccessTokenProvider { _ in token })
      }
      try await Machine.with(machines) { machines in
        let space = HBSpace(name: "Mine", worldMapData: Data(count: 1000))
        try await machines[0].storage.save(space)
        try await machines[0].storage.sync()
        try await machines[1].storage.sync()
        #expect(try await machines[1].storage.loadAllSpaces().isEmpty)
        #expect(try project.sql("select user_id from spaces") == users[0].wireText)
        #expect(
          try project.sql("select owner_id from storage.objects") == users[0].wireText)
      }
    }
  }

  /// A token that expires in the middle of a pass is renewed once, and the pass continues.
  @Test func anExpiredTokenIsRenewedInTheMiddleOfAPass() async throws {
    try await SupabaseServer.withProject(.secured) { project in
      let user = UUID()
      let old = try await project.token(for: user, lifetime: 60)
      let new = try await project.token(for: user, lifetime: 100_000)
      let refusals = Mutex<[String]>([])
      let provider = HBAccessTokenProvider { refused in
        guard let refused else { return old }
        refusals.withLock { $0.append(refused) }
        return new
      }
      try await Machine.with([Machine(project, accessToken: provider)]) { machines in
        let storage = machines[0].storage
        let space = HBSpace(name: "Kitchen", worldMapData: Data(count: 100))
        try await storage.save(space)
        try await storage.sync()
        #expect(refusals.withLock { $0 }.isEmpty)
        try await project.setClock(offset: 3600)
        let transform = AnchorRow.sample(space.id).transform
        for _ in 0..<20 {
          try await storage.save(HBAnchor(spaceId: space.id, transform: transform))
        }
        try await storage.sync()
        #expect(refusals.withLock { $0 } == [old])
        #expect(try project.sql("select count(*) from anchors") == "20")
      }
    }
  }

  @Test func storageTellsExpiredTokensFromMissingRights() async throws {
    try await SupabaseServer.withProject(.secured) { project in
      try await MapFolder.with { folder in
        let map = try folder.map(bytes: 10)
        let token = try await project.token(for: UUID(), lifetime: 60)
        let asked = Mutex(0)
        let service = try project.service(
          accessToken: HBAccessTokenProvider { refused in
            if refused != nil { asked.withLock { $0 += 1 } }
            return token
          })
        try await project.setClock(offset: 3600)
        let expired = await failure { () throws(CloudFailure) in
          _ = try await service.upload(map: map, of: UUID())
        }
        guard case .unauthorized? = expired else {
          Issue.record("\(String(describing: expired))")
          return
        }
        #expect(asked.withLock { $0 } == 1)
        let stranger = try project.service()
        let refused = await failure { () throws(CloudFailure) in
          _ = try await stranger.upload(map: map, of: UUID())
        }
        guard case .rejected? = refused else {
          Issue.record("\(String(describing: refused))")
          return
        }
      }
    }
  }

  @Test func requestsThatAreRefusedTogetherAskForOneToken() async throws {
    let asked = Mutex(0)
    let credentials = RequestAuthorization(
      key: ProjectKey("key"),
      provider: HBAccessTokenProvider { refused in
        guard refused != nil else { return "old" }
        asked.withLock { $0 += 1 }
        await Task.yield()
        return "new"
      })
    _ = try await credentials.reload()
    let tokens = try await withThrowingTaskGroup { group in
      for _ in 0..<20 { group.addTask { try await credentials.renewed(after: "old") } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(tokens == Array(repeating: "new", count: 20))
    #expect(asked.withLock { $0 } == 1)
  }

  @Test func aProviderThatFailsSaysWhatItIs() async throws {
    struct Secret: Error { let text = "token-of-ada" }
    try await SupabaseServer.withProject(.secured) { project in
      for (error, expected) in [
        (Secret() as any Error, "unauthorized"), (URLError(.notConnectedToInternet), "network"),
      ] {
        let provider = HBAccessTokenProvider { _ in throw error }
        try await Machine.with([Machine(project, accessToken: provider)]) { machines in
          do {
            try await machines[0].storage.sync()
          } catch {
            #expect("\(error)".lowercased().contains(expected))
            #expect(!"\(error)".contains("token-of-ada"))
          }
        }
      }
    }
  }

  /// Looks for the key and the token in the text of every failure, status, report and dump.
  @Test func noSecretIsEverShown() async throws {
    try await SupabaseServer.withProject(.secured) { project in
      let token = try await project.token(for: UUID())
      let secrets = [project.anonymousKey, token]
      let provider = HBAccessTokenProvider { _ in token }
      try await Machine.with([Machine(project, accessToken: provider)]) { machines in
        let storage = machines[0].storage
        try await storage.save(HBSpace(name: "Kitchen"))
        var said = "\(storage.config) \(String(reflecting: storage.config))"
        dump(storage.config, to: &said)
        try await storage.sync()
        dump(storage, to: &said)
        for fault in Self.faults {
          try await project.arm(fault)
          do {
            try await storage.sync()
          } catch {
            said += "\(error) \(error.localizedDescription) "
            dump(error, to: &said)
          }
          dump(await storage.syncStatus(), to: &said)
          try await project.disarm()
        }
        let report = await storage.inspectCloud()
        dump(report, to: &said)
        dump(report.findings, to: &said)
        let service = try project.service(accessToken: provider)
        _ = try await service.identity()
        dump(service, to: &said)
        dump(service.client.credentials.key, to: &said)
        // A server that repeats what was sent to it.
        let answer = ServerResponse(status: 400, message: "bad header: Bearer \(token) x")
        dump(CloudFailure.rejected(answer).hiding(secrets), to: &said)
        for secret in secrets { #expect(!said.contains(secret)) }
        let onDisk = try FileManager.default.subpathsOfDirectory(atPath: machines[0].folder.path)
          .compactMap { FileManager.default.contents(atPath: "\(machines[0].folder.path)/\($0)") }
        for secret in secrets {
          #expect(onDisk.allSatisfy { $0.firstRange(of: Data(secret.utf8)) == nil })
        }
      }
    }
  }

  private static var faults: [SupabaseFault] {
    [
      SupabaseFault { ($0.expireTokens, $0.times) = (true, nil) },
      SupabaseFault { ($0.status, $0.times) = (500, nil) },
      SupabaseFault { ($0.status, $0.html, $0.times) = (502, true, nil) },
      SupabaseFault { ($0.drop, $0.times) = (.beforeCommit, nil) },
      SupabaseFault { ($0.truncate, $0.times) = (1, nil) },
    ]
  }
}
