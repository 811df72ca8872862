/// What can be wrong with a table. What is wrong with several tables in the same way is reported once.
enum TableTrouble: Equatable {
  case missing
  case unreadable(String)
  case lacksColumns([String], isRequired: Bool)
  /// Row security is off.
  case open
  /// Anyone who has the key may write, without signing in.
  case writableByAnyone
  case withoutPolicies
  case refusesWrites
  /// The user has no right to write in some ways.
  case denied([HBCloudTable.Action])
}

extension TableTrouble {
  /// Returns the findings about tables, in the order in which they come.
  static func findings(
    _ tables: [HBCloudTable], isSignedIn: Bool, sharesSpaces: Bool
  ) -> [HBCloudFinding] {
    var groups: [(trouble: TableTrouble, names: [String])] = []
    for table in tables {
      for trouble in table.troubles(isSignedIn: isSignedIn) {
        if let index = groups.firstIndex(where: { $0.trouble == trouble }) {
          groups[index].names.append(table.name)
        } else {
          groups.append((trouble, [table.name]))
        }
      }
    }
    return groups.map { trouble, names in
      let advice =
        sharesSpaces
        ? trouble.adviceForTeams(isSignedIn: isSignedIn) : trouble.advice(isSignedIn: isSignedIn)
      return HBCloudFinding(
        trouble.severity, trouble.summary(TableNames(names: names)), advice: advice)
    }
  }

  /// Returns `spaces, anchors and tombstones`.
  fileprivate static func list(_ words: [String], _ conjunction: String) -> String {
    guard words.count > 1, let last = words.last else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " \(conjunction) " + last
  }

  private var severity: HBCloudFinding.Severity {
    switch self {
    case .missing, .unreadable, .withoutPolicies, .refusesWrites: .problem
    case .lacksColumns(_, let isRequired): isRequired ? .problem : .warning
    case .open, .writableByAnyone: .warning
    // Nothing else of a sync fails for it.
    case .denied(let actions): actions == [.delete] ? .warning : .problem
    }
  }

  private func summary(_ tables: TableNames) -> String {
    switch self {
    case .missing: "\(tables.subject) \(tables.isOne ? "is" : "are") missing."
    case .unreadable(let reason): "\(tables.subject) cannot be read: \(reason)."
    case .lacksColumns(let columns, _):
      "\(tables.subject) \(tables.isOne ? "lacks" : "lack") \(columns.joined(separator: ", "))."
    case .open: "Anyone who has the key can read, change and delete everything in \(tables.list)."
    case .writableByAnyone: "Anyone who has the key can write to \(tables.list)."
    case .withoutPolicies:
      "Row security hides \(tables.list) from this user: no policy lets them in."
    case .refusesWrites: "Row security refuses what this user writes to \(tables.list)."
    case .denied(let actions):
      "This user has no right to \(Self.list(actions.map(\.rawValue), "or")) rows of "
        + "\(tables.list)."
    }
  }

  private func advice(isSignedIn: Bool) -> String {
    switch self {
    case .missing: "Run schema.sql in the project's SQL editor."
    case .unreadable: "Grant the rights that Supabase gives its API roles, or sign in."
    case .lacksColumns: "Run schema.sql and migration.sql again; neither removes data."
    case .open, .writableByAnyone:
      "Sign users in and run row-security.sql, unless this is only a test project."
    case .withoutPolicies, .refusesWrites:
      isSignedIn
        ? "Run row-security.sql, which adds the policies."
        : "Sign in; if that does not help, run row-security.sql."
    case .denied: "Grant the rights that Supabase gives its API roles, or sign in."
    }
  }

  /// Returns the advice for a project where people share spaces: other scripts would let each user see only
  /// their own again.
  private func adviceForTeams(isSignedIn: Bool) -> String {
    switch self {
    case .missing, .unreadable, .lacksColumns, .denied: advice(isSignedIn: isSignedIn)
    case .open, .writableByAnyone: "Run teams.sql again, which lets only members in."
    case .withoutPolicies, .refusesWrites:
      isSignedIn
        ? "Run teams.sql again, which adds the policies."
        : "Sign in; if that does not help, run teams.sql again."
    }
  }
}

extension HBCloudTable {
  fileprivate func troubles(isSignedIn: Bool) -> [TableTrouble] {
    switch presence {
    case .unknown: return []
    case .missing: return isRequired ? [.missing] : []
    case .unreadable(let reason): return [.unreadable(reason)]
    case .present:
      let denied = deniedActions.isEmpty ? nil : TableTrouble.denied(deniedActions)
      return [columnTrouble, rowSecurityTrouble(isSignedIn: isSignedIn), denied].compactMap { $0 }
    }
  }

  /// What the migration adds to the tables of a plain server is not reported as missing.
  private var columnTrouble: TableTrouble? {
    let needed = SupabaseTable.plainColumns(name)
    let missing = missingColumns.filter { !isRequired || needed.contains($0) }
    return missing.isEmpty ? nil : .lacksColumns(missing, isRequired: isRequired)
  }

  private func rowSecurityTrouble(isSignedIn: Bool) -> TableTrouble? {
    switch rowSecurity {
    case .unknown, .policies: nil
    case .allowsWrites: isSignedIn ? nil : .writableByAnyone
    case .off: .open
    case .withoutPolicies: .withoutPolicies
    case .refusesWrites: .refusesWrites
    }
  }
}

/// Tables in a sentence.
private struct TableNames {
  let names: [String]

  var isOne: Bool { names.count == 1 }

  /// `spaces, anchors and tombstones`.
  var list: String { TableTrouble.list(names, "and") }

  /// `The tables spaces and anchors`.
  var subject: String { "The \(isOne ? "table" : "tables") \(list)" }
}
