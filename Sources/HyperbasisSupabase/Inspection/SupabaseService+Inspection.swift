import Foundation
import HyperbasisHTTP
import HyperbasisModels
import HyperbasisSync

// What a project offers, found by asking for it. Nothing is changed: the one row that is tried is not one
// that any table could accept, and the one upload that is begun is taken back.

extension SupabaseService: CloudInspector {
  func inspect() async -> HBCloudReport {
    guard client.address.isValid else {
      return HBCloudReport(connection: .invalidURL(client.address.text))
    }
    var report = HBCloudReport(connection: .answered, url: client.address.text)
    report.isUnprotected = client.address.isUnprotected
    report.usesSecretKey = client.credentials.key.isSecret
    do throws(CloudFailure) {
      report.user = try await identity().user
      report.usesSecretToken =
        try await client.credentials.current().map { ProjectKey($0).isSecret } ?? false
      report.clockSkew = try await clockSkew()
    } catch {
      guard report.takes(error) else { return report }
    }
    report.credentials = .accepted
    do throws(CloudFailure) {
      report.tables = try await inspectedTables()
      report.tier = Self.tier(report.tables)
      if report.tier == .migrated { report.missingFunctions = try await missingFunctions() }
      report.sharesSpaces = try await sharesSpaces()
      if !report.bypassesRowSecurity {
        try await inspectRowSecurity(&report.tables)
        try await inspectRights(&report.tables)
      }
      if report.user != nil { report.team = try await teamRoles() }
      report.rowLimit = try await rowLimit(report.tables)
      report.bucket = try await inspectedBucket()
    } catch {
      _ = report.takes(error)
    }
    return report
  }

  private static func tier(_ tables: [HBCloudTable]) -> CloudTier? {
    let isWhole = { (table: HBCloudTable) in
      table.presence == .present && table.missingColumns.isEmpty
    }
    if tables.allSatisfy(isWhole) { return .migrated }
    let isPlain = tables.filter(\.isRequired).allSatisfy { table in
      table.presence == .present
        && SupabaseTable.plainColumns(table.name).allSatisfy { !table.missingColumns.contains($0) }
    }
    return isPlain ? .plain : nil
  }

  /// Estimates the skew by the date in the response's header, which was written at some moment during the
  /// request: 0 if the clocks may agree, or else the middle of what is possible.
  private func clockSkew() async throws(CloudFailure) -> TimeInterval? {
    let request = try client.request(
      .get, ["rest", "v1", SpaceRow.table], TableQuery().select(["id"]).limit(0).items)
    let start = client.clock()
    let answer = try await client.send(request) { answer, wait in
      let failure = TableRefusal.judge(answer, wait)
      // A server without this table has a clock all the same.
      if case .missing? = failure { return nil }
      return failure
    }
    let end = client.clock()
    guard let date = answer.headers["date"].flatMap(HTTPDate.parse) else { return nil }
    // The header is truncated to the second.
    let least = Double(date.microseconds - end.microseconds) / 1e6
    let most = Double(date.microseconds - start.microseconds) / 1e6 + 1
    return least <= 0 && most >= 0 ? 0 : (least + most) / 2
  }
}

extension HBCloudReport {
  /// Notes a failure; returns false if there is nothing more to find out.
  fileprivate mutating func takes(_ failure: CloudFailure) -> Bool {
    switch failure {
    case .unreachable(let reason): connection = .unreachable(reason)
    case .cancelled: connection = .unreachable("it was cancelled")
    case .file(let error): connection = .unreachable(error.errorDescription ?? "")
    case .invalidAddress(let text): connection = .invalidURL(text)
    case .unexpectedAnswer(let answer): connection = .notTheCloud(status: answer.status)
    case .busy(let answer, _):
      connection = .unreachable("it responds with status \(answer.status)")
    case .unauthorized(let answer):
      credentials = .refused(answer.text ?? "status \(answer.status)")
    // These say something about a table, and show that the cloud is there.
    case .missing, .rejected, .missingParent, .tooLarge, .notFound: return true
    }
    return false
  }
}

extension ProjectKey {
  /// Whether the key bypasses row security.
  fileprivate var isSecret: Bool {
    text.hasPrefix("sb_secret_") || AccessTokenClaims(text)?.bypassesRowSecurity ?? false
  }
}
