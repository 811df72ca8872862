package import Foundation
package import HyperbasisSync

/// What a cloud offers a store, as seen from this machine: for users who set one up.
///
/// Syncing needs none of it, and finds out by itself. What could not be found out is nil or `unknown`,
/// never a guess.
package struct HBCloudReport: Equatable, Sendable {
  package enum Connection: Equatable, Sendable {
    case notConfigured
    /// The address in the configuration is not valid.
    case invalidURL(String)
    /// There was no answer, and why.
    case unreachable(String)
    /// Something other than the cloud answered: a proxy, a login page.
    case notTheCloud(status: Int)
    case answered
  }

  package enum Credentials: Equatable, Sendable {
    case unknown
    case accepted
    /// The key or the token was refused, in the cloud's own words.
    case refused(String)
  }

  package enum Bucket: Equatable, Sendable {
    case unknown
    case present
    case missing
    /// It exists, but this user may not write to it; in the cloud's own words.
    case refused(String)
  }

  package var connection: Connection
  /// The address of the project; never with a key.
  package var url: String?
  package var credentials = Credentials.unknown
  /// The id of the user who is signed in; nil for the key alone.
  package var user: String?
  /// Whether the key is the secret one, which bypasses all row security and belongs on no device.
  package var usesSecretKey = false
  /// Whether the token is the secret key, and so not the token of any user.
  package var usesSecretToken = false
  /// Whether people share spaces: the scripts for other projects would take that away.
  package var sharesSpaces = false
  /// Whether this store has been synced with histories, so that it does not go on without them while the
  /// cloud has only a part of the migration.
  package var isExpectedToKeepHistories = false
  /// Whether the key is sent unencrypted, over a network.
  package var isUnprotected = false
  /// nil if it could not be found out.
  package var tier: CloudTier?
  /// The tables of both tiers, in the order in which they are written.
  package var tables: [HBCloudTable] = []
  /// Functions of the migration that are missing, if it has been run at all.
  package var missingFunctions: [String] = []
  /// In how many spaces this user is owner, editor or viewer; nil if spaces cannot be shared, or nobody
  /// is signed in.
  package var team: [HBTeamRole]?
  /// The bucket of the world maps.
  package var bucket = Bucket.unknown
  /// How many seconds the cloud's clock is ahead of the one here; exact to a second.
  package var clockSkew: TimeInterval?
  /// How many rows the cloud returns at once; nil if it could not be found out.
  package var rowLimit: Int?

  package init(connection: Connection, url: String? = nil) {
    self.connection = connection
    self.url = url
  }
}

extension HBCloudReport {
  /// Whether requests bypass row security, so that nothing can be told of it.
  var bypassesRowSecurity: Bool { usesSecretKey || usesSecretToken }

  /// What the cloud lacks of the migration although that was run; empty if it is whole, or was not run.
  var lackingOfMigration: [String] {
    let isRun = tables.contains { table in
      table.presence == .present && !table.missingColumns.contains("sync_seq")
        && table.name != AnchorEventRow.table
    }
    guard isRun else { return [] }
    return tables.flatMap { table -> [String] in
      if !table.isRequired, table.presence == .missing { return ["table \(table.name)"] }
      let needed = SupabaseTable.plainColumns(table.name)
      return table.missingColumns.filter { !needed.contains($0) }
        .map { "column \($0) of \(table.name)" }
    }
  }
}

/// The role of a user in some spaces.
package struct HBTeamRole: Equatable, Sendable {
  /// `owner`, `editor` or `viewer`.
  package let role: String
  package let spaces: Int

  package init(role: String, spaces: Int) {
    self.role = role
    self.spaces = spaces
  }
}

/// A table of the cloud.
package struct HBCloudTable: Equatable, Identifiable, Sendable {
  package enum Presence: Equatable, Sendable {
    case unknown
    case present
    /// It does not exist, or the server has not noticed it yet.
    case missing
    /// It exists, but this user may not read it; in the cloud's own words.
    case unreadable(String)
  }

  /// Row security: who may see and write which rows.
  package enum RowSecurity: Equatable, Sendable {
    case unknown
    /// Anyone who has the key may read and change all rows.
    case off
    /// It is on, and this many policies concern this user.
    case policies(Int)
    /// It is on, and no policy lets this user do anything: all rows seem to be gone.
    case withoutPolicies
    /// This user may write; whether a policy allows it or row security is off cannot be told from here.
    case allowsWrites
    /// This user may not write; whether for lack of a policy cannot be told from here.
    case refusesWrites
  }

  /// A way of writing.
  package enum Action: String, Sendable {
    case insert, update, delete
  }

  package let name: String
  /// Whether syncing needs it; the others come with the migration.
  package let isRequired: Bool
  package var presence = Presence.unknown
  /// Missing columns that syncing needs, in the order of the schema.
  package var missingColumns: [String] = []
  package var rowSecurity = RowSecurity.unknown
  /// What this user has no right to do in it, whatever the rows are; of what syncing does.
  package var deniedActions: [Action] = []

  package var id: String { name }

  package init(name: String, isRequired: Bool) {
    self.name = name
    self.isRequired = isRequired
  }
}

/// A cloud that can tell what it offers.
package protocol CloudInspector: Sendable {
  /// Finds out what can be found out. It changes nothing, and never fails: what goes wrong is part of the
  /// report.
  func inspect() async -> HBCloudReport
}
