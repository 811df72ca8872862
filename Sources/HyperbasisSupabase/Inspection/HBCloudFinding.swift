import Foundation
import HyperbasisSync

/// Something in a report that its reader should know, and what to do about it.
package struct HBCloudFinding: Equatable, Sendable {
  package enum Severity: String, Equatable, Sendable, CaseIterable {
    /// Worth knowing.
    case note
    /// Syncing works, but not as well or as safely as it could.
    case warning
    /// Syncing does not work.
    case problem
  }

  package let severity: Severity
  /// What was found: one sentence.
  package let summary: String
  /// What to do about it: one sentence.
  package let advice: String

  package init(_ severity: Severity, _ summary: String, advice: String) {
    self.severity = severity
    self.summary = summary
    self.advice = advice
  }
}

extension HBCloudReport {
  /// Whether a sync can succeed, as far as can be told.
  package var isUsable: Bool {
    connection == .answered && !findings.contains { $0.severity == .problem }
  }

  /// What to know and what to do, the worst first.
  package var findings: [HBCloudFinding] {
    let ofConnection = connectionFinding.map { [$0] } ?? credentialFindings
    let all =
      ofConnection + tableFindings + [teamFinding, bucketFinding, clockFinding].compactMap { $0 }
    return HBCloudFinding.Severity.allCases.reversed().flatMap { severity in
      all.filter { $0.severity == severity }
    }
  }

  /// nil if the cloud answered.
  private var connectionFinding: HBCloudFinding? {
    switch connection {
    case .notConfigured:
      HBCloudFinding(
        .problem, "The cloud is not configured.",
        advice: "Give the storage a cloud as its backend, or work locally.")
    case .invalidURL(let text):
      HBCloudFinding(
        .problem, "\"\(text)\" is not the address of a project.",
        advice: "Give one such as https://project.supabase.co.")
    case .unreachable(let reason):
      HBCloudFinding(
        .problem, "The cloud could not be reached: \(reason).",
        advice: "Check the address and the network; you can keep working locally.")
    case .notTheCloud(let status):
      HBCloudFinding(
        .problem, "Something other than the cloud responded with status \(status).",
        advice: "Check the address, the proxy and the network's login page.")
    case .answered: nil
    }
  }

  private var credentialFindings: [HBCloudFinding] {
    var findings: [HBCloudFinding] = []
    if case .refused(let reason) = credentials {
      findings.append(
        HBCloudFinding(
          .problem, "The key or the token is refused: \(reason).",
          advice: "Take the key from the project's settings; for a user's token, sign in again."))
    }
    if usesSecretKey {
      findings.append(
        HBCloudFinding(
          .warning, "This is the project's secret key, which bypasses all row security.",
          advice: "Use the anonymous or publishable key on devices."))
    }
    if usesSecretToken {
      findings.append(
        HBCloudFinding(
          .warning,
          "The token is the project's secret key, which bypasses all row security: nobody is "
            + "signed in, and what is written belongs to nobody.",
          advice: "Give the token of a user who has signed in; the secret key belongs on no device."
        ))
    }
    if isUnprotected {
      findings.append(
        HBCloudFinding(
          .warning, "The key is sent unencrypted.", advice: "Give an address with https."))
    }
    return findings
  }

  private var tableFindings: [HBCloudFinding] {
    var findings = TableTrouble.findings(
      tables, isSignedIn: user != nil, sharesSpaces: sharesSpaces)
    if tier == .plain { findings.append(historyFinding) }
    if !missingFunctions.isEmpty {
      let names = missingFunctions.joined(separator: ", ")
      let isOne = missingFunctions.count == 1
      findings.append(
        HBCloudFinding(
          .warning,
          "The migration is outdated: the function\(isOne ? "" : "s") \(names) "
            + "\(isOne ? "is" : "are") missing.",
          advice: "Run migration.sql again in the project's SQL editor; it removes no data."))
    }
    return findings
  }

  /// Why the cloud keeps no history.
  private var historyFinding: HBCloudFinding {
    let lacking = lackingOfMigration
    guard !lacking.isEmpty else {
      return HBCloudFinding(
        isExpectedToKeepHistories ? .problem : .warning,
        "The cloud keeps only the latest state, without history.",
        advice: "Run migration.sql in the project's SQL editor.")
    }
    let isSecured = tables.contains { if case .policies = $0.rowSecurity { true } else { false } }
    let policies = sharesSpaces ? "teams.sql" : isSecured ? "row-security.sql" : nil
    return HBCloudFinding(
      isExpectedToKeepHistories ? .problem : .warning,
      "The cloud has only a part of the migration, and so keeps no history: it lacks the "
        + "\(lacking.joined(separator: ", the ")).",
      advice: "Run migration.sql again in the project's SQL editor; it removes no data."
        + (policies.map { " Then run \($0), which protects what that adds." } ?? ""))
  }

  private var teamFinding: HBCloudFinding? {
    guard let team else { return nil }
    if team.isEmpty {
      return HBCloudFinding(
        .note, "This user is not a member of any space.",
        advice: "A space that is created here is theirs; for others ask an owner to add them.")
    }
    guard let viewed = team.first(where: { $0.role == "viewer" })?.spaces else { return nil }
    let spaces = viewed == 1 ? "1 space" : "\(viewed) spaces"
    return HBCloudFinding(
      .note, "This user can see but not change \(spaces).",
      advice: "Changes made there stay on this machine; ask an owner to make this user an editor.")
  }

  private var bucketFinding: HBCloudFinding? {
    switch bucket {
    case .unknown, .present: nil
    case .missing:
      HBCloudFinding(
        .warning, "The bucket for world maps is missing: spaces with maps cannot be sent.",
        advice: "Run bucket.sql in the project's SQL editor.")
    case .refused(let reason):
      HBCloudFinding(
        .warning, "World maps cannot be sent: \(reason).",
        advice: !sharesSpaces
          ? "Run row-security.sql and sign in, or run anonymous-bucket.sql."
          : user == nil
            ? "Sign in; if that does not help, run teams.sql again." : "Run teams.sql again.")
    }
  }

  private var clockFinding: HBCloudFinding? {
    guard let clockSkew, abs(clockSkew) >= 60 else { return nil }
    let seconds = Int(abs(clockSkew).rounded())
    let direction = clockSkew > 0 ? "behind" : "ahead of"
    return HBCloudFinding(
      .warning, "The clock here is \(seconds) seconds \(direction) the cloud's.",
      advice: "Set the clock: when two changes conflict, the later one wins.")
  }
}
