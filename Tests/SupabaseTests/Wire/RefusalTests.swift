import Foundation
import Hyperbasis
import SupabaseTestSupport
import Testing

/// What can be wrong with a cloud: each case gives an error of its own that says what to do.
@Suite(.requiresSupabase) struct RefusalTests {
  /// Returns what `sync()` throws on a machine with one space and one anchor.
  private func error(
    of project: SupabaseProject, key: String? = nil, accessToken: HBAccessTokenProvider? = nil,
    map: Data? = nil, metadata: [String: AnyCodableValue] = [:]
  ) async throws -> HBStorageError? {
    try await Machine.with([Machine(project, key: key, accessToken: accessToken)]) { machines in
      let storage = machines[0].storage
      let space = HBSpace(name: "Kitchen", worldMapData: map ?? Data())
      try await storage.save(space)
      let transform = AnchorRow.sample(space.id).transform
      try await storage.save(
        HBAnchor(spaceId: space.id, transform: transform, metadata: metadata))
      do {
        try await storage.sync()
        return nil
      } catch {
        // In any case, what was saved is here, and still pending.
        #expect(try await storage.loadAnchors(spaceId: space.id).count == 1)
        #expect(storage.pendingOperationCount > 0)
        return error as? HBStorageError
      }
    }
  }

  private func says(_ error: HBStorageError?, _ words: String...) {
    let text = error?.errorDescription ?? ""
    for word in words { #expect(text.contains(word), "\(text)") }
  }

  @Test(arguments: SupabaseServer.Tier.both)
  func aWrongKeyIsUnauthorized(tier: SupabaseServer.Tier) async throws {
    try await SupabaseServer.withProject(tier) { project in
      for key in ["sb_publishable_wrong", project.anonymousKey + "x", "line\r\nbreak", ""] {
        let error = try await error(of: project, key: key)
        guard case .unauthorized? = error else {
          Issue.record("\(key): \(String(describing: error))")
          return
        }
        says(error, "Check the credentials")
      }
    }
  }

  @Test func anExpiredTokenIsUnauthorized() async throws {
    try await SupabaseServer.withProject(.secured) { project in
      let token = try await project.token(for: UUID())
      try await project.setClock(offset: 4000)
      let error = try await error(
        of: project, accessToken: HBAccessTokenProvider { _ in token })
      guard case .unauthorized? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      says(error, "sign in again")
    }
  }

  @Test func missingTablesAreNamed() async throws {
    try await SupabaseServer.withProject(.empty) { project in
      let error = try await error(of: project)
      guard case .missingInCloud("table spaces")? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      says(error, "table spaces", "Create the tables")
    }
  }

  @Test func missingColumnsAreNamed() async throws {
    try await SupabaseServer.withProject(.seed) { project in
      try project.sql("alter table anchors drop column deleted_at")
      try await project.reloadSchema()
      let error = try await error(of: project)
      guard case .missingInCloud(let name)? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(name.hasPrefix("column") && name.contains("deleted_at"))
    }
  }

  @Test func aMissingBucketIsNamed() async throws {
    try await SupabaseServer.withProject(.migrated) { project in
      try project.sql("set session_replication_role = replica; delete from storage.buckets")
      let error = try await error(of: project, map: Data(count: 10))
      guard case .missingInCloud("bucket world-maps")? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
    }
  }

  @Test(arguments: [502, 200, 404])
  func aPageOfAProxyIsNotTheCloud(status: Int) async throws {
    try await SupabaseServer.withProject(.migrated) { project in
      try await project.arm(
        SupabaseFault { ($0.status, $0.html, $0.times) = (status, true, nil) })
      let error = try await error(of: project)
      guard case .unexpectedAnswer(status, _)? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      says(error, "proxy", "Check the URL")
    }
  }

  @Test func nobodyThereIsANetworkError() async throws {
    let project = try await SupabaseServer.withProject(.empty) { $0 }
    let error = try await error(of: project)
    guard case .networkError? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    says(error, "Try again when online", "refused")
  }

  @Test func aBusyServerIsLeftAloneForAsLongAsItWants() async throws {
    try await SupabaseServer.withProject(.migrated) { project in
      let tomorrow = "Fri, 01 Jan 2100 00:00:00 GMT"
      let wishes: [(String, Bool, Double?)] = [
        ("7", false, 7), ("7", true, 7), (tomorrow, false, 3600), ("soon", false, nil),
      ]
      for (wait, isBare, expected) in wishes {
        try await project.arm(
          SupabaseFault { fault in
            (fault.status, fault.retryAfter, fault.times) = (429, wait, nil)
            fault.bare = isBare
          })
        let service = try project.service()
        let failure = await failure { () throws(CloudFailure) in _ = try await service.probe() }
        guard case .busy(let answer, expected)? = failure else {
          Issue.record("\(wait): \(String(describing: failure))")
          return
        }
        #expect(answer.status == 429)
        try await project.disarm()
      }
    }
  }

  /// A proxy may be wrong about the cloud, and must not stop syncing.
  @Test func aPageDoesNotSayHowLongToWait() async throws {
    try await SupabaseServer.withProject(.migrated) { project in
      try await Machine.with([Machine(project)]) { machines in
        try await project.arm(
          SupabaseFault {
            ($0.status, $0.html, $0.retryAfter, $0.times) = (503, true, "86400", nil)
          })
        await #expect(throws: HBStorageError.self) { try await machines[0].storage.sync() }
        try await project.disarm()
        try await machines[0].storage.sync()
      }
    }
  }

  @Test(arguments: SupabaseServer.Tier.both)
  func aRowThatIsRefusedHoldsUpNoOther(tier: SupabaseServer.Tier) async throws {
    try await SupabaseServer.withProject(tier) { project in
      let error = try await error(of: project, metadata: ["text": "\u{0}"])
      guard case .refusedByCloud(let reason)? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(reason.contains("22P05"))
      #expect(try project.sql("select count(*) from spaces") == "1")
    }
  }

  @Test func rowSecurityWithoutASignedInUserRefuses() async throws {
    try await SupabaseServer.withProject(.secured) { project in
      let error = try await error(of: project)
      guard case .refusedByCloud(let reason)? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(reason.contains("42501"))
    }
  }

  @Test func aRowThatMayBeSeenAndNotChangedIsRefused() async throws {
    try await SupabaseServer.withProject(.seed) { project in
      let service = try project.service()
      let row = SpaceRow.sample()
      _ = try await service.write(spaces: [row].asNew, tier: .plain)
      try project.sql(
        """
        alter table spaces enable row level security;
        create policy look on spaces for select to anon using (true);
        """)
      let newer = SpaceRow.sample(row.id, name: "new", at: .noon(999_999))
      let change = await failure { () throws(CloudFailure) in
        _ = try await service.write(spaces: [newer].asSeen(), tier: .plain)
      }
      let deletion = await failure { () throws(CloudFailure) in
        _ = try await service.delete(spaces: [row.id])
      }
      guard case .rejected? = change, case .rejected? = deletion else {
        Issue.record("\(String(describing: change)) \(String(describing: deletion))")
        return
      }
    }
  }

  @Test(arguments: ["", "project", "ftp://a.example", "https://", "https://u:p@a.example", "a b"])
  func anAddressThatIsNoneIsSaidSo(url: String) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "hyperbasis-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let storage = HBStorage(
      config: HBStorageConfig(backend: .supabase(url: url, anonKey: "k"), directory: folder))
    let space = HBSpace(name: "Kitchen")
    try await storage.save(space)
    await #expect(throws: HBStorageError.self) { try await storage.sync() }
    #expect(await storage.inspectCloud().connection == .invalidURL(url.replacing("u:p", with: "…")))
    #expect(try await storage.loadAllSpaces().count == 1)
  }
}
