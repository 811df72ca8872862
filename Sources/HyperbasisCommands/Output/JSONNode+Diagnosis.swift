import Hyperbasis

extension JSONNode {
  init(_ diagnosis: Diagnosis, _ session: StoreSession) {
    let cloud = diagnosis.cloud
    let credentials = diagnosis.setting.credentials
    self = .object([
      ("usable", .bool(diagnosis.isUsable)),
      ("url", .optional(credentials?.url)),
      ("source", .optional(credentials?.source.text)),
      ("connection", Self.word(of: cloud.connection)), ("key", Self.word(of: cloud.credentials)),
      ("user", .optional(cloud.user)), ("tier", .optional(cloud.tier?.rawValue)),
      ("tables", .array(cloud.tables.map { JSONNode($0) })),
      (
        "team",
        .optional(cloud.team) { team in
          .object(team.map { ($0.role, .integer($0.spaces)) })
        }
      ),
      ("bucket", Self.word(of: cloud.bucket)),
      ("clockSkew", .optional(cloud.clockSkew) { .number($0) }),
      ("rowLimit", .optional(cloud.rowLimit)),
      ("leftAloneUntil", .optional(diagnosis.leftAloneUntil)),
      (
        "store",
        .object([
          ("files", .integer(diagnosis.store.files)), ("events", .integer(diagnosis.store.events)),
          ("problems", .integer(diagnosis.store.problems.count)),
        ])
      ),
      ("pending", diagnosis.pending.node),
      ("findings", .array(diagnosis.findings(session).map { JSONNode($0) })),
    ])
  }

  private init(_ table: HBCloudTable) {
    self = .object([
      ("name", .string(table.name)), ("required", .bool(table.isRequired)),
      ("state", Self.word(of: table.presence)),
      ("missingColumns", .array(table.missingColumns.map { .string($0) })),
      ("rowSecurity", Self.word(of: table.rowSecurity)),
      ("denied", .array(table.deniedActions.map { .string($0.rawValue) })),
    ])
  }

  private init(_ finding: HBCloudFinding) {
    self = .object([
      ("severity", .string(finding.severity.rawValue)), ("summary", .string(finding.summary)),
      ("advice", .string(finding.advice)),
    ])
  }

  /// Returns the name of a case without its payload; null for what could not be determined.
  private static func word(of value: some Equatable) -> JSONNode {
    let name = String(describing: value).prefix { $0 != "(" }
    return name == "unknown" ? .null : .string(String(name))
  }
}
