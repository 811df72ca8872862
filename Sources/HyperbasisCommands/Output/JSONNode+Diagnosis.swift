import Hyperbasis

extension JSONNode {
  init(_ diagnosis: Diagnosis, _ context: CommandContext) {
    let cloud = diagnosis.cloud
    let credentials = diagnosis.setting.credentials
    self = .object([
      ("usable", .bool(diagnosis.isUsable)),
      ("url", .optional(credentials?.url)),
      ("source", .optional(credentials?.source.text)),
      ("connection", .string(cloud.connection.word)), ("key", .optional(cloud.credentials.word)),
      ("user", .optional(cloud.user)), ("tier", .optional(cloud.tier?.rawValue)),
      ("tables", .array(cloud.tables.map { JSONNode($0) })),
      ("bucket", .optional(cloud.bucket.word)),
      ("clockSkew", .optional(cloud.clockSkew) { .number($0) }),
      ("rowLimit", .optional(cloud.rowLimit)),
      (
        "store",
        .object([
          ("files", .integer(diagnosis.store.files)), ("events", .integer(diagnosis.store.events)),
          ("problems", .integer(diagnosis.store.problems.count)),
        ])
      ),
      ("pending", diagnosis.pending.node),
      ("findings", .array(diagnosis.findings(context).map { JSONNode($0) })),
    ])
  }

  private init(_ table: HBCloudTable) {
    self = .object([
      ("name", .string(table.name)), ("required", .bool(table.isRequired)),
      ("state", .optional(table.presence.word)),
      ("missingColumns", .array(table.missingColumns.map { .string($0) })),
      ("rowSecurity", .optional(table.rowSecurity.word)),
    ])
  }

  private init(_ finding: HBCloudFinding) {
    self = .object([
      ("severity", .string(finding.severity.rawValue)), ("summary", .string(finding.summary)),
      ("advice", .string(finding.advice)),
    ])
  }
}

// MARK: - Words

extension HBCloudReport.Connection {
  fileprivate var word: String {
    switch self {
    case .notConfigured: "notConfigured"
    case .invalidURL: "invalidURL"
    case .unreachable: "unreachable"
    case .notTheCloud: "notTheCloud"
    case .answered: "answered"
    }
  }
}

extension HBCloudReport.Credentials {
  fileprivate var word: String? {
    switch self {
    case .unknown: nil
    case .accepted: "accepted"
    case .refused: "refused"
    }
  }
}

extension HBCloudReport.Bucket {
  fileprivate var word: String? {
    switch self {
    case .unknown: nil
    case .present: "present"
    case .missing: "missing"
    case .refused: "refused"
    }
  }
}

extension HBCloudTable.Presence {
  fileprivate var word: String? {
    switch self {
    case .unknown: nil
    case .present: "present"
    case .missing: "missing"
    case .unreadable: "unreadable"
    }
  }
}

extension HBCloudTable.RowSecurity {
  fileprivate var word: String? {
    switch self {
    case .unknown: nil
    case .off: "off"
    case .policies: "policies"
    case .withoutPolicies: "withoutPolicies"
    case .allowsWrites: "allowsWrites"
    case .refusesWrites: "refusesWrites"
    }
  }
}
