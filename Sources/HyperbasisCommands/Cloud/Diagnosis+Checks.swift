import Foundation
import Hyperbasis
import HyperbasisCanvas
import HyperbasisWording

/// One thing that was checked.
struct DiagnosisCheck: Equatable {
  enum State: String {
    case ok
    case note
    case warning
    case problem
    /// It could not be determined.
    case unknown
  }

  let name: String
  let state: State
  let found: String

  init(_ name: String, _ state: State, _ found: String) {
    self.name = name
    self.state = state
    self.found = found
  }
}

extension Diagnosis {
  /// Everything that was checked, each after the checks that it depends on.
  var checks: [DiagnosisCheck] {
    [credentialsCheck] + (setting.credentials == nil ? [] : connectionChecks) + storeChecks
  }

  private var credentialsCheck: DiagnosisCheck {
    switch setting {
    case .none: DiagnosisCheck("credentials", .problem, "none")
    case .broken: DiagnosisCheck("credentials", .problem, "not usable")
    case .configured(let credentials):
      DiagnosisCheck("credentials", .ok, "\(credentials.url), from \(credentials.source.text)")
    }
  }

  private var connectionChecks: [DiagnosisCheck] {
    switch cloud.connection {
    case .notConfigured, .invalidURL:
      return [DiagnosisCheck("connection", .problem, "the address is not valid")]
    case .unreachable(let reason): return [DiagnosisCheck("connection", .problem, reason)]
    case .notTheCloud(let status):
      return [
        DiagnosisCheck("connection", .problem, "status \(status), but not from the cloud")
      ]
    case .answered:
      let connection =
        cloud.isUnprotected
        ? DiagnosisCheck("connection", .warning, "responds; the key is sent unencrypted")
        : DiagnosisCheck("connection", .ok, "responds")
      // A cloud that refuses the credentials reveals nothing else.
      if case .refused = cloud.credentials { return [connection, keyCheck] }
      return [connection, keyCheck] + serverChecks
    }
  }

  private var keyCheck: DiagnosisCheck {
    switch cloud.credentials {
    case .unknown: DiagnosisCheck("key", .unknown, "not determined")
    case .refused(let reason): DiagnosisCheck("key", .problem, "refused: \(reason)")
    case .accepted where cloud.usesSecretKey:
      DiagnosisCheck("key", .warning, "the secret key, which must not be on a device")
    case .accepted where cloud.usesSecretToken:
      DiagnosisCheck("key", .warning, "accepted; the token is the secret key, not a user's")
    case .accepted:
      DiagnosisCheck(
        "key", .ok, cloud.user.map { "accepted, signed in as \($0)" } ?? "accepted, not signed in")
    }
  }

  private var storeChecks: [DiagnosisCheck] {
    guard isStoreThere else {
      return [DiagnosisCheck("store", .note, "not there yet; the first sync creates it")]
    }
    let size = "\(CountText.text(store.files, "file")), \(CountText.text(store.events, "event"))"
    let state: DiagnosisCheck.State =
      switch store.severity {
      case .damage: .problem
      case .tornTail: .warning
      case .note: .note
      case nil: .ok
      }
    let noun = store.severity == .note ? "note" : "problem"
    let problems =
      store.problems.isEmpty
      ? "no problems"
      : "\(CountText.text(store.problems.count, TerminalText(noun))), see hyperbasis verify"
    return [
      DiagnosisCheck("store", state, "\(size), \(problems)"),
      DiagnosisCheck("waiting", isOverdue ? .note : .ok, waiting),
    ] + [refusedCheck].compactMap { $0 }
  }

  /// Nil if the cloud accepted everything that it was sent.
  private var refusedCheck: DiagnosisCheck? {
    if refused.isEmpty { return nil }
    let rows = CountText.text(refused.count, "row")
    return DiagnosisCheck("refused", .warning, "\(rows), see hyperbasis sync --status")
  }
}

// MARK: - The server

extension Diagnosis {
  /// Before the first sync everything is pending, as it should be.
  private var isOverdue: Bool { pending.total > 0 && !pending.isForFirstSync }

  private var serverChecks: [DiagnosisCheck] {
    [tierCheck] + cloud.tables.map(check) + [teamCheck].compactMap { $0 }
      + [bucketCheck, clockCheck] + [rowCheck].compactMap { $0 }
  }

  private var tierCheck: DiagnosisCheck {
    switch cloud.tier {
    case .migrated: DiagnosisCheck("tier", .ok, "migrated: state and history")
    case .plain:
      DiagnosisCheck(
        "tier", cloud.isExpectedToKeepHistories ? .problem : .warning,
        "plain: only the latest state")
    case nil where cloud.tables.contains { $0.isRequired && $0.presence == .missing }:
      DiagnosisCheck("tier", .problem, "none: tables are missing")
    case nil: DiagnosisCheck("tier", .unknown, "not determined")
    }
  }

  private func check(_ table: HBCloudTable) -> DiagnosisCheck {
    let name = "table \(table.name)"
    let missing: DiagnosisCheck.State = table.isRequired ? .problem : .note
    switch table.presence {
    case .unknown: return DiagnosisCheck(name, .unknown, "not determined")
    case .missing:
      return DiagnosisCheck(
        name, missing, table.isRequired ? "missing" : "missing; migration.sql creates it")
    case .unreadable(let reason): return DiagnosisCheck(name, .problem, "not readable: \(reason)")
    case .present: break
    }
    guard table.missingColumns.isEmpty else {
      let columns = table.missingColumns.joined(separator: ", ")
      // If syncing works without them, they are the columns that the migration adds.
      let isNeeded = table.isRequired && !cloud.isUsable
      return isNeeded
        ? DiagnosisCheck(name, .problem, "lacks \(columns)")
        : DiagnosisCheck(name, .note, "present; migration.sql adds \(columns)")
    }
    if !table.deniedActions.isEmpty {
      let actions = table.deniedActions.map(\.rawValue).joined(separator: ", ")
      let isLess = table.deniedActions == [.delete]
      return DiagnosisCheck(name, isLess ? .warning : .problem, "no right to \(actions)")
    }
    switch table.rowSecurity {
    case .unknown: return DiagnosisCheck(name, .ok, "present")
    case .off: return DiagnosisCheck(name, .warning, "open to everyone with the key")
    case .policies(let count):
      let policies = count == 1 ? "1 policy" : "\(count) policies"
      return DiagnosisCheck(name, .ok, "row security with \(policies)")
    case .allowsWrites:
      return cloud.user == nil
        ? DiagnosisCheck(name, .warning, "anyone with the key may write")
        : DiagnosisCheck(name, .ok, "this user may write")
    case .withoutPolicies: return DiagnosisCheck(name, .problem, "no policy lets this user in")
    case .refusesWrites: return DiagnosisCheck(name, .problem, "row security refuses writes")
    }
  }

  /// Nil if spaces are not shared.
  private var teamCheck: DiagnosisCheck? {
    cloud.team.map { team in
      let roles = team.map { "\($0.role) of \(CountText.text($0.spaces, "space"))" }
      return DiagnosisCheck(
        "team", .ok, roles.isEmpty ? "a member of no space yet" : roles.joined(separator: ", "))
    }
  }

  private var bucketCheck: DiagnosisCheck {
    switch cloud.bucket {
    case .unknown: DiagnosisCheck("bucket", .unknown, "not determined")
    case .present: DiagnosisCheck("bucket", .ok, "present")
    case .missing: DiagnosisCheck("bucket", .warning, "missing")
    case .refused(let reason): DiagnosisCheck("bucket", .warning, "closed: \(reason)")
    }
  }

  private var clockCheck: DiagnosisCheck {
    guard let skew = cloud.clockSkew else {
      return DiagnosisCheck("clock", .unknown, "not determined")
    }
    let seconds = Int(abs(skew).rounded())
    if seconds < 2 { return DiagnosisCheck("clock", .ok, "same as here") }
    let direction = skew > 0 ? "ahead of" : "behind"
    return DiagnosisCheck(
      "clock", seconds < 60 ? .ok : .warning,
      "\(CountText.text(seconds, "second")) \(direction) the one here")
  }

  /// Nil if no table has more rows than the server returns at once: then the limit has no effect.
  private var rowCheck: DiagnosisCheck? {
    cloud.rowLimit.map { limit in
      DiagnosisCheck("row limit", .ok, "\(limit) rows in one answer; more are fetched in parts")
    }
  }
}
