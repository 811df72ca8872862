import Foundation
import Hyperbasis
import SupabaseTestSupport
import Testing

@testable import HyperbasisSupabase

/// What can be found out about a project from outside.
@Suite(.requiresSupabase) struct InspectionTests {
  private func report(
    _ project: SupabaseProject, key: String? = nil, accessToken: HBAccessTokenProvider? = nil
  ) async throws -> HBCloudReport {
    try await Machine.with([Machine(project, key: key, accessToken: accessToken)]) { machines in
      await machines[0].storage.inspectCloud()
    }
  }

  @Test func aMigratedProjectIsWhole() async throws {
    try await SupabaseServer.withProject(.migrated) { project in
      let report = try await report(project)
      #expect(report.connection == .answered)
      #expect(report.credentials == .accepted)
      #expect(report.tier == .migrated)
      #expect(report.tables.map(\.name) == ["spaces", "anchors", "anchor_events", "tombstones"])
      #expect(report.tables.allSatisfy { $0.presence == .present && $0.missingColumns.isEmpty })
      #expect(report.tables.allSatisfy { $0.rowSecurity == .off })
      #expect(report.bucket == .present)
      #expect(report.clockSkew == 0)
      #expect(report.rowLimit == nil)
      #expect(report.isUsable)
      #expect(report.findings.allSatisfy { $0.severity == .warning })
      // It leaves nothing behind.
      #expect(try project.sql("select count(*) from spaces") == "0")
      #expect(try project.sql("select count(*) from storage.objects") == "0")
      #expect(try await project.journal().violations == [])
    }
  }

  @Test func thePlainTablesAreEnough() async throws {
    try await SupabaseServer.withProject(.seed) { project in
      let report = try await report(project)
      #expect(report.tier == .plain)
      #expect(report.isUsable)
      #expect(report.tables.map(\.presence) == [.present, .present, .missing, .missing])
      #expect(report.tables[0].missingColumns.contains("sync_seq"))
      #expect(report.findings.contains { $0.summary.contains("without history") })
      #expect(report.tables[0].rowSecurity == .allowsWrites)
      #expect(try project.sql("select count(*) from spaces") == "0")
    }
  }

  @Test func rowSecurityWithoutPoliciesIsFound() async throws {
    try await SupabaseServer.withProject(.seed) { project in
      try project.sql("alter table spaces enable row level security")
      let report = try await report(project)
      #expect(report.tables[0].rowSecurity == .refusesWrites)
      #expect(!report.isUsable)
      #expect(report.findings.first?.advice.contains("row-security.sql") == true)
    }
    try await SupabaseServer.withProject(.migrated) { project in
      try project.sql("alter table anchors enable row level security")
      let report = try await report(project)
      #expect(report.tables[1].rowSecurity == .withoutPolicies)
      #expect(report.tables[0].rowSecurity == .off)
      #expect(!report.isUsable)
    }
  }

  @Test func policiesAreThoseOfTheUser() async throws {
    try await SupabaseServer.withProject(.secured) { project in
      let stranger = try await report(project)
      #expect(stranger.tables.allSatisfy { $0.rowSecurity == .withoutPolicies })
      guard case .refused = stranger.bucket else {
        Issue.record("\(stranger.bucket)")
        return
      }
      let user = UUID()
      let token = try await project.token(for: user)
      let own = try await report(project, accessToken: HBAccessTokenProvider { _ in token })
      #expect(own.user == user.wireText)
      #expect(
        own.tables.map(\.rowSecurity) == [
          .policies(1), .policies(1), .policies(2), .policies(1),
        ])
      #expect(own.bucket == .present)
      #expect(own.findings.isEmpty)
      let secret = try await report(project, key: project.serviceKey)
      #expect(secret.usesSecretKey)
    }
  }

  /// Syncing works without them, but more slowly.
  @Test func anOlderMigrationIsNoticed() async throws {
    try await SupabaseServer.withProject(.migrated) { project in
      #expect(try await report(project).missingFunctions.isEmpty)
      let names = [
        "changes_since", "space_digests", "find_spaces", "log_events", "changes_between",
        "state_events", "forget_space",
      ]
      for name in names { try project.sql("drop function \(name)") }
      try await project.reloadSchema()
      let report = try await report(project)
      #expect(report.tier == .migrated && report.isUsable)
      #expect(Set(report.missingFunctions) == Set(names))
      #expect(report.findings.contains { $0.advice.hasPrefix("Run migration.sql again") })
    }
  }

  @Test func whatIsMissingIsNamed() async throws {
    try await SupabaseServer.withProject(.empty) { project in
      let report = try await report(project)
      #expect(report.connection == .answered)
      #expect(report.tables.allSatisfy { $0.presence == .missing })
      #expect(report.bucket == .missing)
      #expect(report.tier == nil)
      #expect(report.clockSkew == 0)
      #expect(!report.isUsable)
    }
    try await SupabaseServer.withProject(.migrated) { project in
      try project.sql("alter table anchor_events drop column extra")
      try await project.reloadSchema()
      let report = try await report(project)
      #expect(report.tables[2].missingColumns == ["extra"])
      #expect(report.tier == .plain)
      #expect(report.findings.contains { $0.summary.contains("anchor_events lacks extra") })
      // What is advised helps.
      try project.run(script: "migration.sql")
      try await project.reloadSchema()
      #expect(try await self.report(project).tier == .migrated)
    }
  }

  /// A store that has histories waits for the rest of a migration; one that has none goes on without.
  @Test func aPartOfTheMigrationIsNotTakenForNone() async throws {
    try await SupabaseServer.withProject(.migrated) { project in
      try await Machine.with([Machine(project), Machine(project)]) { machines in
        let (one, two) = (machines[0].storage, machines[1].storage)
        try await one.save(HBSpace(name: "Kitchen"))
        try await one.sync()
        try project.sql("drop table tombstones cascade")
        try await project.reloadSchema()
        for _ in 0..<3 {
          await #expect(throws: HBStorageError.self) { try await one.sync() }
        }
        #expect(await one.syncStatus().hasSyncedHistories)
        try await two.sync()
        var report = await one.inspectCloud()
        let finding = try #require(
          report.findings.first { $0.summary.contains("a part of the mig") })
        #expect(finding.severity == .warning && finding.summary.contains("the table tombstones."))
        report.isExpectedToKeepHistories = true
        #expect(!report.isUsable)
        try project.run(script: "migration.sql")
        try await project.reloadSchema()
        try await one.sync()
        #expect(await one.syncStatus().tier == .migrated)
      }
    }
  }

  @Test func rightsThatAreNotGrantedAreFound() async throws {
    try await SupabaseServer.withProject(.migrated) { project in
      #expect(try await report(project).tables.allSatisfy { $0.deniedActions.isEmpty })
      try project.sql(
        """
        revoke insert, update on anchors from anon;
        revoke insert on anchor_events from anon;
        revoke delete on spaces from anon
        """)
      let report = try await report(project)
      #expect(
        report.tables.map(\.deniedActions) == [[.delete], [.insert, .update], [.insert], []])
      #expect(!report.isUsable)
      #expect(
        report.findings.contains {
          $0.summary == "This user has no right to insert or update rows of anchors."
        })
      #expect(try project.sql("select count(*) from anchors") == "0")
      #expect(try await project.journal().violations == [])
    }
  }

  /// The scripts for other projects would lock the members out.
  @Test func whereSpacesAreSharedTheirScriptIsNamed() async throws {
    try await SupabaseServer.withProject(.teams) { project in
      let stranger = try await report(project)
      #expect(stranger.sharesSpaces)
      let token = try await project.token(for: UUID())
      try project.sql("alter table anchors disable row level security")
      let member = try await report(project, accessToken: HBAccessTokenProvider { _ in token })
      #expect(member.tables.allSatisfy { $0.deniedActions.isEmpty })
      for finding in stranger.findings + member.findings {
        #expect(!finding.advice.contains("row-security.sql"), "\(finding)")
        #expect(!finding.advice.contains("anonymous-bucket.sql"), "\(finding)")
      }
      #expect(member.findings.contains { $0.advice.hasPrefix("Run teams.sql again") })
      #expect(stranger.findings.contains { $0.advice.contains("run teams.sql again") })
    }
  }

  @Test func theSecretKeyIsNoticedInPlaceOfAToken() async throws {
    try await SupabaseServer.withProject(.teams) { project in
      let key = project.serviceKey
      let report = try await report(project, accessToken: HBAccessTokenProvider { _ in key })
      #expect(report.usesSecretToken && !report.usesSecretKey && report.user == nil)
      #expect(report.tables.allSatisfy { $0.rowSecurity == .unknown })
      let finding = try #require(report.findings.first)
      #expect(finding.summary.hasPrefix("The token is the project's secret key"))
      #expect(report.findings.allSatisfy { !"\($0)".contains(key) })
    }
  }

  @Test func theRowLimitIsSeenWhereThereAreMoreRows() async throws {
    try await SupabaseServer.withProject(.migrated) { project in
      let spaces = (0..<9).map { _ in SpaceRow.sample() }
      _ = try await project.service().write(spaces: spaces.asNew, tier: .migrated)
      try await project.setMaxRows(4)
      #expect(try await report(project).rowLimit == 4)
    }
  }

  @Test func aKeyThatIsRefusedIsSaidSo() async throws {
    try await SupabaseServer.withProject(.migrated) { project in
      let report = try await report(project, key: "sb_publishable_wrong")
      #expect(report.credentials == .refused("Invalid API key"))
      #expect(!report.isUsable)
    }
  }

  @Test func nobodyAnswersOrSomebodyElse() async throws {
    let gone = try await SupabaseServer.withProject(.empty) { $0 }
    guard case .unreachable = try await report(gone).connection else {
      Issue.record("\(try await report(gone).connection)")
      return
    }
    try await SupabaseServer.withProject(.migrated) { project in
      try await project.arm(SupabaseFault { ($0.status, $0.html, $0.times) = (502, true, nil) })
      #expect(try await report(project).connection == .notTheCloud(status: 502))
    }
    let local = HBStorage(config: HBStorageConfig())
    #expect(await local.inspectCloud().connection == .notConfigured)
  }

  @Test func aClockThatIsWrongIsFound() async throws {
    try await SupabaseServer.withProject(.migrated) { project in
      let address = try #require(CloudAddress(project.url.absoluteString))
      let service = SupabaseService(address: address, key: project.anonymousKey) {
        HBInstant(Date()).advanced(byMicroseconds: -7_200_000_000)
      }
      let report = await service.inspect()
      // On a busy machine the answer takes a long time.
      #expect(abs(try #require(report.clockSkew) - 7200) < 60)
      #expect(report.findings.contains { $0.summary.contains("behind") })
    }
  }
}
